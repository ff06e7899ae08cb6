import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readChromatogram } from './chromatogram-file.ts';
import { CRAFTED } from './crafted-files.fixture.ts';
import { damaged, FORMATS, isAnswered } from './damaged-files.fixture.ts';

/** Damaged files of each format. crafted-files.nightly.test.ts reads others and more, and every crafted file. */
const DAMAGED = 300;
const read = (bytes: Uint8Array) =>
  readChromatogram(bytes, (packed, most) => inflateSync(packed, { maxOutputLength: most }));
const utf8 = (text: string) => new TextEncoder().encode(text);

it.each(CRAFTED.filter((_, place) => place % 4 === 0))(
  'the reader refuses a file made to block it with a sentence: %s',
  (_, file, message) => {
    expect(read(file())).toMatchObject({ ok: false, message });
  },
);

describe('damaged and random files do not crash the readers', () => {
  it.each(FORMATS)('reading %s with any damage gives a result or a refusal, and never throws', (_, bytes) => {
    expect(read(bytes).ok).toBe(true);
    const failed = Array.from({ length: DAMAGED }, (_, place) => `case ${place}`).filter(
      (seed) => !isAnswered(read, damaged(bytes, seed)),
    );
    expect(failed).toEqual([]);
  });

  it('if random bytes follow the correct first bytes of any format, the reader returns a result or a refusal', () => {
    const start = fc.constantFrom(
      '',
      'CDF\u0001',
      'CDF\u0002',
      '<?xml version="1.0"?>',
      '<mzML>',
      '<mzML><chromatogram ',
      '[Header]\n',
      '[LC Chromatogram(Detector A-Ch1)]\nR.Time (min)\tIntensity\n',
      'Chromatogram Data Information:\nChromatogram Data:\nTime (min)\tValue (mAU)\n',
      '"SampleName"\t"Channel"\n"1"\t"2"\n',
    );
    const markup = fc.array(
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '=',
        '/',
        '&',
        ' ',
        '\n',
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
        '<?',
        '</mzML>',
        'a',
        '1',
      ),
      { maxLength: 60 },
    );
    const behind = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      markup.map((parts) => utf8(parts.join(''))),
    );
    fc.assert(
      fc.property(start, behind, (begin, bytes) =>
        isAnswered(read, new Uint8Array([...Buffer.from(begin, 'latin1'), ...bytes])),
      ),
      { numRuns: 1000 },
    );
  });
});
