import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { describedPng, telephonePhoto } from '../../../testing/photos.ts';
import { withoutMetadata } from './picture-metadata.ts';

const strip = (type: 'jpeg' | 'png', bytes: Uint8Array) =>
  Buffer.from(withoutMetadata(`image/${type}`, bytes) ?? []);
const pixels = (bytes: Uint8Array) => sharp(bytes).autoOrient().raw().toBuffer();
const segment = (marker: number, content: string) => {
  const body = Buffer.from(content, 'latin1');
  return Buffer.concat([Buffer.from([0xff, marker, 0, 0]).fill(body.length + 2, 3), body]);
};
/** Inserts parts after the first two bytes of a JPEG. */
const withSegments = (jpeg: Uint8Array, ...segments: Buffer[]) =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);

describe('metadata is removed from a JPEG', () => {
  it.each([1, 3, 6, 8])(
    'a JPEG turned by %d keeps its orientation and pixels, and loses location, camera maker and name',
    async (orientation) => {
      const photo = await telephonePhoto({ width: 120, height: 60, orientation });
      const bare = strip('jpeg', photo);
      for (const secret of ['Telephone Maker', 'Somebody']) {
        expect(Buffer.from(photo).includes(secret)).toBe(true);
        expect(bare.includes(secret)).toBe(false);
      }
      expect((await sharp(bare).metadata()).orientation ?? 1).toBe(orientation);
      expect((await pixels(bare)).equals(await pixels(photo))).toBe(true);
      expect(strip('jpeg', bare).equals(bare)).toBe(true);
    },
  );

  it('a JPEG keeps its colour profile, and loses comments, data of other programs and a second picture', async () => {
    const plain = await sharp(await telephonePhoto({ width: 90, height: 70 }))
      .withIccProfile('p3')
      .jpeg({ progressive: true })
      .toBuffer();
    const photo = Buffer.concat([
      withSegments(
        plain,
        segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0SECRET'),
        segment(0xe2, 'MPF\0SECRET'),
        segment(0xed, 'Photoshop 3.0\0SECRET'),
        segment(0xfe, 'SECRET'),
      ),
      plain,
      Buffer.from('SECRET'),
    ]);
    const bare = strip('jpeg', photo);
    expect(bare.includes('SECRET')).toBe(false);
    expect(bare.length).toBeLessThanOrEqual(plain.length);
    expect((await sharp(bare).metadata()).icc).toEqual((await sharp(plain).metadata()).icc);
    expect((await pixels(bare)).equals(await pixels(plain))).toBe(true);
  });

  it('a JPEG keeps no thumbnail, and no text in its colour segments', async () => {
    const plain = await telephonePhoto({ width: 90, height: 70 });
    const jfif = (tail: string) => segment(0xe0, `JFIF\0\x01\x02\0\0\x48\0\x48${tail}`);
    const adobe = (tail: string) => segment(0xee, `Adobe\0\x64\0\0\0\0\x01${tail}`);
    const photo = withSegments(
      plain,
      jfif('\x01\x02SECRET'),
      segment(0xe0, 'JFXX\0\x13\x01\x02SECRET'),
      adobe('SECRET'),
      segment(0xee, 'Other SECRET'),
    );
    const bare = strip('jpeg', photo);
    expect(photo.includes('SECRET')).toBe(true);
    expect(bare.includes('SECRET')).toBe(false);
    for (const kept of [jfif('\0\0'), adobe('')]) expect(bare.includes(kept)).toBe(true);
    expect((await pixels(bare)).equals(await pixels(photo))).toBe(true);
  });

  it('a JPEG that is cut off or damaged gives undefined', async () => {
    const photo = await telephonePhoto({ width: 64, height: 64 });
    for (const length of [3, 20, photo.length - 2]) {
      expect(withoutMetadata('image/jpeg', photo.subarray(0, length)), `${length} bytes`).toBeUndefined();
    }
    const empty = (count: number) => withSegments(photo, Buffer.alloc(4 * count, segment(0xfe, '')));
    expect(withoutMetadata('image/jpeg', empty(1_000))).toBeDefined();
    expect(withoutMetadata('image/jpeg', empty(10_001))).toBeUndefined();
    expect(
      withoutMetadata('image/jpeg', Uint8Array.of(0xff, 0xd8, 0xff, 0xe1, 0, 1, 0xff, 0xd9)),
    ).toBeUndefined();
  });
});

describe('metadata is removed from a PNG', () => {
  it('a PNG keeps its pixels, and loses its texts and the bytes after its end', async () => {
    const png = await describedPng({ width: 40, height: 30 });
    const bare = strip('png', Buffer.concat([png, Buffer.from('SECRET')]));
    expect(bare.includes('51.5 N') || bare.includes('SECRET')).toBe(false);
    expect((await pixels(bare)).equals(await pixels(png))).toBe(true);
    expect(withoutMetadata('image/png', png.subarray(0, png.length - 1))).toBeUndefined();
  });

  it.each([1, 3, 6, 8])(
    'a PNG turned by %d keeps its orientation, and loses camera maker and name',
    async (orientation) => {
      const png = await sharp(await telephonePhoto({ width: 40, height: 30, orientation }))
        .keepMetadata()
        .png()
        .toBuffer();
      const bare = strip('png', png);
      expect([png.includes('Somebody'), bare.includes('Somebody')]).toEqual([true, false]);
      expect((await sharp(bare).metadata()).orientation ?? 1).toBe(orientation);
      expect((await pixels(bare)).equals(await pixels(png))).toBe(true);
      expect(strip('png', bare).equals(bare)).toBe(true);
    },
  );
});

it('removing metadata always ends, and doing it a second time changes nothing', () => {
  const start = fc.constantFrom([0xff, 0xd8, 0xff], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const some = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc
      .array(fc.constantFrom(0xff, 0xe1, 0xda, 0xd9, 0, 4, 0x45, 0x78, 0x69, 0x66), { maxLength: 200 })
      .map((all) => Uint8Array.from(all)),
  );
  fc.assert(
    fc.property(start, some, fc.constantFrom('image/jpeg', 'image/png'), (head, rest, type) => {
      const bare = withoutMetadata(type, Uint8Array.of(...head, ...rest));
      if (bare) expect(withoutMetadata(type, bare)).toEqual(bare);
    }),
  );
});

it('files of other types stay unchanged', () => {
  const bytes = Uint8Array.of(1, 2, 3);
  expect(withoutMetadata('application/pdf', bytes)).toBe(bytes);
});
