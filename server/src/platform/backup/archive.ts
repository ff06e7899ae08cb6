import { createHash, type Hash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { syncDirectory } from '../files/durable-disk.ts';
import { StartupProblem } from '../startup-problem.ts';

/** One file of an archive, with all its bytes in memory. */
export type Entry = { name: string; bytes: Uint8Array };
export type ArchiveWriter = { add(name: string, content: Uint8Array | string): Promise<void> };

/** The last entry has a hash of all others. Without it, an archive is incomplete. */
const END = 'end.json';

const digestEntry = (hash: Hash, { name, bytes }: Entry) =>
  hash.update(`${name}\n${bytes.length}\n`).update(bytes);

/**
 * Writes an archive (tar, gzip) that only its owner can read. It gets its final name when it is complete.
 * @throws StartupProblem if `path` exists.
 */
export async function writeArchive(
  path: string,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
  if (await exists(path)) throw new StartupProblem(`${path} exists. A backup is never written over another.`);
  const draft = `${path}.${randomUUID()}`;
  const tar = pack();
  const written = pipeline(tar, createGzip(), createWriteStream(draft, { flags: 'wx', mode: 0o600 }));
  // No code waits for the result yet, but a full disk must not end the process.
  written.catch((error: Error) => tar.destroy(error));
  const hash = createHash('sha256');
  let count = 0;
  const write = (name: string, bytes: Uint8Array) =>
    new Promise<void>((done, failed) => {
      tar.once('error', failed);
      tar.entry({ name, size: bytes.length }, Buffer.from(bytes), (error) => {
        tar.off('error', failed);
        if (error) failed(error);
        else done();
      });
    });
  try {
    await fill({
      async add(name, content) {
        const bytes = typeof content === 'string' ? Buffer.from(content) : content;
        digestEntry(hash, { name, bytes });
        count += 1;
        await write(name, bytes);
      },
    });
    await write(END, Buffer.from(JSON.stringify({ entries: count, sha256: hash.digest('hex') })));
    tar.finalize();
    await written;
    await sync(draft);
    await rename(draft, path);
    await syncDirectory(dirname(resolve(path)));
  } catch (error) {
    tar.destroy();
    await rm(draft, { force: true });
    throw error;
  }
}

/**
 * The entries of an archive in order.
 * @throws StartupProblem if it is incomplete, changed or no backup.
 */
export async function* readArchive(path: string): AsyncGenerator<Entry> {
  if (!(await exists(path))) throw new StartupProblem(`There is no file ${path}.`);
  const tar = extract();
  const unpacked = pipeline(createReadStream(path), createGunzip(), tar);
  unpacked.catch((error: Error) => tar.destroy(error));
  const hash = createHash('sha256');
  let count = 0;
  let end: unknown;
  try {
    for await (const entry of tar) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of entry) chunks.push(chunk as Uint8Array);
      const read = { name: entry.header.name, bytes: Buffer.concat(chunks) };
      if (read.name === END) {
        end = JSON.parse(read.bytes.toString());
        continue;
      }
      digestEntry(hash, read);
      count += 1;
      yield read;
    }
    await unpacked;
  } catch (error) {
    if (error instanceof StartupProblem) throw error;
    throw new StartupProblem(`${path} is no whole backup: ${error instanceof Error ? error.message : error}`);
  }
  const whole = JSON.stringify({ entries: count, sha256: hash.digest('hex') });
  if (JSON.stringify(end) !== whole)
    throw new StartupProblem(`${path} is no whole backup: it was cut off or changed.`);
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
