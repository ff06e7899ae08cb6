import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 50;

/**
 * Runs `work` while no other process of this machine holds the lock `file`. If the process with the lock has ended, the
 * lock is taken over.
 */
export async function withFileLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const release = await takeFileLock(file, Number.POSITIVE_INFINITY);
  try {
    return await work();
  } finally {
    await release?.();
  }
}

/** Locks this file until `release`. Undefined if another process still holds the lock after `waitMs`. */
export async function takeFileLock(file: string, waitMs: number): Promise<(() => Promise<void>) | undefined> {
  await mkdir(dirname(file), { recursive: true });
  const mine = `${process.pid} ${await startOf(process.pid)} ${randomUUID()}`;
  const until = performance.now() + waitMs;
  while (!(await take(file, mine))) {
    if (performance.now() > until) return undefined;
    await pause(POLL_MS);
  }
  return () => rm(file, { force: true });
}

async function take(file: string, mine: string): Promise<boolean> {
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, mine);
    // A link appears together with its content, and only one process can create it.
    await link(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    await removeIfAbandoned(file, draft);
    return false;
  } finally {
    await rm(draft, { force: true });
  }
}

async function removeIfAbandoned(file: string, draft: string): Promise<void> {
  const holder = await readFile(file, 'utf8').catch(() => undefined);
  if (holder === undefined || (await isHeld(holder))) return;
  const aside = `${draft}.old`;
  await rename(file, aside).catch(() => undefined);
  // Another process may have taken the lock meanwhile, so the file is put back.
  const moved = await readFile(aside, 'utf8').catch(() => undefined);
  if (moved !== undefined && moved !== holder) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

async function isHeld(holder: string): Promise<boolean> {
  const [pid, start] = holder.split(' ');
  return isRunning(Number(pid)) && (await startOf(Number(pid))) === start;
}

/** Whether a process with this id runs. */
export function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** When a process started. Ids are used again, so the id alone is not enough. */
async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // In /proc, the second field is a name in brackets, which may contain spaces. The start time is field 22.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-';
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
