/**
 * Sends the files in a folder to the laboratory: `npm run import-agent -- DIRECTORY`, with IMPORT_URL and IMPORT_KEY.
 * The file needs only Node 24, so it can be copied alone to an instrument's computer.
 */
import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { lstat, open, readdir, readFile, rename } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const MOST_BYTES = 10 * 1024 * 1024;
const ANSWER_LIMIT_MS = 120_000;
const LONGEST_WAIT_MS = 60_000;
/** The longest waiting time that the agent accepts from a Retry-After header. */
const LONGEST_ASKED_MS = 600_000;
/** Answers that are final, by status and code. Sending the file again does not help. */
const REFUSED: Record<number, RegExp> = {
  409: /^trace_used_elsewhere$/,
  413: /./,
  422: /^(chromatogram|file)_/,
};

/** What the server answered, by the SHA-256 of the file. */
type Answered = Record<string, { status: number; name: string }>;
/** The answers of each installation, by its address. */
type Remembered = Record<string, Answered>;
type Outcome = { isFinal: boolean; status: number; words: string; waitMs: number };
type Seen = { look: string; isDone: boolean; trouble?: string };

/** Stops the agent with a message. */
class Stop extends Error {}

const stopping = new AbortController();
const say = (words: string) => console.log(clean(words));
/** The size and time of a file, to notice a change. */
const lookOf = ({ size, mtimeMs }: Stats) => `${size} bytes of ${mtimeMs}`;
const clean = (words: string) => words.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');

function settings() {
  const [directory] = process.argv.slice(2);
  const { IMPORT_URL: url = '', IMPORT_KEY: key = '', IMPORT_INTERVAL_MS: interval = '5000' } = process.env;
  if (!directory) throw new Stop('Say which directory: npm run import-agent -- DIRECTORY');
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new Stop('Set IMPORT_URL to the address of the installation, such as https://example.com');
  }
  if (!/^[\x21-\x7e]+$/.test(key)) throw new Stop('Set IMPORT_KEY to a key of the laboratory.');
  if (!(Number(interval) >= 1)) throw new Stop('IMPORT_INTERVAL_MS is a number of milliseconds.');
  const folder = resolve(directory);
  if (dirname(folder) === folder) throw new Stop('The directory cannot be the root of a disk.');
  return {
    folder,
    key,
    origin: new URL(url).origin,
    intervalMs: Number(interval),
    stateFile: join(dirname(folder), `${basename(folder)}.import-state.json`),
  };
}
type Settings = ReturnType<typeof settings>;

async function readState(stateFile: string): Promise<Remembered> {
  const text = await readFile(stateFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw new Stop(`${stateFile} cannot be read: ${error.message}`);
  });
  try {
    const state: unknown = JSON.parse(text);
    if (typeof state === 'object' && state !== null) return state as Remembered;
  } catch {}
  throw new Stop(
    `${stateFile} is damaged. Without it every file is sent again, which imports nothing twice.`,
  );
}

/**
 * Writes to another file first and then renames it. If the process is killed, either the old or the new state is there.
 */
