import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { listOrphans, listStoredFiles } from '../../platform/stored-files.ts';
import { laboratory, must } from '../../testing/lab.ts';
import { telephonePhoto } from '../../testing/photos.ts';
import { labApp, type TestApp, testApp } from '../../testing/test-app.ts';

const REASON = 'The address of the sender.';

/** A published result with a photo. */
async function photographed(app: TestApp) {
  const lab = await laboratory(app);
  const order = await lab.received({ visibility: 'public' });
  await must(lab.save(lab.analyst, order));
  const { photos } = await must(lab.photo(lab.analyst, order, await telephonePhoto({ width: 640 })));
  await must(lab.submit(lab.analyst, order));
  await must(lab.publish(lab.reviewer, order));
  const id = photos[0]?.id ?? '';
  const { rows } = await app.platform.db.pool.query<{ file_key: string; sha256: string; size_bytes: number }>(
    'SELECT file_key, sha256, size_bytes FROM sample_photo WHERE id = $1',
    [id],
  );
  const [row] = rows;
  if (!row) throw new Error('there is no photo');
  const shown = async () => new Uint8Array(await (await app.raw(`/api/photos/${id}`)).arrayBuffer());
  const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  return { lab, order, id, row, shown, sha256Of };
}

describe('a photo that shows an address or a face', () => {
  it('is replaced by a redacted copy, and the original is destroyed; its hash and the reason stay', async () => {
    const app = await testApp();
    const { lab, order, id, row, shown, sha256Of } = await photographed(app);
    const before = await shown();
    expect(sha256Of(before)).toBe(row.sha256);
    // Larger than any JSON body may be.
    const copy = Buffer.concat([await telephonePhoto({ width: 320 }), Buffer.alloc(2_000_000)]);
    const { photos } = await must(lab.redactPhoto(lab.admin, order, id, copy, REASON));
    expect(photos[0]).toMatchObject({
      id,
      width: 320,
      redactions: [
        {
          sha256: row.sha256,
          size_bytes: row.size_bytes,
          reason: REASON,
          by: expect.any(String),
          at: app.clock.now().toISOString(),
        },
      ],
    });
    expect(sha256Of(await shown())).not.toBe(row.sha256);
    await app.jobs.drain();
    expect(await app.platform.files.find(row.file_key)).toBeUndefined();
    const keys: string[] = [];
    for await (const { key } of listStoredFiles(app.platform.db.pool)) {
      expect(await app.platform.files.stat(key), key).toBeDefined();
      keys.push(key);
    }
    expect(keys).not.toContain(row.file_key);
    for await (const key of listOrphans(app.platform, { olderThanDays: 0 }))
      expect(key).not.toMatch(/^photos/);

    // Once more, and the same copy again is refused.
    expect((await lab.redactPhoto(lab.admin, order, id, copy, REASON)).body).toMatchObject({
      code: 'invalid_fields',
      errors: [{ path: 'file' }],
    });
    const again = await must(
      lab.redactPhoto(lab.admin, order, id, await telephonePhoto({ width: 200 }), 'A face.'),
    );
    expect(again.photos[0]?.redactions.map(({ reason }) => reason)).toEqual([REASON, 'A face.']);
  });

  it('is gone although the store did not answer at first', async () => {
    const app = await testApp();
    const { lab, order, id, row } = await photographed(app);
    const { files } = app.platform;
    const remove = files.remove.bind(files);
    let tries = 0;
    files.remove = (key) => {
      tries += 1;
      return tries === 1 ? Promise.reject(new Error('the store is away')) : remove(key);
    };
    await must(lab.redactPhoto(lab.admin, order, id, await telephonePhoto({ width: 320 }), REASON));
    await expect(app.jobs.drain()).rejects.toThrow();
    expect(await files.find(row.file_key)).toBeDefined();
    await app.platform.db.pool.query("UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'");
    await app.jobs.drain();
    expect(await files.find(row.file_key)).toBeUndefined();
  });

  it('is redacted by an admin with a reason, and changed by nobody else, in the database neither', async () => {
    const app = await testApp();
    const { lab, order, id, row } = await photographed(app);
    const copy = await telephonePhoto({ width: 320 });
    for (const person of [lab.analyst, lab.reviewer]) {
      expect((await lab.redactPhoto(person, order, id, copy, REASON)).status).toBe(403);
    }
    expect((await lab.redactPhoto(lab.customer, order, id, copy, REASON)).status).toBe(404);
    expect((await lab.redactPhoto(lab.admin, order, id, copy, '')).status).toBe(422);
    expect((await lab.redactPhoto(lab.admin, order, id, 'no picture', REASON)).body.code).toBe('file_type');
    const change = (set: string) =>
      app.platform.db.pool.query(`UPDATE sample_photo SET ${set} WHERE id = $1`, [id]);
    await expect(change("file_key = 'photos/other'")).rejects.toThrow('a photo keeps its file');
    await expect(change("sha256 = repeat('0', 64)")).rejects.toThrow('a photo keeps its file');
    await expect(change('taken_at = now()')).rejects.toThrow('a photo keeps its file');
    expect(await app.platform.files.find(row.file_key)).toBeDefined();
  });

  it('is taken out with a reason', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    const { photos } = await must(lab.photo(lab.analyst, order, await telephonePhoto()));
    const id = photos[0]?.id ?? '';
    expect((await lab.removePhoto(lab.analyst, order, id, '')).status).toBe(422);
    await must(lab.removePhoto(lab.analyst, order, id, 'Another vial.'));
    const { rows } = await app.platform.db.pool.query(
      'SELECT remove_reason FROM sample_photo WHERE id = $1',
      [id],
    );
    expect(rows).toEqual([{ remove_reason: 'Another vial.' }]);
  });
});
