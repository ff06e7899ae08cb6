import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * The harmless text that every virus scanner reports as a virus. It is put together here, so that no scanner reports
 * this file.
 */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');
const COMMAND = 'zINSTREAM\0';

/** Reads one INSTREAM command of the virus scanner. Undefined until it is complete. Throws if it is invalid. */
function readStream(received: Buffer): Buffer | undefined {
  if (received.length < COMMAND.length) return undefined;
  if (received.subarray(0, COMMAND.length).toString() !== COMMAND) throw new Error('UNKNOWN COMMAND');
  const pieces: Buffer[] = [];
  for (let at = COMMAND.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at);
    at += 4;
    if (length === 0) return Buffer.concat(pieces);
    if (at + length > received.length) return undefined;
    pieces.push(received.subarray(at, at + length));
    at += length;
  }
  return undefined;
}

/**
 * Plays the virus scanner ClamAV: it reads INSTREAM commands and finds the EICAR text. `mode`: 'error' answers that the
 * file is too large, 'mute' closes without an answer.
 */
export async function clamd() {
  const scanned: number[] = [];
  const open = new Set<Socket>();
  const state: { mode: 'well' | 'error' | 'mute' } = { mode: 'well' };
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const file = readStream(received);
      if (!file) return;
      scanned.push(file.length);
      if (state.mode === 'mute') socket.destroy();
      else if (state.mode === 'error') socket.end('INSTREAM size limit exceeded. ERROR\0');
      else socket.end(file.includes(EICAR) ? 'stream: Eicar-Signature FOUND\0' : 'stream: OK\0');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () =>
    new Promise<void>((resolve) => {
      for (const socket of open) socket.destroy();
      server.close(() => resolve());
    });
  onTestFinished(stop);
  return { address: `127.0.0.1:${port}`, scanned, state, stop };
}
