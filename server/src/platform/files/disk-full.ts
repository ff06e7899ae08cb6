import { statfs } from 'node:fs/promises';

/** Codes of the file system, of a quota, and of PostgreSQL (SQLSTATE disk_full). */
const CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100'];
/** Less free space than this counts as full: PostgreSQL allocates 16 MiB at a time, and frees a failed part. */
const NOTHING_BYTES = 17_000_000;

/** Whether `error`, or its cause, means that a disk is full. */
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
