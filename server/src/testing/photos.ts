import { crc32, deflateSync } from 'node:zlib';
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
  const place = pngPart('tEXt', Buffer.from('Comment\0Taken at 51.5 N', 'latin1'));
  // After the first 33 bytes: the signature and the header.
  return new Uint8Array(Buffer.concat([png.subarray(0, 33), place, png.subarray(33)]));
}

function pngPart(kind: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** A small PNG file that becomes a huge picture of one colour, `edge` × `edge` pixels. */
export function pictureBomb(edge: number): Bytes {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(edge, 0);
  header.writeUInt32BE(edge, 4);
  // One bit for each pixel, which chooses a colour of the palette.
  header.set([1, 3], 8);
  const row = 1 + Math.ceil(edge / 8);
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      pngPart('IHDR', header),
      pngPart('PLTE', Buffer.alloc(3)),
      pngPart('IDAT', deflateSync(Buffer.alloc(row * edge))),
      pngPart('IEND', Buffer.alloc(0)),
    ]),
  );
}
