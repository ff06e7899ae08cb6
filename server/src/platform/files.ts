import { resolve } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Config } from './config.ts';
import type { Logger } from './log.ts';
import { Problem, refuse } from './refusal.ts';

export type Files = {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  get(key: string): Promise<Uint8Array>;
  remove(key: string): Promise<void>;
};

/**
 * Stored files under generated keys: on disk below DATA_DIR, or in an S3-compatible bucket when one is configured. A
 * store that does not answer, or no longer takes our key, is refused as unavailable: nothing is kept, nothing is shown.
 */
export async function openFiles(config: Config, log: Logger): Promise<Files> {
  const disk = new Disk(await driverOf(config));
  async function tried<T>(what: string, key: string, work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      log.error({ err: error, key }, `the file store failed to ${what} a file`);
      throw new Problem(
        refuse('unavailable', 'The file store does not answer right now. Please try again.', {
          retryAfterSeconds: 30,
        }),
      );
    }
  }
  return {
    put: (key, bytes, contentType) => tried('keep', key, disk.put(key, bytes, { contentType })),
    get: (key) => tried('give', key, disk.getBytes(key)),
    remove: (key) => tried('remove', key, disk.delete(key)),
  };
}

async function driverOf(config: Config) {
  if (!config.s3) {
    return new FSDriver({ location: resolve(config.dataDirectory, 'files'), visibility: 'private' });
  }
  // The AWS packages are an optional peer: only an installation that names a bucket needs them.
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
