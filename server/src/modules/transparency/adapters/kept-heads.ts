import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { utf8 } from '@vialproof/science/proof/bytes';
import { readNote } from '@vialproof/science/proof/signed-note';
import { type Checkpoint, readCheckpoint } from '@vialproof/science/proof/tlog-proof';
import { type Files, openFolder } from '../../../platform/files/files.ts';
import { HEADS_FOLDER } from '../../../platform/files/stored-files.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem, type Refusal } from '../../../platform/refusal.ts';

/**
 * The last signed state (head) of the public log, kept outside the database. `head`: undefined if the file is damaged.
 */
export type KeptHead = { place: string; head: Checkpoint | undefined };
export type KeptHeads = ReturnType<typeof openKeptHeads>;

type Place = { name: string; files: Files };

/** A short file name for each name of a log. */
const nameOf = (origin: string) =>
  `${origin.replace(/[^\w.-]/g, '_').slice(0, 80)}-${createHash('sha256').update(origin).digest('hex').slice(0, 8)}`;

/**
 * Keeps the newest signed states (heads) of the log as files under DATA_DIR/keys, and in S3. A file is named after the
 * size of the log. Smaller ones are deleted, so no lock is needed.
 */
export function openKeptHeads({ config, files, log }: Pick<Platform, 'config' | 'files' | 'log'>) {
  const folder = `${HEADS_FOLDER}/${nameOf(config.log.origin)}`;
  const keys = join(config.dataDirectory, 'keys');
  const places: Place[] = config.log.keepsHeads
    ? [
        { name: `${keys}/`, files: openFolder(keys, log) },
        ...(config.s3 ? [{ name: `the bucket ${config.s3.bucket}: `, files }] : []),
      ]
    : [];

  async function sizesIn({ files: store }: Place): Promise<number[]> {
    const sizes: number[] = [];
    for await (const key of store.list(folder)) {
      const name = key.slice(folder.length + 1);
      // Files that a crash left half written have other names.
      if (key.startsWith(`${folder}/`) && /^\d+$/.test(name)) sizes.push(Number(name));
    }
    return sizes;
  }

  async function readFrom(place: Place): Promise<KeptHead[]> {
    const sizes = await sizesIn(place);
    const found = await Promise.all(sizes.map((size) => place.files.find(`${folder}/${size}`)));
    // A file is deleted only when a newer one is there, so the folder is read again.
    if (found.includes(undefined)) return readFrom(place);
    return found.map((bytes, at) => ({
      place: `${place.name}${folder}/${sizes[at]}`,
      head: readHead(Buffer.from(bytes ?? []).toString(), config.log.origin),
    }));
  }

  async function keepIn(place: Place, { size, note }: { size: number; note: string }): Promise<void> {
    await place.files.put(`${folder}/${size}`, utf8(note), 'text/plain; charset=utf-8');
    for (const other of await sizesIn(place)) {
      if (other < size) await place.files.remove(`${folder}/${other}`);
    }
  }

  return {
    /** The signed states that are kept. Refusal: `unavailable`. */
    async read(): Promise<KeptHead[] | Refusal> {
      try {
        return (await Promise.all(places.map(readFrom))).flat();
      } catch (error) {
        if (error instanceof Problem) return error.refusal;
        throw error;
      }
    },

    /** Keeps a signed state after its commit. It never throws, because the next one will be kept too. */
    async keep(head: { size: number; note: string }): Promise<void> {
      await Promise.all(
        places.map((place) =>
          keepIn(place, head).catch((error: unknown) =>
            log.error(
              { err: error, size: head.size },
              `a head of the public log is not kept in ${place.name}${folder}`,
            ),
          ),
        ),
      );
    },
  };
}

/** The signed state in a file. Its signature is not checked here, because its hash is compared with the log. */
function readHead(note: string, origin: string): Checkpoint | undefined {
  const head = readCheckpoint(readNote(note)?.text ?? '');
  return head?.origin === origin ? head : undefined;
}
