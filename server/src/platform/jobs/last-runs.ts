import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** What somebody has to run by a timer. */
export type Run = 'backup' | 'doctor';

const Note = z.object({ at: z.coerce.date(), faults: z.number() });
export type LastRun = z.infer<typeof Note>;

const fileOf = (dataDirectory: string, run: Run) => join(dataDirectory, `last-${run}.json`);

/**
 * Notes in the data directory that a command has ended, so that the server beside it can tell how long ago. A sentence where
 * that cannot be written: the command's own work stands all the same.
 */
export async function noteRun(dataDirectory: string, run: Run, last: LastRun): Promise<string | undefined> {
  const file = fileOf(dataDirectory, run);
  const draft = `${file}.${process.pid}`;
  try {
    await mkdir(dataDirectory, { recursive: true });
    await writeFile(draft, `${JSON.stringify(last)}\n`);
    await rename(draft, file);
    return undefined;
  } catch (error) {
    return `This run could not be noted in DATA_DIR, so /metrics will not know of it (${error instanceof Error ? error.message : error}).`;
  }
}

/** The last one that was noted; undefined where there is none, or it cannot be read. */
export async function readRun(dataDirectory: string, run: Run): Promise<LastRun | undefined> {
  const text = await readFile(fileOf(dataDirectory, run), 'utf8').catch(() => '');
  try {
    return Note.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