async function writeState(stateFile: string, state: Remembered): Promise<void> {
  try {
    const file = await open(`${stateFile}.new`, 'w');
    try {
      await file.writeFile(`${JSON.stringify(state)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${stateFile}.new`, stateFile);
  } catch (error) {
    throw new Stop(`${stateFile} cannot be written: ${(error as Error).message}`);
  }
}

async function send(
  { origin, key }: Settings,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  sha256: string,
): Promise<Outcome> {
  const form = new FormData();
  form.set('file', new Blob([bytes]), name);
  try {
    const answer = await fetch(`${origin}/api/lab/imports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: form,
      // A redirect could send the file to another server, so it is not followed.
      redirect: 'manual',
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]),
    });
    return judge(answer, await answer.json().catch(() => null), sha256);
  } catch (error) {
    if (error instanceof Stop) throw error;
    const { message, cause } = error as Error;
    const why = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : message;
    return { isFinal: false, status: 0, words: `not sent (${why})`, waitMs: 0 };
  }
}

/** Decides what an answer means. Only answers of the import server count, and not those of a proxy. */
function judge({ status, headers }: Response, body: unknown, sha256: string): Outcome {
  const { data, code, detail } = (body ?? {}) as {
    data?: { sha256?: string; request_id?: string | null; warnings?: unknown[] };
    code?: string;
    detail?: string;
  };
  if (status === 401 && code === 'key_ended') {
    throw new Stop(
      'The laboratory key has ended: an admin makes a new one on the page of keys. Nothing more is sent; the files stay where they are, and are sent once IMPORT_KEY holds the new one.',
    );
  }
  if (status === 401 || status === 403) {
    throw new Stop(
      `The server does not accept the key (${status}${detail ? `: ${detail}` : ''}). Nothing more is sent.`,
    );
  }
  if ((status === 200 || status === 201) && data?.sha256 === sha256) {
    const warned = data.warnings?.length ? `, warnings: ${data.warnings.length}` : '';
    const where = data.request_id ? `for request ${data.request_id}` : 'waits in the queue';
    const words = `${status === 201 ? 'imported' : 'imported before'}, ${where}${warned}`;
    return { isFinal: true, status, words, waitMs: 0 };
  }
  const isRefused = code !== undefined && REFUSED[status]?.test(code);
  if (isRefused) return { isFinal: true, status, words: `refused, ${detail ?? code}`, waitMs: 0 };
  const words = `not taken (${status}${detail ? `: ${detail}` : ''})`;
  const waitMs = Math.min(LONGEST_ASKED_MS, (Number(headers.get('retry-after')) || 0) * 1000);
  return { isFinal: false, status, words, waitMs };
}

const sleep = (ms: number) => pause(ms, undefined, { signal: stopping.signal }).catch(() => undefined);

/** Why a file is not sent. Undefined if it may be sent. */
function passedOver(name: string, { isFile, size }: { isFile: boolean; size: number }): string | undefined {
  if (name.startsWith('.')) return 'it is hidden';
  if (!isFile) return 'it is no file';
  return size > MOST_BYTES ? 'it has more than 10 MB' : undefined;
}

/** Looks into the folder again and again, because network drives do not tell about changes. */
async function watch(set: Settings): Promise<void> {
  const state = await readState(set.stateFile);
  const answered: Answered = { ...state[set.origin] };
  let names = await readdir(set.folder).catch((error: Error) => {
    throw new Stop(`${set.folder} cannot be read: ${error.message}`);
  });
  say(
    `Watching ${set.folder}, sending to ${set.origin}; ${Object.keys(answered).length} files were answered before.`,
  );
  /** For each file: size and time of the last look, the last message, and whether it is finished. */
  let seen = new Map<string, Seen>();
  let failures = 0;
  let trouble = '';

  async function settle(name: string, file: Seen): Promise<void> {
    const path = join(set.folder, name);
    const bytes = new Uint8Array(await readFile(path));
    if (lookOf(await lstat(path)) !== file.look) return;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const before = answered[sha256];
    if (before && before.name !== name) say(`${name}: answered before, as ${before.name}`);
    file.isDone = before !== undefined;
    if (file.isDone) return;
    const outcome = await send(set, name, bytes, sha256);
    if (outcome.isFinal) {
      answered[sha256] = { status: outcome.status, name };
      await writeState(set.stateFile, { ...state, [set.origin]: answered });
      file.isDone = true;
      failures = 0;
      say(`${name}: ${outcome.words}`);
    } else if (!stopping.signal.aborted) {
      const waitMs = Math.max(outcome.waitMs, Math.min(LONGEST_WAIT_MS, set.intervalMs * 2 ** failures));
      failures += 1;
      say(`${name}: ${outcome.words}, trying again in ${waitMs / 1000} s`);
      await sleep(waitMs);
    }
  }

  async function visit(name: string): Promise<Seen> {
    const stats = await lstat(join(set.folder, name));
    const why = passedOver(name, { isFile: stats.isFile(), size: stats.size });
    const look = why ?? lookOf(stats);
    const last = seen.get(name);
    // A file that has changed since the last check may still be growing.
    if (last?.look !== look || (!why && stats.size === 0)) {
      if (why) say(`${name}: passed over, ${why}`);
      return { look, isDone: why !== undefined };
    }
    if (!last.isDone) await settle(name, last);
    return last;
  }

  while (!stopping.signal.aborted) {
    const now: typeof seen = new Map();
    for (const name of names.toSorted()) {
      if (stopping.signal.aborted) break;
      try {
        now.set(name, await visit(name));
      } catch (error) {
        if (error instanceof Stop) throw error;
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'ENOENT') continue;
        const words = `${name}: cannot be read now (${code})`;
        const last = seen.get(name);
        if (last?.trouble !== words) say(words);
        now.set(name, { look: last?.look ?? '', isDone: false, trouble: words });
      }
    }
    seen = now;
    await sleep(set.intervalMs);
    names = await readdir(set.folder).catch((error: Error) => {
      if (trouble !== error.message) say(`${set.folder} cannot be read now: ${error.message}`);
      trouble = error.message;
      return [];
    });
  }
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());
try {
  await watch(settings());
  say('Stopped.');
} catch (error) {
  if (!(error instanceof Stop)) throw error;
  console.error(clean(error.message));
  process.exitCode = 1;
}
