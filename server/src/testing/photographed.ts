import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { laboratory, must, type Ordered } from './lab.ts';
import type { Person } from './open-app.ts';
import { telephonePhoto } from './photos.ts';
import type { TestApp } from './test-app.ts';

type Row = { file_key: string; sha256: string; size_bytes: number };

const PHOTO = await telephonePhoto({ width: 640 });

export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A sample in the laboratory with a photo of 640 × 600 pixels, and calls for the photo. */
export async function photographed(
  app: TestApp,
  wishes: { by?: Person; visibility?: 'public' | 'private' } = {},
) {
  const lab = await laboratory(app);
  const order = await lab.received({ visibility: 'public', ...wishes });
  await must(lab.save(lab.analyst, order));
  const { photos } = await must(lab.photo(lab.analyst, order, PHOTO));
  const id = photos[0]?.id ?? '';
  const rowOf = async (): Promise<Row> => {
    const { rows } = await app.platform.db.pool.query<Row>(
      'SELECT file_key, sha256, size_bytes FROM sample_photo WHERE id = $1',
      [id],
    );
    if (!rows[0]) throw new Error('there is no photo');
    return rows[0];
  };
  const shown = async (token?: string, path = `/api/photos/${id}`) =>
    app.raw(path, token === undefined ? {} : { token });
  const bytesOf = async (token?: string, path?: string) =>
    new Uint8Array(await (await shown(token, path)).arrayBuffer());
  return { app, lab, order, id, row: await rowOf(), rowOf, shown, bytesOf };
}

/** A sample with a photo, whose result is published. */
export async function publishedWithPhoto(app: TestApp) {
  const sample = await photographed(app);
  await must(sample.lab.submit(sample.lab.analyst, sample.order));
  await must(sample.lab.publish(sample.lab.reviewer, sample.order));
  return sample;
}

/** The highest of the three colour values of a pixel, 0 to 255. */
export async function pixelOf(bytes: Uint8Array, left: number, top: number): Promise<number> {
  const pixel = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  return Math.max(...pixel);
}

/** The photos that the public answer contains, and those that the owner's answer contains. */
export async function photosOutside(app: TestApp, order: Ordered) {
  type Photos = { id: string; redacted_after_issue?: { sha256: string; text: string }[] }[];
  const everybody = await app.request<{ data: { result: { photos: Photos } } }>(`/api/tests/${order.id}`);
  const mine = await app.request<{ photos: Photos; result: { photos: Photos } }>(
    `/api/me/tests/${order.id}`,
    {
      token: order.owner.token,
    },
  );
  return [everybody.body.data.result.photos, mine.body.photos, mine.body.result.photos];
}
