import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readNote } from '@vialproof/contract/proof/signed-note';
import { type Checkpoint, readCheckpoint } from '@vialproof/contract/proof/tlog-proof';
import { writeDurably } from '../../../platform/durable-disk.ts';
import { withFileLock } from '../../../platform/file-lock.ts';
import { readFileIfThere } from '../../../platform/generated-file.ts';
import type { Platform } from '../../../platform/platform.ts';
import { WITHOUT_ROWS } from '../../../platform/stored-files.ts';

/** A head that was signed under this log's name; 'damaged' where what was kept cannot be read. */
export type KeptHead = Checkpoint | 'damaged' | undefined;
export type KeptHeads = ReturnType<typeof openKeptHeads>;

function parse(note: string | undefined): KeptHead {
  if (note === undefined) return undefined;
  return readCheckpoint(readNote(note)?.text ?? '') ?? 'damaged';
}

/**
 * The newest signed head of the log, kept outside the database: in DATA_DIR/keys, and in the object store where one is
 * configured. A database that was restored to before it would sign a second history, and is found out by it.
 */
export function openKeptHeads({ config, files, log }: Pick<Platform, 'config' | 'files' | 'log'>) {
  // Another name is another log.
  const name = createHash('sha256').update(config.log.origin).digest('hex').slice(0, 16);
  const path = join(config.dataDirectory, 'keys', `log-head-${name}`);
  const key = `${WITHOUT_ROWS}${name}`;
  let loading: Promise<KeptHead> | undefined;
  let writing: Promise<unknown> = Promise.resolve();

  async function readStored(): Promise<string | undefined> {
    if (!config.s3 || !(await files.stat(key))) return undefined;
    return Buffer.from(await files.get(key)).toString('utf8');
  }

  /** The newer of both; what is damaged counts, since nobody knows what it said. */
  async function load(): Promise<KeptHead> {
    const stored = await readStored().catch((error: unknown) => {
      log.warn({ err: error }, 'the object store was not asked for the head of the public log');
      return undefined;
    });
    const heads = [parse(readFileIfThere(path)), parse(stored)];
    if (heads.includes('damaged')) return 'damaged';
    return heads
      .filter((head) => head !== undefined && head !== 'damaged')
      .sort((one, other) => other.size - one.size)[0];
  }

  async function write(note: string, size: number): Promise<void> {
    await mkdir(dirname(path), { recursive: true });
    // Processes that share the directory: none puts an older head in the place of a newer one.
    await withFileLock(`${path}.lock`, async () => {
      const known = parse(readFileIfThere(path));
      if (known === undefined || (known !== 'damaged' && known.size <= size)) await writeDurably(path, note);
    });
    if (!config.s3) return;
    const known = parse(await readStored());
    if (known === undefined || (known !== 'damaged' && known.size <= size)) {
      await files.put(key, Buffer.from(note), 'text/plain; charset=utf-8');
    }
  }

  return {
    /** The newest that this process knows of. */
    newest(): Promise<KeptHead> {
      loading ??= load();
      return loading;
    },

    /** Keeps a head whose signature is committed. A failure is logged: the head after it is kept instead. */
    keep(note: string): void {
      const head = parse(note);
      if (head === undefined || head === 'damaged') throw new Error('a signed head cannot be read');
      loading = Promise.resolve(head);
      writing = writing
        .then(() => write(note, head.size))
        .catch((error: unknown) => log.error({ err: error }, 'the head of the public log could not be kept'));
    },

    /** Until what was kept is written. */
    settled: (): Promise<unknown> => writing,
  };
}
