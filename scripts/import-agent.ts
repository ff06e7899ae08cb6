import { createHash } from 'node:crypto';
import { type FileHandle, open, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/*
 * Watches the folder of an instrument and sends each finished file to the laboratory. It moves and deletes nothing. This
 * file needs nothing but Node 24, so that it can be copied to the instrument's computer:
 *
 *   IMPORT_URL=https://… IMPORT_KEY=vplab_… node import-agent.ts DIRECTORY
 *
 * What was sent is remembered by its content in DIRECTORY/.import-agent.jsonl, a line each.
 */

const STATE = '.import-agent.jsonl';
const MOST_BYTES = 10 * 1024 * 1024;
const LONGEST_WAIT_SECONDS = 300;
const TIMEOUT_MS = 120_000;
/** Refusals of the file itself: the same bytes are never taken another time. */
const FINAL = [409, 413, 422];

const say = (words: string) => console.log(`${new Date().toISOString()} ${words}`);

function settings() {
  const [directory, ...others] = process.argv.slice(2);
  const { IMPORT_URL: url = '', IMPORT_KEY: key = '', IMPORT_EVERY_SECONDS: every = '5' } = process.env;
  const problem =
    directory === undefined || others.length > 0
      ? 'Name one directory: npm run import-agent -- DIRECTORY'
      : !/^https?:$/.test(URL.parse(url)?.protocol ?? '')
        ? 'IMPORT_URL must be the address of the laboratory, as https://lab.example'
        : key.trim() === ''
          ? 'IMPORT_KEY must be a laboratory key; an admin makes one under Laboratory, Keys'
          : !(Number(every) > 0)
            ? 'IMPORT_EVERY_SECONDS must be a number above 0'
            : undefined;
  if (directory === undefined || problem !== undefined) {
    console.error(problem);
    process.exit(2);
  }
  return {
    directory: resolve(directory),
    address: new URL('/api/lab/imports', url),
    key: key.trim(),
    everySeconds: Number(every),
  };
}

const { directory, address, key, everySeconds } = settings();
const ending = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => ending.abort());

/** The hashes that were sent, and the file in which each new one is on disk before it is believed. */
async function openMemory() {
  const path = join(directory, STATE);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const sent = new Set(text.match(/(?<="sha256":")[0-9a-f]{64}(?=".*\}$)/gm));
  const file: FileHandle = await open(path, 'a');
  // A kill in the middle of a line leaves it without an end.
  if (text !== '' && !text.endsWith('\n')) await file.write('\n');
  return {
    has: (sha256: string) => sent.has(sha256),
    async add(sha256: string, name: string, outcome: string) {
      await file.write(`${JSON.stringify({ sha256, name, outcome, at: new Date().toISOString() })}\n`);
      await file.sync();
      sent.add(sha256);
    },
    close: () => file.close(),
  };
}

type Memory = Awaited<ReturnType<typeof openMemory>>;
type Outcome = { isFinal: boolean; words: string; retrySeconds?: number };

async function send(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Outcome> {
  const body = new FormData();
  body.set('file', new Blob([bytes]), name);
  try {
    const answer = await fetch(address, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${key}` },
      redirect: 'manual',
      signal: AbortSignal.any([ending.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const text = await answer.text();
    return outcomeOf(answer, text.startsWith('{') ? JSON.parse(text) : {});
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { isFinal: false, words: `the laboratory does not answer (${cause})` };
  }
}

type Answered = {
  detail?: string;
  data?: { id: string; state: string; task_number: number | null; why: { text: string } | null };
};

function outcomeOf({ status, headers }: Response, { detail = '', data }: Answered): Outcome {
  if ((status === 200 || status === 201) && data) {
    const known = status === 200 ? 'known already' : 'sent';
    const became =
      data.state === 'waiting'
        ? `waits for somebody: ${data.why?.text ?? ''}`
        : data.task_number === null
          ? data.state
          : `task ${data.task_number}`;
    return { isFinal: true, words: `${known}, ${became}` };
  }
  if (FINAL.includes(status)) return { isFinal: true, words: `refused (${status}): ${detail}` };
  const retrySeconds = Number(headers.get('retry-after')) || undefined;
  return {
    isFinal: false,
    words: `not taken (${status}): ${detail || 'is IMPORT_URL the laboratory?'}`,
    ...(retrySeconds === undefined ? {} : { retrySeconds }),
  };
}

/** As each file was at the last look, by its path; `done` when there is no more to do with it. */
const seen = new Map<string, { mark: string; done: boolean }>();

/** The files that are as they were at the last look, and not dealt with. */
async function finishedFiles(): Promise<string[]> {
  const finished: string[] = [];
  for (const entry of await readdir(directory, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue;
    const path = join(entry.parentPath, entry.name);
    const mark = await markOf(path);
    const before = seen.get(path);
    if (before?.mark !== mark) seen.set(path, { mark, done: false });
    else if (!before.done && !mark.startsWith('0 ')) finished.push(path);
  }
  return finished.sort();
}

const markOf = (path: string) =>
  stat(path).then(
    ({ size, mtimeMs }) => `${size} ${mtimeMs}`,
    () => '0 gone',
  );

/** Deals with one file; answers in how many seconds to come back where that is not at the next look. */
async function take(path: string, memory: Memory, failures: number): Promise<number | undefined> {
  const name = basename(path);
  const mark = seen.get(path)?.mark ?? '';
  const finish = () => seen.set(path, { mark, done: true });
  if (Number.parseInt(mark, 10) > MOST_BYTES) {
    finish();
    say(`${name}: not sent, it has more than 10 MB`);
    return undefined;
  }
  // An instrument may hold its file closed to others for a while.
  const bytes = await readFile(path).catch(() => undefined);
  if (!bytes || (await markOf(path)) !== mark) return undefined;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (memory.has(sha256)) {
    finish();
    return undefined;
  }
  const { isFinal, words, retrySeconds } = await send(name, bytes);
  if (ending.signal.aborted && !isFinal) return undefined;
  if (isFinal) {
    await memory.add(sha256, name, words);
    finish();
    say(`${name}: ${words}`);
    return undefined;
  }
  const seconds = Math.min(LONGEST_WAIT_SECONDS, retrySeconds ?? everySeconds * 2 ** failures);
  say(`${name}: ${words}; next try in ${seconds} s`);
  return seconds;
}

const memory = await openMemory();
say(`watching ${directory} for ${address.origin}`);
for (let failures = 0; !ending.signal.aborted; ) {
  let pause: number | undefined;
  const files = await finishedFiles().catch((error: unknown) => {
    say(`the directory cannot be read: ${error}`);
    return [];
  });
  for (const path of files) {
    if (ending.signal.aborted) break;
    pause = await take(path, memory, failures);
    if (pause !== undefined) break;
  }
  failures = pause === undefined ? 0 : failures + 1;
  await wait(1000 * (pause ?? everySeconds), undefined, { signal: ending.signal }).catch(() => undefined);
}
await memory.close();
say('ended');
