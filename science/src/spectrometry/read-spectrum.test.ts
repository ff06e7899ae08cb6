import { deflateSync, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Inflate } from '../chromatography/readers/mzml.ts';
import { ionsIn } from './ions.ts';
import { readSpectrum } from './read-spectrum.ts';
import { sticksOf } from './sticks.ts';
import { MOST_STICKS } from './types.ts';

type Packing = { zlib?: boolean; bits?: 32 | 64 };
type Drawn = {
  mz: readonly number[];
  heights: readonly number[];
  level?: number;
  packing?: Packing;
  length?: number;
};

const term = (accession: string, value = '') =>
  `<cvParam cvRef="MS" accession="${accession}" name="" value="${value}"/>`;

function array(values: readonly number[], kind: string, { zlib = true, bits = 64 }: Packing = {}): string {
  const buffer = Buffer.alloc((values.length * bits) / 8);
  values.forEach((value, index) => {
    if (bits === 64) buffer.writeDoubleLE(value, 8 * index);
    else buffer.writeFloatLE(value, 4 * index);
  });
  const packed = (zlib ? deflateSync(buffer) : buffer).toString('base64');
  const terms =
    term(bits === 64 ? 'MS:1000523' : 'MS:1000521') + term(zlib ? 'MS:1000574' : 'MS:1000576') + term(kind);
  return `<binaryDataArray>${terms}<binary>${packed}</binary></binaryDataArray>`;
}

