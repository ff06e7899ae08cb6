import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { GroupTest } from '@vialproof/contract/group-tests';
import type { Result } from '@vialproof/contract/results';
import type { PublicTest } from '@vialproof/contract/tests';
import type { Font } from 'satori';
import { type EncodedAnswer, encodedAnswer } from '../../platform/encoded-answer.ts';
import { createKeptAnswers } from '../../platform/kept-answers.ts';
import type { Platform } from '../../platform/platform.ts';
import { groupPicture, HEIGHT, resultPicture, sitePicture, WIDTH } from './share-picture.ts';

type Site = { url: string; brand: string; labName: string };

const FACES: { name: string; weight: 400 | 500; file: string }[] = [
  {
    name: 'Newsreader',
    weight: 500,
    file: '@expo-google-fonts/newsreader/500Medium/Newsreader_500Medium.ttf',
  },
  {
    name: 'Plex Sans',
    weight: 400,
    file: '@expo-google-fonts/ibm-plex-sans/400Regular/IBMPlexSans_400Regular.ttf',
  },
  {
    name: 'Plex Mono',
    weight: 400,
    file: '@expo-google-fonts/ibm-plex-mono/400Regular/IBMPlexMono_400Regular.ttf',
  },
];
/** About 40 kB each. */
const KEPT_BYTES = 8_000_000;
const DAY_SECONDS = 86_400;
const HEADERS = {
  'Content-Type': 'image/png',
  // A picture may have to be withdrawn like its result: whoever keeps it asks again.
  'Cache-Control': 'public, no-cache',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Draws the pictures that link previews show, one at a time: each takes about 25 ms of the processor. A revision never
 * changes, so its picture is kept by its number. What draws is loaded with the first picture.
 */
export function shareImages({ clock }: Platform) {
  const kept = createKeptAnswers({
    mostBytes: KEPT_BYTES,
    maxAgeSeconds: DAY_SECONDS,
    clock,
    isTrusted: () => true,
  });
  let fonts: Promise<Font[]> | undefined;
  let line: Promise<unknown> = Promise.resolve();

  async function draw(picture: ReturnType<typeof sitePicture>): Promise<EncodedAnswer> {
    fonts ??= readFaces();
    const [{ default: satori }, { renderAsync }, faces] = await Promise.all([
      import('satori'),
      import('@resvg/resvg-js'),
      fonts,
    ]);
    const svg = await satori(picture as never, { width: WIDTH, height: HEIGHT, fonts: faces });
    const image = await renderAsync(svg, { font: { loadSystemFonts: false } });
    return encodedAnswer(new Uint8Array(image.asPng()), HEADERS);
  }

  function find(key: string, picture: () => ReturnType<typeof sitePicture>): Promise<EncodedAnswer> {
    const found = kept.find(key);
    if (found) return Promise.resolve(found);
    return kept.make(key, () => {
      const turn = line.then(() => draw(picture()));
      line = turn.catch(() => undefined);
      return turn;
    });
  }

  return {
    ofGroup: (site: Site, test: GroupTest) =>
      find(`group ${test.id} ${test.status} ${test.joined_count}`, () => groupPicture(site, test)),
    ofSite: (site: Site) => find('site', () => sitePicture(site)),
    ofResult: (site: Site, test: PublicTest & { result: Result }) =>
      find(`${test.request_id} ${test.result.revision}`, () => resultPicture(site, test)),
  };
}

function readFaces(): Promise<Font[]> {
  const { resolve } = createRequire(import.meta.url);
  return Promise.all(
    FACES.map(async ({ name, weight, file }) => ({
      name,
      weight,
      style: 'normal' as const,
      data: await readFile(resolve(file)),
    })),
  );
}
