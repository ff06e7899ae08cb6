import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { listOrphans, listStoredFiles } from '../../platform/files/stored-files.ts';
import { laboratory, must } from '../../testing/lab.ts';
import {
  photographed,
  photosOutside,
  pixelOf,
  publishedWithPhoto,
  sha256Of,
} from '../../testing/photographed.ts';
import { telephonePhoto } from '../../testing/photos.ts';
import { labApp } from '../../testing/test-app.ts';

const REASON = 'An address is readable on the label';
const BOX = { x: 10, y: 20, width: 200, height: 100 };

describe('an address or a face on a photo is blackened before the publication', () => {
  it('before a publication, a photo is blackened at once and the original destroyed', async () => {
    const { app, lab, order, id, row, rowOf, bytesOf } = await photographed(await labApp());
    const { photos } = await must(lab.redactPhoto(lab.admin, order, id, [BOX], REASON));
    expect(photos[0]).toMatchObject({
      id,
      width: 640,
      height: 600,
      proposal: null,
      redactions: [
        {
          sha256: row.sha256,
          size_bytes: row.size_bytes,
          reason: REASON,
          by: expect.any(String),
          confirmed_by: null,
          at: app.clock.now().toISOString(),
        },
      ],
    });
    const copy = await bytesOf(lab.analyst.token);
    const { width, height } = await sharp(copy).metadata();
    expect([width, height]).toEqual([640, 600]);
    expect(await pixelOf(copy, 100, 70)).toBeLessThan(8);
    expect(await pixelOf(copy, 300, 300)).toBeGreaterThan(190);
    expect((await rowOf()).sha256).toBe(sha256Of(copy));

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

    const face = await lab.redactPhoto(
      lab.admin,
      order,
      id,
      [{ ...BOX, x: 400 }],
      'A face is seen in the glass',
    );
    expect(face.body.data.photos[0]?.redactions.map(({ reason }) => reason)).toEqual([
      REASON,
      'A face is seen in the glass',
    ]);
    // This certificate lists the blackened copy, so it needs no note.
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    const [everybody] = await photosOutside(app, order);
    expect(everybody).toEqual([expect.not.objectContaining({ redacted_after_issue: expect.anything() })]);
  });

  it('the original is destroyed even if the file store did not answer at first', async () => {
    const { app, lab, order, id, row } = await photographed(await labApp());
    const { files } = app.platform;
    const remove = files.remove.bind(files);
    let tries = 0;
    files.remove = (key) => {
      tries += 1;
      return tries === 1 ? Promise.reject(new Error('the store is away')) : remove(key);
    };
    await must(lab.redactPhoto(lab.admin, order, id, [BOX], REASON));
    await expect(app.jobs.drain()).rejects.toThrow();
    expect(await files.find(row.file_key)).toBeDefined();
    await app.platform.db.pool.query("UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'");
    await app.jobs.drain();
    expect(await files.find(row.file_key)).toBeUndefined();
  });

  it('only an admin with a reason can blacken a photo, and the database refuses to change this record', async () => {
    const { app, lab, order, id, row } = await publishedWithPhoto(await labApp());
    for (const person of [lab.analyst, lab.reviewer]) {
      expect((await lab.redactPhoto(person, order, id, [BOX], REASON)).status).toBe(403);
    }
    expect((await lab.redactPhoto(lab.customer, order, id, [BOX], REASON)).status).toBe(404);
    expect((await lab.redactPhoto(lab.admin, order, id, [BOX], '')).status).toBe(422);
    expect((await lab.redactPhoto(lab.admin, order, 'none', [BOX], REASON)).status).toBe(404);
    // Staff cannot upload a picture that they blackened themselves.
    const form = new FormData();
    form.set('file', new Blob([await telephonePhoto({ width: 320 })]), 'other.jpg');
    const other = await app.raw(`/api/lab/requests/${order.id}/photos/${id}/redacted?reason=${REASON}`, {
      method: 'PUT',
      body: form,
      token: lab.admin.token,
    });
    expect(other.status).toBe(404);
    const { pool } = app.platform.db;
    const change = (set: string) => pool.query(`UPDATE sample_photo SET ${set} WHERE id = $1`, [id]);
    await expect(change("file_key = 'photos/other'")).rejects.toThrow('a photo keeps its file');
    await expect(change("sha256 = repeat('0', 64)")).rejects.toThrow('a photo keeps its file');
    await expect(change('taken_at = now()')).rejects.toThrow('a photo keeps its file');
    // After a publication, one person alone cannot blacken a photo.
    await pool.query(
      `INSERT INTO photo_redaction (photo_id, destroyed_key, destroyed_sha256, destroyed_bytes, reason, by_id, at)
       SELECT $1, $2, $3, $4, 'A reason', taken_by, now() FROM sample_photo WHERE id = $1`,
      [id, row.file_key, row.sha256, row.size_bytes],
    );
    await expect(change("file_key = 'photos/other'")).rejects.toThrow('a photo keeps its file');
    expect(await app.platform.files.find(row.file_key)).toBeDefined();
  });

  it('at most 50 boxes blacken a photo, and they hide a part of it but not all', async () => {
    const { lab, order, id } = await photographed(await labApp());
    const tried = (boxes: (typeof BOX)[]) => lab.redactPhoto(lab.admin, order, id, boxes, REASON);
    for (const [boxes, path] of [
      [[], 'boxes'],
      [Array.from({ length: 51 }, () => BOX), 'boxes'],
      [[{ ...BOX, x: -1 }], 'boxes.0.x'],
      [[{ ...BOX, y: 0.5 }], 'boxes.0.y'],
      [[BOX, { ...BOX, width: 0 }], 'boxes.1.width'],
      [[{ ...BOX, height: 1e300 }], 'boxes.0.height'],
      [[BOX, { x: 500, y: 0, width: 141, height: 10 }], 'boxes.1'],
      [[{ x: 0, y: 600, width: 1, height: 1 }], 'boxes.0'],
      [[{ x: 0, y: 0, width: 640, height: 600 }], 'boxes'],
      [
        [
          { x: 0, y: 0, width: 320, height: 600 },
          { x: 300, y: 0, width: 340, height: 600 },
        ],
        'boxes',
      ],
    ] as const) {
      const answer = await tried([...boxes]);
      expect([answer.status, answer.body.code, answer.body.errors?.[0]?.path]).toEqual([
        422,
        'invalid_fields',
        path,
      ]);
    }
    const whole = await must(tried([{ x: 0, y: 0, width: 640, height: 599 }]));
    expect(whole.photos[0]).toMatchObject({ width: 640, height: 600 });
    const again = await tried([BOX]);
    expect(again.body.errors).toEqual([
      { path: 'boxes', message: 'These boxes cover only what is black already.' },
    ]);
  });

  it('a photo can be removed only with a reason, which is stored', async () => {
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
