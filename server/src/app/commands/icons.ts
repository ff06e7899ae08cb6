import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';

const PUBLIC = new URL('../../../../web/public/', import.meta.url);
/** The peak of web/public/favicon.svg, in a square of 32. */
const PEAK = 'M2 26h8.5c3 0 3.5-20.5 5-20.5S17.5 26 20.5 26c1.8 0 2-4.7 3.4-4.7S25.6 26 27.3 26H30';

/** `margin` in shares of the width: what is cut off to a circle needs more of it. */
function icon({ size, margin, paper }: { size: number; margin: number; paper: boolean }): Promise<Buffer> {
  const side = 32 / (1 - 2 * margin);
  const from = -side * margin;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${from} ${from} ${side} ${side}">
    ${paper ? `<rect x="${from}" y="${from}" width="${side}" height="${side}" fill="#fbfaf7"/>` : ''}
    <path d="${PEAK}" fill="none" stroke="#0b5b5e" stroke-width="${size < 64 ? 3 : 2.4}" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** An .ico of PNG pictures: a head of 6 bytes, 16 for each picture, and the pictures. */
async function ico(sizes: number[]): Promise<Buffer> {
  const pictures = await Promise.all(sizes.map((size) => icon({ size, margin: 0, paper: false })));
  const head = Buffer.alloc(6 + 16 * sizes.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(sizes.length, 4);
  let offset = head.length;
  for (const [index, size] of sizes.entries()) {
    const length = pictures[index]?.length ?? 0;
    head.writeUInt8(size, 6 + 16 * index);
    head.writeUInt8(size, 7 + 16 * index);
    head.writeUInt16LE(1, 10 + 16 * index);
    head.writeUInt16LE(32, 12 + 16 * index);
    head.writeUInt32LE(length, 14 + 16 * index);
    head.writeUInt32LE(offset, 18 + 16 * index);
    offset += length;
  }
  return Buffer.concat([head, ...pictures]);
}

/** npm run icons: draws the icons of web/public anew after a change of the mark. */
const files: Record<string, Promise<Buffer>> = {
  'favicon.ico': ico([16, 32, 48]),
  'apple-touch-icon.png': icon({ size: 180, margin: 0.14, paper: true }),
  'icon-192.png': icon({ size: 192, margin: 0.06, paper: true }),
  'icon-512.png': icon({ size: 512, margin: 0.06, paper: true }),
  'icon-maskable-512.png': icon({ size: 512, margin: 0.22, paper: true }),
};
for (const [name, bytes] of Object.entries(files)) await writeFile(new URL(name, PUBLIC), await bytes);
