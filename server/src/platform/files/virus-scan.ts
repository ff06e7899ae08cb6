import { connect } from 'node:net';
import type { Figures } from '../figures.ts';
import type { Logger } from '../log.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** Undefined if no virus was found. */
export type VirusScan = (bytes: Uint8Array) => Promise<Refusal | undefined>;
export type ScannerAddress = { host: string; port: number };

const ANSWER_MS = 30_000;
const PIECE_BYTES = 64 * 1024;
const LONGEST_ANSWER = 4096;

/** Checks each upload with a virus scanner (ClamAV), if there is one. Refusals: `file_infected`, `unavailable`. */
export function createVirusScan(
  address: ScannerAddress | undefined,
  { log, figures }: { log: Logger; figures: Figures },
): VirusScan {
  if (!address) return () => Promise.resolve(undefined);
  const measured = figures.outside('clamd');
  return async (bytes) => {
    try {
      const found = await measured(async () => readVerdict(await askClamd(address, bytes)));
      if (found === undefined) return undefined;
      log.warn({ found }, 'a file with a virus was refused');
      return refuse('file_infected', `The virus scanner found ${found} in this file. It was not kept.`);
    } catch (error) {
      log.error({ err: error }, 'the virus scanner does not answer');
      return refuse(
        'unavailable',
        'The virus scanner does not answer right now, so the file was not kept. Please try again.',
        { retryAfterSeconds: 30 },
      );
    }
  };
}

/** The virus that the scanner found; undefined without one. */
function readVerdict(answer: string): string | undefined {
  if (answer === 'stream: OK') return undefined;
  const found = /^stream: (.{1,200}) FOUND$/.exec(answer)?.[1];
  if (found === undefined) throw new Error(`the virus scanner answered: ${answer.slice(0, 200)}`);
  return found;
}

/** Sends a file to the scanner in parts, each after its length. */
function askClamd({ host, port }: ScannerAddress, bytes: Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    let answer = '';
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    socket.setTimeout(ANSWER_MS, () => fail(new Error('no answer within 30 s')));
    socket.on('error', fail);
    socket.on('connect', () => {
      socket.write('zINSTREAM\0');
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
        const piece = bytes.subarray(at, at + PIECE_BYTES);
        socket.write(lengthOf(piece));
        socket.write(piece);
      }
      socket.write(lengthOf(new Uint8Array()));
    });
    socket.setEncoding('utf8');
    socket.on('data', (text) => {
      answer += text;
      if (answer.length > LONGEST_ANSWER) fail(new Error('too long an answer'));
      if (answer.includes('\0')) socket.end();
    });
    socket.on('close', () => {
      const [said, rest] = answer.split('\0');
      if (rest === undefined || said === undefined) reject(new Error('the line broke before the answer'));
      else resolve(said.trim());
    });
  });
}

function lengthOf(piece: Uint8Array): Uint8Array {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(piece.length);
  return length;
}
