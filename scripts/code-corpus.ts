// Draws the pictures of codes that web/app/features/verify/codes is tried on, and says what zbarimg finds in them:
// `npm run code-corpus`. Needs zbarimg; the pictures and what it found are kept, so that tests do not.
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';
import { encode } from 'uqr';

const folder = fileURLToPath(new URL('../e2e/fixtures/codes/', import.meta.url));

const certificate = (task: number, host = 'vialproof.example') =>
  `https://${host}/verify#task=${task}&key=7K3Q-9XWD-M2TF&revision=1&c=4f0c62d1a98b7e35`;
const ours = certificate(10001);
const second = certificate(10002);
const foreign = certificate(10001, 'vialprooof.example');

/** Numbers from 0 to 1 that are the same each time (mulberry32). */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A code as certificates bear it: error correction M, four modules of white around it. */
function codeSvg(text: string, x: number, y: number, side: number): string {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const module = side / (size + 8);
  const cells = data.flatMap((row, down) =>
    row.flatMap((dark, right) => (dark ? [`M${right + 4} ${down + 4}h1v1h-1z`] : [])),
  );
  return `<g transform="translate(${x} ${y}) scale(${module})"><path shape-rendering="crispEdges" d="M0 0h${size + 8}v${size + 8}h-${size + 8}z" fill="#fff"/><path d="${cells.join('')}"/></g>`;
}