/** An mzML file with these spectra. */
function mzmlOf(...spectra: Drawn[]): string {
  const drawn = spectra.map(
    ({ mz, heights, level = 1, packing = {}, length = mz.length }, place) =>
      `<spectrum index="${place}" id="scan=${place + 1}" defaultArrayLength="${length}">${term('MS:1000511', String(level))}
<binaryDataArrayList count="2">${array(mz, 'MS:1000514', packing)}${array(heights, 'MS:1000515', packing)}</binaryDataArrayList></spectrum>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<mzML xmlns="http://psi.hupo.org/ms/mzml" version="1.1.0"><run id="r"><spectrumList count="${spectra.length}">
${drawn.join('\n')}
</spectrumList></run></mzML>`;
}

const inflate: Inflate = (bytes, most) => inflateSync(bytes, { maxOutputLength: most });
const read = (text: string) => readSpectrum(new TextEncoder().encode(text), inflate);
const MZ = [200.5, 710.7766, 1420.5459];
const HEIGHTS = [50, 1000, 250];
const STICKS = [
  [200.5, 5],
  [710.7766, 100],
  [1420.5459, 25],
];

describe('the reader reads a mass spectrum', () => {
  it.each([
    ['compressed doubles', {}],
    ['uncompressed doubles', { zlib: false }],
  ])('the reader reads mzML with %s', (_, packing) => {
    expect(read(mzmlOf({ mz: MZ, heights: HEIGHTS, packing }))).toEqual({
      ok: true,
      format: 'mzml',
      from_mz: 200.5,
      to_mz: 1420.5459,
      sticks: STICKS,
    });
  });

  it('the reader accepts numbers in single precision, which have seven digits', () => {
    const reading = read(mzmlOf({ mz: MZ, heights: HEIGHTS, packing: { bits: 32 } }));
    expect(reading.ok && reading.sticks[1]?.[0]).toBeCloseTo(710.7766, 3);
  });

  it('the reader decodes numbers that Python encoded', () => {
    // Python encoded these numbers with base64 and struct.pack.
    const text = mzmlOf({ mz: [1, 2], heights: [1, 1], packing: { zlib: false } });
    const [mz = '', heights = ''] = text.match(/(?<=<binary>)[^<]+/g) ?? [];
    const foreign = text
      .replace(mz, 'AAAAAABEf0AAAAAAADSGQA==')
      .replace(`<binary>${heights}`, '<binary>AAAAAAAAJEAAAAAAAABEQA==');
    const reading = read(foreign);
    expect(reading.ok && reading.sticks).toEqual([
      [500.25, 25],
      [710.5, 100],
    ]);
  });

  it('among the spectra of the first MS level, the reader reads the one with the largest sum of heights', () => {
    const small = { mz: [300, 400], heights: [5, 5] };
    const fragments = { mz: [100], heights: [1e9], level: 2 };
    const reading = read(mzmlOf(small, { mz: MZ, heights: HEIGHTS }, fragments));
    expect(reading.ok && reading.sticks).toEqual(STICKS);
  });

  it.each([
    ['a comma', '200.5,50\n710.7766,1000\n1420.5459,250\n'],
    ['a heading', 'm/z,Intensity\n200.5,50\n710.7766,1000\n1420.5459,250\n'],
    ['tabs and a decimal comma', 'm/z\tintensity\r\n200,5\t50\r\n710,7766\t1000\r\n1420,5459\t250\r\n'],
    ['semicolons and a decimal comma', '200,5;50\n710,7766;1000\n1420,5459;250'],
    ['blanks', '200.5 50\n710.7766 1000\n1420.5459 250'],
    ['other columns', 'Peak,Intensity,m/z\n1,50,200.5\n2,1000,710.7766\n3,250,1420.5459'],
    ['another order', '1420.5459,250\n200.5,50\n710.7766,1000'],
  ])('the reader reads CSV with %s', (_, text) => {
    const reading = read(text);
    expect(reading.ok && reading.sticks).toEqual(STICKS);
  });

  it.each<[string, string, RegExp]>([
    ['nothing', '', /empty/],
    ['words', 'Dear colleague,\nthe spectrum follows.', /no two columns of numbers/],
    ['a PDF', '%PDF-1.7', /This is a PDF/],
    ['one column', '1\n2\n3', /no two columns of numbers/],
    ['three columns without names', '1,2,3\n4,5,6', /3 columns without a heading/],
    ['a heading without intensities', 'm/z,time\n1,2', /no column of intensities/],
    ['a word in the middle', '200,5\n201,x', /Line 2: “x” is no intensity/],
    ['zeros alone', '200,0\n201,0', /no intensity above zero/],
    ['an m/z below zero', '-3,5\n201,3', /not between 0 and 100,000/],
    ['another document', '<?xml version="1.0"?><svg></svg>', /no mzML/],
    ['fragments alone', mzmlOf({ mz: [1], heights: [1], level: 2 }), /first MS level/],
    [
      'truncated numbers',
      mzmlOf({ mz: MZ, heights: HEIGHTS, length: 4 }),
      /should have 4 numbers but holds 3/,
    ],
    ['two lengths', mzmlOf({ mz: MZ, heights: [1] }), /should have 3|3 m\/z but 1/],
    ['no number', mzmlOf({ mz: MZ, heights: [1, Number.NaN, 2] }), /no possible number/],
    ['a bomb', mzmlOf({ mz: [1], heights: new Array(400_000).fill(0), length: 400_000 }), /250,000 points/],
    [
      'entities',
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "b">]><mzML>&a;</mzML>',
      /never read|not text/,
    ],
  ])('the reader refuses a file with %s, and gives a message', (_, text, message) => {
    const reading = read(text);
    expect(reading.ok ? 'read' : reading.message).toMatch(message);
  });

  it('the reader never throws, whatever the damage to the file', () => {
    const files = [mzmlOf({ mz: MZ, heights: HEIGHTS }), 'm/z;intensity\n200,5;50\n710,7;1000\n'].map(
      (text) => new TextEncoder().encode(text),
    );
    const change = fc.record({
      file: fc.constantFrom(...files),
      at: fc.nat(),
      byte: fc.nat(255),
      cut: fc.nat(),
    });
    fc.assert(
      fc.property(change, ({ file, at, byte, cut }) => {
        const changed = Uint8Array.from(file).subarray(0, 1 + (cut % (2 * file.length)));
        changed[at % changed.length] = byte;
        const reading = readSpectrum(changed, inflate);
        return reading.ok ? reading.sticks.length > 0 : reading.message !== '';
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the sticks of a drawn spectrum are its highest peaks', () => {
  it('the sticks are the highest peaks of the spectrum in their order, and never more than the allowed number', () => {
    const points = fc.array(fc.tuple(fc.double({ min: 50, max: 3000, noNaN: true }), fc.nat(1_000_000)), {
      minLength: 1,
      maxLength: 1200,
    });
    fc.assert(
      fc.property(points, (list) => {
        const sorted = list.toSorted(([one], [other]) => one - other);
        const heights = sorted.map(([, height]) => height);
        const sticks = sticksOf(
          sorted.map(([mz]) => mz),
          heights,
        );
        expect(sticks.length).toBeLessThanOrEqual(MOST_STICKS);
        expect(sticks).toEqual(sticks.toSorted(([one], [other]) => one - other));
        if (Math.max(...heights) > 0) expect(Math.max(...sticks.map(([, percent]) => percent))).toBe(100);
        else expect(sticks).toEqual([]);
      }),
    );
  });

  it('a profile spectrum gives one stick for each peak', () => {
    const mz = Array.from({ length: 2000 }, (_, place) => 700 + place * 0.01);
    const bell = (at: number, middle: number) => Math.exp(-((at - middle) ** 2) / 0.005);
    const heights = mz.map((at) => 1000 * bell(at, 705) + 400 * bell(at, 710.5));
    const high = sticksOf(mz, heights).filter(([, percent]) => percent > 1);
    expect(high).toEqual([
      [705, 100],
      [710.5, 40],
    ]);
  });
});

describe('theoretical ions are assigned to measured peaks', () => {
  // The average mass of BPC-157 is 1419.538 Da, so its ion with two charges is at 710.7763.
  const substance = { mass: 1419.538, charge: 0, proton: 1.00727646688 };
  const spectrum = { from_mz: 300, to_mz: 2000, sticks: STICKS as [number, number][] };

  it('each theoretical ion is assigned to the nearest peak, or to none', () => {
    expect(ionsIn(spectrum, substance)).toEqual([
      {
        charge: 1,
        protons: 1,
        mz: 1420.5453,
        found: { mz: 1420.5459, percent: 25, error_da: 0.0006, error_ppm: 0.4 },
      },
      {
        charge: 2,
        protons: 2,
        mz: 710.7763,
        found: { mz: 710.7766, percent: 100, error_da: 0.0006, error_ppm: 0.5 },
      },
      { charge: 3, protons: 3, mz: 474.1866, found: null },
      { charge: 4, protons: 4, mz: 355.8918, found: null },
    ]);
  });

  it('a theoretical ion is never assigned to a peak that is farther away or lower than allowed', () => {
    const sticks: [number, number][] = [
      [710.7763 - 0.31, 100],
      [1420.5453, 0.99],
    ];
    expect(ionsIn({ ...spectrum, sticks }, substance).every(({ found }) => found === null)).toBe(true);
  });
});
