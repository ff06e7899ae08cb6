import { statfs } from 'node:fs/promises';

/** Of the file system, of a quota, and of PostgreSQL (SQLSTATE disk_full). */
const CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100'];
/** Less than this is none: PostgreSQL asks for 16 MiB at a time, and when it does not get them the rest is free again. */
const NOTHING_BYTES = 17_000_000;

/** Whether `error`, or what caused it, says that a disk is full. */
export function saysDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && CODES.includes(error.code)) || saysDiskFull(error.cause);
}

/** Whether nothing more fits on the disk that holds `directory`; false where that is unknown. */
export async function isDiskFull(directory: string): Promise<boolean> {
  return statfs(directory).then(
    ({ bavail, bsize }) => bavail * bsize < NOTHING_BYTES,
    () => false,
  );
}