/** A printed page of grey words, with codes on it; letters would depend on the fonts of the machine. */
function page(
  width: number,
  height: number,
  codes: { text: string; x: number; y: number; side: number }[],
): Sharp {
  const next = chance(width * 31 + height);
  const words: string[] = [];
  for (let y = 14; y < height - 10; y += 16)
    for (let x = 16; x < width - 60; ) {
      const wide = 10 + next() * 46;
      words.push(`M${x} ${y}h${wide}v6h-${wide}z`);
      x += wide + 7;
    }
  const drawn = codes.map(({ text, x, y, side }) => codeSvg(text, x, y, side)).join('');
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="M0 0h${width}v${height}h-${width}z" fill="#fdfcf8"/><path d="${words.join('')}" fill="#555"/>${drawn}</svg>`,
    ),
  );
}

const print = (text = ours) => page(640, 460, [{ text, x: 210, y: 120, side: 220 }]);
const pair = (one: string, other: string) =>
  page(720, 380, [
    { text: one, x: 70, y: 70, side: 230 },
    { text: other, x: 420, y: 70, side: 230 },
  ]);

/** The same picture with each pixel changed by `change(light, x, y)`. */
async function changed(
  picture: Sharp,
  change: (light: number, x: number, y: number) => number,
): Promise<Sharp> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  for (let place = 0; place < data.length; place++) {
    const pixel = Math.floor(place / channels);
    const light = change(data[place] ?? 0, pixel % width, Math.floor(pixel / width));
    data[place] = Math.max(0, Math.min(255, Math.round(light)));
  }
  return sharp(data, { raw: { width, height, channels } });
}

const turned = async (picture: Sharp, degrees: number) =>
  sharp(await picture.rotate(degrees, { background: '#6b6154' }).png().toBuffer());
const wide = async (picture: Sharp, width: number) => sharp(await picture.resize({ width }).png().toBuffer());

/** Photographed from a screen: the grid of its pixels beats against the camera's. */
const moire = (picture: Sharp, period: number, strength: number) =>
  changed(
    picture,
    (light, x, y) =>
      light * (1 - strength / 2) +
      light *
        (strength / 2) *
        Math.cos((2 * Math.PI * (x + 0.13 * y)) / period) *
        Math.cos((2 * Math.PI * (y - 0.09 * x)) / (period * 1.07)) +
      20 * Math.sin((2 * Math.PI * (x * 0.31 + y)) / 37),
  );

/** In bad light: little of it, from one side, and noise. */
const dark = (picture: Sharp, { most, least, noise }: { most: number; least: number; noise: number }) => {
  const next = chance(Math.round(most * 1000 + noise));
  return changed(
    picture,
    (light, x) => light * (least + (most - least) * (x / 640)) + 8 + (next() - 0.5) * noise,
  );
};

interface Drawn {
  name: string;
  texts: string[];
  picture: Sharp | Promise<Sharp>;
  quality?: number;
}

const drawings: Drawn[] = [
  ...[7, 33, 45, 90, 123, 201, 278, 341].map((angle) => ({
    name: `rotated-${angle}`,
    texts: [ours],
    picture: turned(print(), angle),
  })),
  ...[0, 12, 77, 180, 305].map((angle) => ({
    name: `300-wide-${angle}`,
    texts: [ours],
    picture: turned(print(), angle).then((each) => wide(each, 300)),
  })),
  ...[200, 240, 280, 320, 400, 640].map((width) => ({
    name: `quality-30-${width}`,
    texts: [ours],
    picture: wide(page(300, 300, [{ text: ours, x: 20, y: 20, side: 260 }]), width),
    quality: 30,
  })),
  ...[
    [2.3, 0.8],
    [3.1, 0.9],
    [4.2, 0.9],
    [5.4, 0.8],
    [6.6, 0.9],
    [8.5, 0.8],
  ].map(([period = 0, strength = 0]) => ({
    name: `moire-${period}`,
    texts: [ours],
    picture: turned(print(), 4).then((each) => moire(each, period, strength)),
  })),
  ...[
    { most: 0.2, least: 0.2, noise: 10 },
    { most: 0.12, least: 0.12, noise: 14 },
    { most: 0.6, least: 0.05, noise: 10 },
    { most: 0.3, least: 0.1, noise: 34 },
    { most: 0.09, least: 0.06, noise: 8 },
  ].map((light, place) => ({ name: `dark-${place + 1}`, texts: [ours], picture: dark(print(), light) })),
  ...[
    { left: 228, top: 138, width: 184, height: 184 },
    { left: 228, top: 60, width: 184, height: 300 },
    { left: 210, top: 120, width: 186, height: 220 },
    { left: 210, top: 120, width: 220, height: 188 },
  ].map((part, place) => ({ name: `cropped-${place + 1}`, texts: [ours], picture: print().extract(part) })),
  { name: 'two-1', texts: [ours, second], picture: pair(ours, second) },
  { name: 'two-2', texts: [ours, second], picture: turned(pair(second, ours), 21) },
  { name: 'two-3', texts: [ours, second], picture: wide(pair(ours, second), 420) },
  { name: 'foreign-1', texts: [foreign], picture: print(foreign) },
  { name: 'foreign-2', texts: [foreign], picture: turned(print(foreign), 160) },
  { name: 'foreign-3', texts: [ours, foreign], picture: pair(ours, foreign) },
];

/** The texts that zbarimg finds; it ends with 4 where it finds none. */
function zbarimg(file: string): string[] {
  try {
    const said = execFileSync('zbarimg', ['--quiet', '--raw', '-Sdisable', '-Sqrcode.enable', file], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return said.toString().trim().split('\n').sort();
  } catch {
    return [];
  }
}

await mkdir(folder, { recursive: true });
const kept: { file: string; texts: string[]; zbarimg: boolean }[] = [];
for (const { name, texts, picture, quality = 50 } of drawings) {
  const file = `${name}.jpg`;
  await writeFile(
    join(folder, file),
    await (await picture).greyscale().jpeg({ quality, mozjpeg: true }).toBuffer(),
  );
  const expected = texts.toSorted();
  kept.push({ file, texts: expected, zbarimg: zbarimg(join(folder, file)).join() === expected.join() });
}
await writeFile(join(folder, 'codes.json'), `${JSON.stringify(kept, null, 2)}\n`);
console.log(`${kept.length} pictures; zbarimg reads ${kept.filter((each) => each.zbarimg).length}`);
