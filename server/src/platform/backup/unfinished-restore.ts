import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupProblem } from '../startup-problem.ts';

const markOf = (dataDirectory: string) => join(dataDirectory, 'restore-unfinished');

/** Marks a folder while it is restored, so that no process starts with it. */
export const markRestoring = (dataDirectory: string): Promise<void> => writeFile(markOf(dataDirectory), '');

export const markRestored = (dataDirectory: string): Promise<void> => rm(markOf(dataDirectory));

/** @throws StartupProblem if the restore of this folder did not finish. */
export function refuseUnfinishedRestore(dataDirectory: string): void {
  if (!existsSync(markOf(dataDirectory))) return;
  throw new StartupProblem(
    `A restore into ${dataDirectory} did not finish. Delete the directory (and empty the database that DATABASE_URL names), and restore again.`,
  );
}
