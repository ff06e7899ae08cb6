import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import type { Picture } from '../share-images.presenter.ts';
import { createPictureRenderer } from './picture-renderer.ts';

const warnings: unknown[] = [];
const renderer = createPictureRenderer({ log: { warn: (...words: unknown[]) => warnings.push(words) } });
afterAll(() => renderer.close());

const purity = { number: '99.1', size: 112, unit: '% area', verdict: 'Within all limits', isBad: false };
const result = { subject: 'BPC-157', size: 96, maker: 'from Northfield', batch: 'Batch NP-2411-07', purity };
const plain: Picture = {
  brand: 'Vialproof',
  corner: 'TASK #10001',
  laboratory: 'Measured by Example Laboratory',
  host: 'vialproof.example',
  trace: 'M0 180L1072 180',
  result,
};

const draw = async (changes: Partial<Picture['result']>) =>
  Buffer.from(await renderer.draw({ ...plain, result: { ...result, ...changes } }));

/** How many pixels of a part are darker than the background. */
async function inkIn(
  png: Buffer,
  [left, top, right, bottom]: [left: number, top: number, right: number, bottom: number],
): Promise<number> {
  const part = sharp(png).extract({ left, top, width: right - left, height: bottom - top });
  const grey = await part.greyscale().raw().toBuffer();
  return grey.filter((value) => value < 200).length;
}

it('a share picture is a PNG of 1200 × 630, and the same data give the same bytes', async () => {
  const picture = await draw({});
  const { format, width, height, hasAlpha } = await sharp(picture).metadata();
  expect({ format, width, height, hasAlpha }).toEqual({
    format: 'png',
    width: 1200,
    height: 630,
    hasAlpha: false,
  });
  expect((await draw({})).equals(picture)).toBe(true);
});

it('a name of 60 letters without a space continues on the next line of the picture', async () => {
  const letters = 'ABCDEFGHIJ'.repeat(6);
  const picture = await draw({
    subject: letters,
    size: 60,
    maker: `from ${letters}`,
    batch: `Batch ${letters}`,
  });
  for (const [top, bottom] of [
    [148, 210],
    [210, 273],
    [289, 333],
    [339, 373],
  ] as const) {
    const before = await inkIn(picture, [600, top, 724, bottom]);
    const between = await inkIn(picture, [725, top, 744, bottom]);
    expect([top, before > 100, between]).toEqual([top, true, 0]);
  }
});

it('long texts never push the last line out of the picture', async () => {
  const lastLine = (picture: Buffer) =>
    sharp(picture).extract({ left: 0, top: 560, width: 1200, height: 70 }).raw().toBuffer();
  const twoLines = await draw({ subject: 'CJC-1295 without', size: 96 });
  expect(await lastLine(twoLines)).toEqual(await lastLine(await draw({})));
});

it('the picture shows texts as they are: markup, other scripts and letters without a font', async () => {
  for (const subject of ['#panic("x") *b* $x$ <a> \\', 'שלום مرحبا', '胸腺肽β4', '🧪 a‍b é́̂']) {
    const picture = await draw({ subject, maker: subject });
    expect(await inkIn(picture, [64, 148, 724, 320])).toBeGreaterThan(500);
  }
  expect(warnings).toEqual([]);
});
