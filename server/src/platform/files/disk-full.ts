import { statfs } from 'node:fs/promises';

/** Error codes of the file system, of a quota, and of PostgreSQL. */
const CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100'];
/** With less free space than this a disk is treated as full, because PostgreSQL takes 16 MiB at a time. */
const NOTHING_BYTES = 17_000_000;

/** Whether an error, or the error that caused it, says that a disk is full. */
export function saysDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && CODES.includes(error.code)) || saysDiskFull(error.cause);
}

/** Whether the disk of `directory` is full; false if unknown. */
export async function isDiskFull(directory: string): Promise<boolean> {
  return statfs(directory).then(
    ({ bavail, bsize }) => bavail * bsize < NOTHING_BYTES,
    () => false,
  );
}
