import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { laboratory, must } from '../../testing/lab.ts';
import { describedPng, pictureBomb, telephonePhoto } from '../../testing/photos.ts';
import { labApp, type TestApp } from '../../testing/test-app.ts';

async function keptPhotos(app: TestApp): Promise<string[]> {
  const directory = join(app.platform.config.dataDirectory, 'files', 'photos');
  return (await readdir(directory).catch(() => [])).map((name) => join(directory, name));
}

describe('the server stores the photos of a vial without their metadata', () => {
  it('the server encodes a photo again, without location, time and names, and at most 1,600 pixels wide', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.ordered();
    // The photo was taken with the phone in landscape format.
    const photo = await telephonePhoto({ width: 2400, height: 1200, orientation: 6 });
    expect(Buffer.from(photo).includes('Telephone Maker')).toBe(true);
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const { photos } = await must(lab.photo(lab.analyst, order, photo, 'IMG_1.jpg'));
    expect(photos).toEqual([
      expect.objectContaining({
        width: 800,
        height: 1600,
        refused: false,
        url: `/api/photos/${photos[0]?.id}`,
      }),
    ]);

    const answer = await app.raw(photos[0]?.url ?? '', { token: lab.analyst.token });
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename="vial-/);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const bytes = Buffer.from(await answer.arrayBuffer());
    const { exif, xmp, iptc, icc, orientation, format, comments } = await sharp(bytes).metadata();
    expect({ exif, xmp, iptc, icc, orientation, comments }).toEqual({});
    expect(format).toBe('jpeg');
    for (const secret of ['Telephone Maker', 'Somebody', 'Exif', 'GPS'])
      expect(bytes.includes(secret)).toBe(false);
    // The left half becomes the top.
    const top = await sharp(bytes).extract({ left: 400, top: 200, width: 1, height: 1 }).raw().toBuffer();
    expect(top[0]).toBeGreaterThan(150);
    expect(top[2]).toBeLessThan(100);
  });

  it('texts inside a PNG photo are removed', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.ordered();
    const png = await describedPng();
    expect(Buffer.from(png).includes('51.5 N')).toBe(true);
    await must(lab.photo(lab.analyst, order, png, 'a.png'));
    const [path = ''] = await keptPhotos(app);
    const kept = await readFile(path);
    expect(kept.includes('51.5 N')).toBe(false);
    expect((await sharp(kept).metadata()).format).toBe('jpeg');
  });

  it('a photo that is sent twice is stored once, and a sample has at most eight photos', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.ordered();
    const first = await telephonePhoto();
    await must(lab.photo(lab.analyst, order, first));
    const { photos } = await must(lab.photo(lab.analyst, order, first));
    expect(photos).toHaveLength(1);
    for (let n = 1; n < 8; n += 1) {
      await must(lab.photo(lab.analyst, order, await telephonePhoto({ width: 100 + n * 10, height: 100 })));
    }
    const ninth = await lab.photo(lab.analyst, order, await telephonePhoto({ width: 50, height: 50 }));
    expect(ninth.body).toMatchObject({ code: 'invalid_fields', errors: [{ path: 'file' }] });
    const left = await must(lab.removePhoto(lab.analyst, order, photos[0]?.id ?? ''));
    expect(left.photos).toHaveLength(7);
    expect((await lab.removePhoto(lab.analyst, order, photos[0]?.id ?? '')).status).toBe(404);
  });

  it('photos cannot be added or removed during the review', async () => {
    const lab = await laboratory(await labApp());
    const order = await lab.received();
    const photo = await telephonePhoto();
    const { photos } = await must(lab.photo(lab.analyst, order, photo));
    await must(lab.save(lab.analyst, order));
    await must(lab.submit(lab.analyst, order));
    const other = await telephonePhoto({ width: 300 });
    expect((await lab.photo(lab.analyst, order, other)).body.code).toBe('wrong_state');
    expect((await lab.removePhoto(lab.analyst, order, photos[0]?.id ?? '')).body.code).toBe('wrong_state');
    await must(lab.publish(lab.reviewer, order));
    expect((await lab.photo(lab.analyst, order, other)).body.code).toBe('wrong_state');
  });

  it('a photo of a refused sample is kept, and does not count for the limit of eight', async () => {
    const lab = await laboratory(await labApp());
    const order = await lab.ordered();
    for (let n = 0; n < 8; n += 1) {
      await must(lab.photo(lab.analyst, order, await telephonePhoto({ width: 100 + n * 10, height: 100 })));
    }
    const { photos } = await must(lab.intake(lab.analyst, order, { accepted: false, rejection: 'broken' }));
    const gone = await lab.removePhoto(lab.analyst, order, photos[0]?.id ?? '');
    expect([gone.status, gone.body.code]).toEqual([409, 'wrong_state']);
    const next = await must(lab.photo(lab.analyst, order, await telephonePhoto({ width: 400 })));
    const whole = next.photos.filter(({ refused }) => !refused);
    expect([next.photos.length, whole.length]).toEqual([9, 1]);
    const left = await must(lab.removePhoto(lab.analyst, order, whole[0]?.id ?? ''));
    expect(left.photos.map(({ refused }) => refused)).toEqual(photos.map(() => true));
  });

  it('the owner can see a photo of a refused sample, but it is never published', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.ordered({ visibility: 'public' });
    await must(lab.photo(lab.analyst, order, await telephonePhoto({ width: 300 })));
    const refused = await must(
      lab.intake(lab.analyst, order, { accepted: false, rejection: 'broken', condition: 'Neck broken off' }),
    );
    expect(refused.photos).toMatchObject([{ refused: true }]);
    await must(lab.photo(lab.analyst, order, await telephonePhoto({ width: 500 })));
    await must(lab.intake(lab.analyst, order));
    await must(lab.save(lab.analyst, order));
    await must(lab.submit(lab.analyst, order));
    const { photos } = await must(lab.publish(lab.reviewer, order));

    const mine = await app.request<{ photos: unknown[]; result: { photos: unknown[] } }>(
      `/api/me/tests/${order.id}`,
      { token: order.owner.token },
    );
    expect(mine.body.photos).toHaveLength(2);
    const [broken, whole] = [true, false].map((refused) => photos.find((photo) => photo.refused === refused));
    expect(mine.body.result.photos).toMatchObject([{ id: whole?.id, refused: false }]);
    const everybody = await app.request<{ data: { result: { photos: { url: string }[] } } }>(
      `/api/tests/${order.id}`,
    );
    expect(everybody.body.data.result.photos).toMatchObject([{ url: whole?.url }]);
    expect((await app.request(broken?.url ?? '')).status).toBe(404);
    expect((await app.request(broken?.url ?? '', { token: order.owner.token })).status).toBe(200);
    const seen = await app.request(whole?.url ?? '');
    expect([seen.status, seen.headers.get('cache-control')]).toEqual([200, 'public, no-cache']);
    await must(lab.retract(lab.reviewer, order));
    expect((await app.request(whole?.url ?? '')).status).toBe(404);
  });
});

