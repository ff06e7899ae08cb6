import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { prepareZXingModule as prepareReader } from 'zxing-wasm/reader';
import { prepareZXingModule as prepareWriter, writeBarcode } from 'zxing-wasm/writer';
import { codesOfFile, findCodes } from './find-codes';
import type { Pixels } from './grey';

const folder = new URL('../../../../../e2e/fixtures/codes/', import.meta.url);
/** The texts of the codes in each drawn picture, and whether the program zbarimg reads them all. */
const pictures: { file: string; texts: string[]; zbarimg: boolean }[] = JSON.parse(
  await readFile(new URL('codes.json', folder), 'utf8'),
);

/** The WebAssembly of the library, which would otherwise come from the Internet. */
async function wasmOf(name: string): Promise<{ wasmBinary: ArrayBuffer }> {
  const file = createRequire(import.meta.url).resolve(`zxing-wasm/${name}`);
  return { wasmBinary: new Uint8Array(await readFile(file)).buffer };
}

beforeAll(async () => {
  prepareReader({ overrides: await wasmOf('reader/zxing_reader.wasm') });
  prepareWriter({ overrides: await wasmOf('writer/zxing_writer.wasm') });
});

const symbols = ['Code128', 'DataMatrix', 'QRCode'] as const;

async function pixelsIn(picture: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
}

const textsIn = async (picture: Buffer) => (await findCodes(await pixelsIn(picture), 'certificate')).sort();

describe('the reader finds the codes in forty pictures', () => {
  const found = new Set<string>();

  it.each(pictures)(
    'in $file the reader finds every code or none, and never a wrong text',
    async ({ file, texts }) => {
      const read = await textsIn(await readFile(new URL(file, folder)));
      if (read.length > 0) expect(read).toEqual(texts);
      if (read.length > 0) found.add(file);
    },
  );

  it('the reader reads every picture that zbarimg reads, and at least 38 pictures in all', () => {
    expect(pictures).toHaveLength(40);
    expect(pictures.filter(({ file, zbarimg }) => zbarimg && !found.has(file))).toEqual([]);
    expect(found.size).toBeGreaterThanOrEqual(38);
  });
});

it.each([
  ['a white picture', () => 255],
  ['a picture of noise', (place: number) => (place * 7919 * place) % 251],
])('the reader finds no code in %s', async (_, light) => {
  const data = new Uint8ClampedArray(300 * 200 * 4).map((_, place) => light(place));
  expect(await findCodes({ data, width: 300, height: 200 }, 'certificate')).toEqual([]);
});

it('the reader finds a white code on black, and does not fail for a picture of one pixel', async () => {
  const picture = await readFile(new URL('rotated-7.jpg', folder));
  expect(await textsIn(await sharp(picture).negate().png().toBuffer())).toHaveLength(1);
  const data = new Uint8ClampedArray(4);
  expect(await findCodes({ data, width: 1, height: 1 }, 'certificate')).toEqual([]);
});

describe('the reader finds a code on a vial', () => {
  const readVial = async (symbol: (typeof symbols)[number], text: string, options: string) => {
    const { svg } = await writeBarcode(text, { format: symbol, scale: 3, options });
    const picture = await sharp(Buffer.from(svg)).flatten({ background: '#fff' }).png().toBuffer();
    return findCodes(await pixelsIn(picture), 'vial');
  };

  it.each(symbols)('the reader finds the text of a %s code', async (symbol) => {
    expect(await readVial(symbol, 'VP-2401', '')).toEqual(['VP-2401']);
    const elements = '(01)09501101530003(10)AB-123(17)261231';
    expect(await readVial(symbol, elements, 'gs1')).toEqual([elements]);
  });
});

it('if pixels are blocked, the reader decodes a PNG or JPEG file itself', async () => {
  const whole = pictures.filter(({ file, zbarimg }) => zbarimg && /\.(png|jpe?g)$/.test(file));
  expect(whole.length).toBeGreaterThan(5);
  const read = await Promise.all(
    whole.map(async ({ file, texts }) => {
      const found = await codesOfFile(new Uint8Array(await readFile(new URL(file, folder))), 'certificate');
      return found.length > 0 && texts.every((text) => found.includes(text));
    }),
  );
  expect(read.filter(Boolean).length).toBeGreaterThan(whole.length / 2);
});
