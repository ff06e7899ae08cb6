import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { laboratory, must } from '../../testing/lab.ts';
import { telephonePhoto } from '../../testing/photos.ts';
import { s3Bucket } from '../../testing/s3-bucket.ts';
import { scratchDirectory } from '../../testing/scratch.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { asOwner } from '../../testing/test-database.ts';
import { DurableDisk } from './durable-disk.ts';
import { HEADS_FOLDER, listStoredFiles, sweepOrphans, tablesWithFiles } from './stored-files.ts';

const DAY_MS = 86_400_000;

/** All files but the signed states of the public log. */
async function filesOf({ platform }: TestApp): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of platform.files.list()) {
    if (!key.startsWith(`${HEADS_FOLDER}/`)) keys.push(key);
  }
  return keys.sort();
}

async function rowsOf({ platform }: TestApp): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of listStoredFiles(platform.bulkDb.pool)) keys.push(key);
  return keys.sort();
}

/** A published test with a photo, a file and a chromatogram, its correction, and an upload that nobody uses. */
async function storeFiles(app: TestApp) {
  const lab = await laboratory(app);
  const order = await lab.received();
  await must(lab.photo(lab.analyst, order, await telephonePhoto()));
  await must(lab.attach(lab.analyst, order, 'a,b\n1,2\n', 'a.csv'));
  await must(lab.chromatogram(lab.analyst, order));
  const { version } = (await must(lab.detail(lab.analyst, order))).draft ?? { version: 0 };
  await must(lab.save(lab.analyst, order, { version }));
  await must(lab.submit(lab.analyst, order));
  await must(lab.publish(lab.reviewer, order));
  // The correction uses the same file.
  await must(lab.amend(lab.analyst, order));
  const other = await lab.received();
  const { photos } = await must(lab.photo(lab.analyst, other, await telephonePhoto()));
  await must(lab.removePhoto(lab.analyst, other, photos[0]?.id ?? ''));
  await asOwner(app, 'ALTER TABLE result_attachment ADD CHECK (size_bytes < 0) NOT VALID');
  expect((await lab.attach(lab.analyst, other, 'a,b\n', 'a.csv')).status).toBe(500);
}

describe('files are stored with rows in the database', { timeout: 60_000 }, () => {
  for (const store of ['on disk', 'in a bucket']) {
    it(`in ${store}, files without a row are deleted after a day, and no other files`, async () => {
      const app = await testApp(store === 'on disk' ? {} : (await s3Bucket()).settings);
      await storeFiles(app);
      const named = await rowsOf(app);
      expect([...new Set(named.map((key) => key.replace(/\/.*/, '')))]).toEqual([
        'attachments',
        'certificates',
        'photos',
        'raw',
      ]);
      const before = await filesOf(app);
      expect(before).toEqual(expect.arrayContaining(named));
      expect(before).toHaveLength(named.length + 1);
      // An upload is stored before the row that names it.
      app.clock.advance(DAY_MS - 60_000);
      expect(await sweepOrphans(app.platform)).toBe(0);
      app.clock.advance(120_000);
      expect(await sweepOrphans(app.platform)).toBe(1);
      expect(await filesOf(app)).toEqual(named);
    });
  }

  it('each stored file has the length and the hash that its row states', async () => {
    const app = await testApp();
    await storeFiles(app);
    for await (const { key, sha256, bytes } of listStoredFiles(app.platform.bulkDb.pool)) {
      const file = await app.platform.files.get(key);
      expect([file.length, createHash('sha256').update(file).digest('hex')]).toEqual([bytes, sha256]);
      expect(await app.platform.files.stat(key)).toMatchObject({ bytes });
    }
    expect(await app.platform.files.stat('photos/none')).toBeUndefined();
  });

  it('every table with files has the same columns for them, with an index', async () => {
    const app = await testApp();
    const { pool } = app.platform.db;
    const tables = await tablesWithFiles(pool);
    expect(tables).toEqual([
      'blank',
      'certificate',
      'chromatogram',
      'injection',
      'photo_redaction_proposal',
      'result_attachment',
      'sample_photo',
      'spectrum',
      'trace_import',
    ]);
    for (const table of tables) {
      const { rows } = await pool.query<{ name: string }>(
        "SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 AND column_name IN ('sha256', 'size_bytes')",
        [table],
      );
      expect(rows, table).toHaveLength(2);
      const indexes = await pool.query(
        "SELECT FROM pg_indexes WHERE tablename = $1 AND indexdef LIKE '%(file_key)%'",
        [table],
      );
      expect(indexes.rowCount, table).toBe(1);
    }
  });
});

describe('a stored file gets its name only when it is complete', () => {
  it('a file gets its final name only after it is complete', async () => {
    const location = await scratchDirectory('files');
    const disk = new DurableDisk({ location, visibility: 'private' });
    const bytes = new Uint8Array(3_000_000).fill(7);
    await disk.put('photos/one', bytes);
    await disk.put('photos/one', bytes.subarray(0, 10));
    expect(await readdir(join(location, 'photos'))).toEqual(['one']);
    expect(await disk.getBytes('photos/one')).toHaveLength(10);
    // A folder already has this name, so the temporary file stays.
    await disk.put('photos/two/three', bytes);
    await expect(disk.put('photos/two', bytes)).rejects.toThrow();
    expect(await readdir(join(location, 'photos'))).toHaveLength(3);
  });
});
