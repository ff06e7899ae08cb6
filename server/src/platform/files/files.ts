import { resolve } from 'node:path';
import { Disk } from 'flydrive';
import type { Config } from '../config/config.ts';
import { type Figures, type Measure, notMeasured } from '../figures.ts';
import type { Logger } from '../log.ts';
import { Problem, refuse } from '../refusal.ts';
import { DurableDisk } from './durable-disk.ts';

export type StoredSize = { bytes: number; changedAt: Date };
export type Files = {
  /** Stores a file before the row that names it is committed. A file that no row names is removed later. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  get(key: string): Promise<Uint8Array>;
  /** As `get`, but undefined if the file is missing. */
  find(key: string): Promise<Uint8Array | undefined>;
  /** Length and hash of a file. Undefined if it is missing. */
  stat(key: string): Promise<StoredSize | undefined>;
  remove(key: string): Promise<void>;
  /** All keys, or those in a folder. */
  list(folder?: string): AsyncGenerator<string>;
};

const MISSING = new Set(['ENOENT', 'NotFound', 'NoSuchKey']);

/** Stored files with generated names, below DATA_DIR or in S3. If S3 does not answer, calls get `unavailable`. */
export async function openFiles(
  config: Pick<Config, 's3' | 'dataDirectory'>,
  log: Pick<Logger, 'error'>,
  figures?: Figures,
): Promise<Files> {
  const measured = config.s3 && figures ? figures.outside('s3', isMissing) : notMeasured;
  return filesOn(new Disk(await driverOf(config)), log, measured);
}

/** Files in a directory of this machine. */
export const openFolder = (location: string, log: Pick<Logger, 'error'>): Files =>
  filesOn(
    new Disk(new DurableDisk({ location: resolve(location), visibility: 'private' })),
    log,
    notMeasured,
  );

function filesOn(disk: Disk, log: Pick<Logger, 'error'>, measured: Measure): Files {
  async function tried<T>(what: string, key: string, work: () => Promise<T>): Promise<T> {
    try {
      return await measured(work);
    } catch (error) {
      log.error({ err: error, key }, `the file store failed to ${what} a file`);
      throw new Problem(
        refuse('unavailable', 'The file store does not answer right now. Please try again.', {
          retryAfterSeconds: 30,
        }),
      );
    }
  }
  async function stat(key: string): Promise<StoredSize | undefined> {
    const found = await unlessMissing(disk.getMetaData(key));
    return found && { bytes: found.contentLength, changedAt: found.lastModified };
  }
  return {
    put: (key, bytes, contentType) => tried('keep', key, () => disk.put(key, bytes, { contentType })),
    get: (key) => tried('give', key, () => disk.getBytes(key)),
    find: (key) => tried('give', key, () => unlessMissing(disk.getBytes(key))),
    stat: (key) => tried('find', key, () => stat(key)),
    remove: (key) => tried('remove', key, () => disk.delete(key)),
    async *list(folder = '/') {
      for (let page: string | undefined; ; ) {
        const ask = { recursive: true, ...(page ? { paginationToken: page } : {}) };
        const found = await tried('list', folder, () => unlessMissing(disk.listAll(folder, ask)));
        for (const object of found?.objects ?? []) if (object.isFile) yield object.key;
        page = found?.paginationToken;
        if (!page) return;
      }
    },
  };
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Whether an error means that a file is missing. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return MISSING.has(code) || MISSING.has(error.name) || isMissing(error.cause);
}

async function driverOf(config: Pick<Config, 's3' | 'dataDirectory'>) {
  if (!config.s3) {
    return new DurableDisk({ location: resolve(config.dataDirectory, 'files'), visibility: 'private' });
  }
  // Only installations with S3 need these packages.
  const { S3Driver } = await import('flydrive/drivers/s3');
  return new S3Driver({
    credentials: { accessKeyId: config.s3.accessKeyId, secretAccessKey: config.s3.secretAccessKey },
    region: config.s3.region,
    bucket: config.s3.bucket,
    ...(config.s3.endpoint ? { endpoint: config.s3.endpoint, forcePathStyle: true } : {}),
    supportsACL: false,
    visibility: 'private',
  });
}
