import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

type Bytes = Uint8Array<ArrayBuffer>;
const bytesOf = async (picture: Sharp): Promise<Bytes> => new Uint8Array(await picture.toBuffer());

/** A picture with a red left half and a blue right half, so that a rotation is visible. */
function twoHalves(width: number, height: number): Sharp {
  const half = { width: Math.floor(width / 2), height, channels: 3 as const, background: '#d02020' };
  return sharp({ create: { width, height, channels: 3, background: '#2020d0' } }).composite([
    { input: { create: half }, left: 0, top: 0 },
  ]);
}

/**
 * A photo as from a phone, with place, time and device in its EXIF data. `orientation` is the EXIF number of the
 * rotation.
 */
export function telephonePhoto({ width = 800, height = 600, orientation = 1 } = {}): Promise<Bytes> {
  return bytesOf(
    twoHalves(width, height)
      .withExif({
        IFD0: { Make: 'Telephone Maker', Artist: 'Somebody', Orientation: String(orientation) },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '51/1 30/1 0/1',
          GPSLongitudeRef: 'W',
          GPSLongitude: '0/1 7/1 0/1',
        },
      })
      .withMetadata({ orientation })
      .jpeg({ quality: 90 }),
  );
}

/** A PNG picture with the place in a text field. */
export async function describedPng({ width = 400, height = 300 } = {}): Promise<Bytes> {
  const png = Buffer.from(await bytesOf(twoHalves(width, height).png()));
  const content = Buffer.from('tEXtComment\0Taken at 51.5 N', 'latin1');
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length - 4);
  check.writeUInt32BE(crc32(content));
  // After the first 33 bytes: the signature and the header.
  return new Uint8Array(Buffer.concat([png.subarray(0, 33), length, content, check, png.subarray(33)]));
}

/** A small file that becomes a huge picture of one colour, `edge` × `edge` pixels. */
export function pictureBomb(edge: number): Promise<Bytes> {
  return bytesOf(
    sharp({
      create: { width: edge, height: edge, channels: 3, background: '#000' },
      limitInputPixels: false,
    }).png({ compressionLevel: 9, palette: true }),
  );
}
