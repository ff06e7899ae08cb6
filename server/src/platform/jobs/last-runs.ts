import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Commands that an operator must run regularly. */
export type Run = 'backup' | 'doctor';

const Note = z.object({ at: z.coerce.date(), faults: z.number() });
export type LastRun = z.infer<typeof Note>;

const fileOf = (dataDirectory: string, run: Run) => join(dataDirectory, `last-${run}.json`);

/** Records that a command has ended. Returns a sentence if this fails. */
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

/** The last recorded run; undefined without one. */
export async function readRun(dataDirectory: string, run: Run): Promise<LastRun | undefined> {
  const text = await readFile(fileOf(dataDirectory, run), 'utf8').catch(() => '');
  try {
    return Note.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