describe('security 18 (5.2.1-3): invalid photos are refused', () => {
  it('a file that is not a picture is refused, and is not stored', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.ordered();
    const whole = await telephonePhoto();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>';
    for (const [bytes, words] of [
      ['just words', /not a photo/],
      [svg, /not a photo/],
      ['GIF89a\u0001\u0000\u0001\u0000', /not a photo/],
      ['%PDF-1.7', /not a photo/],
      ['', /not a photo/],
      ['\0\0\0\u0018ftypheic\0\0\0\0', /HEIC.*as JPEG/],
      [whole.slice(0, 20), /damaged or cut off/],
      [whole.slice(0, Math.floor(whole.length / 2)), /damaged or cut off/],
      [new Uint8Array([0xff, 0xd8, 0xff, ...new Uint8Array(500)]), /damaged or cut off/],
      [new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]), /damaged or cut off/],
    ] as const) {
      const answer = await lab.photo(lab.analyst, order, bytes);
      expect([answer.status, answer.body.code]).toEqual([422, 'file_type']);
      expect(answer.body.detail).toMatch(words);
    }
    expect(await keptPhotos(app)).toEqual([]);
    expect((await must(lab.detail(lab.analyst, order))).photos).toEqual([]);
  });

  it('a photo with too many pixels is refused before it is unpacked', async () => {
    const lab = await laboratory(await labApp());
    const order = await lab.ordered();
    const bomb = pictureBomb(9_000);
    expect(bomb.length).toBeLessThan(1_000_000);
    const before = process.memoryUsage().rss;
    const answer = await lab.photo(lab.analyst, order, bomb, 'bomb.png');
    expect(answer.body).toMatchObject({ status: 413, code: 'too_large' });
    expect(answer.body.detail).toContain('64 million');
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
    const large = new Uint8Array(10 * 1024 * 1024 + 1);
    large.set([0xff, 0xd8, 0xff]);
    expect((await lab.photo(lab.analyst, order, large)).status).toBe(413);
  });
});
