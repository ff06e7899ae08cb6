import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import sharp from 'sharp';
import type { Picture } from '../share-images.presenter.ts';

const FACES = [
  '@expo-google-fonts/ibm-plex-sans/400Regular/IBMPlexSans_400Regular.ttf',
  '@expo-google-fonts/ibm-plex-mono/400Regular/IBMPlexMono_400Regular.ttf',
  '@expo-google-fonts/newsreader/500Medium/Newsreader_500Medium.ttf',
];
const MARK = 'M1 20h7.5c2.6 0 3-18.5 4.5-18.5S14.8 20 17.5 20c1.6 0 1.8-4.2 3-4.2S22 20 23.5 20H27';
/** The cache must keep the template, because each reading loses some memory. */
const KEPT_PICTURES = 10;

const { resolve } = createRequire(import.meta.url);
const folder = fileURLToPath(new URL('.', import.meta.url));
const compiler = NodeCompiler.create({
  workspace: folder,
  fontArgs: [{ fontBlobs: FACES.map((face) => readFileSync(resolve(face))) }],
});

/** Draws one picture as PNG. Throws Typst's errors. */
export async function work({ trace, ...words }: Picture): Promise<Uint8Array> {
  const files = {
    'picture.json': JSON.stringify(words),
    'mark.svg': drawPath(MARK, { width: 28, height: 22, stroke: 1.8 }),
    'trace.svg': drawPath(trace, { width: 1072, height: 190, stroke: 2.5 }),
  };
  for (const [name, content] of Object.entries(files))
    compiler.mapShadow(folder + name, Buffer.from(content));
  const compiled = compiler.compile({ mainFilePath: `${folder}picture.typ` });
  const complaints = compiled.takeDiagnostics();
  if (!compiled.result)
    throw new Error(
      complaints ? JSON.stringify(compiler.fetchDiagnostics(complaints)) : 'Typst drew nothing',
    );
  const svg = compiler.plainSvg(compiled.result);
  compiler.evictCache(KEPT_PICTURES);
  return sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 7 }).toBuffer();
}

function drawPath(
  d: string,
  { width, height, stroke }: Record<'width' | 'height' | 'stroke', number>,
): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><path d="${d}" fill="none" stroke="#0b5b5e" stroke-width="${stroke}" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
}
