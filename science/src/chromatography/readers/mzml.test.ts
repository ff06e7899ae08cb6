import { deflateSync, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { syntheticTrace } from '../synthetic-trace.ts';
import { readChromatogram } from './chromatogram-file.ts';
import type { Inflate } from './mzml.ts';

const inflate: Inflate = (bytes, most) => inflateSync(bytes, { maxOutputLength: most });
const utf8 = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readChromatogram(utf8(text), inflate);
const refused = (text: string) => {
  const reading = read(text);
  return reading.ok ? 'read' : reading.message;
};
const TRACE = syntheticTrace({ seed: 'mzml', points: 300 });

const MINUTES = 'unitAccession="UO:0000031" unitName="minute"';
const term = (accession: string, unit = '') =>
  `<cvParam cvRef="MS" accession="${accession}" name="" value="" ${unit}/>`;
type Packing = { zlib?: boolean; bits?: 32 | 64; most?: number };

function array(values: readonly number[], terms: string, { zlib = true, bits = 64 }: Packing = {}): string {
  const buffer = Buffer.alloc((values.length * bits) / 8);
  values.forEach((value, index) => {
    if (bits === 64) buffer.writeDoubleLE(value, 8 * index);
    else buffer.writeFloatLE(value, 4 * index);
  });
  const packed = (zlib ? deflateSync(buffer) : buffer).toString('base64');
  const number = term(bits === 64 ? 'MS:1000523' : 'MS:1000521');
  return `<binaryDataArray>${number}${term(zlib ? 'MS:1000574' : 'MS:1000576')}${terms}<binary>${packed}</binary></binaryDataArray>`;
}

type Drawn = {
  id?: string;
  kind?: string;
  time?: string;
  unit?: string;
  minutes?: readonly number[];
  signal?: readonly number[];
  length?: number;
  packing?: Packing;
};
const UV = 'MS:1000812';
const TIC = 'MS:1000235';
const MAU = 'unitAccession="UO:0000269" unitName="milliabsorbance unit"';

const chromatogram = ({
  id = 'DAD1 A: Sig=214',
  kind = UV,
  time = MINUTES,
  unit = MAU,
  minutes = TRACE.minutes,
  signal = TRACE.signal_mau,
  length = minutes.length,
  packing = {},
}: Drawn = {}) => `<chromatogram index="0" id="${id}" defaultArrayLength="${length}">${term(kind)}
  <binaryDataArrayList count="2">${array(minutes, term('MS:1000595', time), packing)}${array(signal, term('MS:1000515', unit), packing)}</binaryDataArrayList>
</chromatogram>`;

const mzml = (...chromatograms: string[]) => `<?xml version="1.0" encoding="utf-8"?>
<indexedmzML><mzML xmlns="http://psi.hupo.org/ms/mzml" version="1.1.0">
<run id="r"><spectrumList count="1"><spectrum id="m/z > 400"><binaryDataArrayList><binaryDataArray>${term('MS:1000514')}<binary>AAAA</binary></binaryDataArray></binaryDataArrayList></spectrum></spectrumList>
<chromatogramList count="${chromatograms.length}">${chromatograms.join('\n')}</chromatogramList></run>
</mzML></indexedmzML>`;

describe('the reader for mzML files finds the chromatogram and the facts about the run', () => {
  it.each<[string, Packing]>([
    ['compressed doubles', {}],
    ['uncompressed doubles', { zlib: false }],
  ])('the reader reads the UV chromatogram of a file with %s', (_, packing) => {
    const reading = read(mzml(chromatogram({ id: 'TIC', kind: TIC, packing }), chromatogram({ packing })));
    expect(reading).toMatchObject({ ok: true, format: 'mzml', unit: 'mAU', wavelengthNm: 214, warnings: [] });
    expect(reading.ok && reading.trace).toEqual({ minutes: TRACE.minutes, signal_mau: TRACE.signal_mau });
  });

  it('the reader accepts times in seconds, numbers in single precision, signals in AU, and parameter groups', () => {
    const seconds = TRACE.minutes.map((minutes) => 60 * minutes);
    const drawn = chromatogram({
      minutes: seconds,
      time: 'unitAccession="UO:0000010" unitName="second"',
      unit: 'unitAccession="UO:0000269" unitName="absorbance unit"',
      signal: TRACE.signal_mau.map((value) => value / 1000),
      packing: { bits: 32 },
    }).replace(term(UV), '<referenceableParamGroupRef ref="uv"/>');
    const group = `<referenceableParamGroupList><referenceableParamGroup id="uv">${term(UV)}</referenceableParamGroup></referenceableParamGroupList>`;
    const reading = read(mzml(drawn).replace('<run id="r">', `${group}<run id="r">`));
    expect(reading.ok && reading.unit).toBe('mAU');
    expect(reading.ok && reading.trace.minutes[150]).toBeCloseTo(TRACE.minutes[150] ?? 0, 5);
    expect(reading.ok && reading.trace.signal_mau[150]).toBeCloseTo(TRACE.signal_mau[150] ?? 0, 3);
  });

  it('the reader reads the total ion current if there is no UV chromatogram, and a warning says so', () => {
    const large = TRACE.signal_mau.map((value) => value * 1e9);
    const reading = read(mzml(chromatogram({ id: 'TIC', kind: TIC, signal: large, unit: '' })));
    expect(reading).toMatchObject({ ok: true, unit: 'counts', wavelengthNm: null });
    expect(reading.ok && reading.warnings).toEqual([
      {
        code: 'no_uv',
        text: 'The file holds no UV chromatogram; the total ion current ("TIC") was read. Its area percentages are no purity by UV.',
      },
    ]);
  });

  it('the reader warns which of several UV chromatograms it read, and that the file has no unit', () => {
    const counts = 'unitAccession="MS:1000131" unitName="number of detector counts"';
    const reading = read(mzml(chromatogram({ unit: counts }), chromatogram({ id: 'B' })));
    expect(reading.ok && reading.warnings).toEqual([
      { code: 'several_channels', text: 'The file holds 2 channels: “DAD1 A: Sig=214” was read, not “B”.' },
      {
        code: 'unit_unknown',
        text: 'The file names no unit of absorbance ("number of detector counts"); heights were read as mAU.',
      },
    ]);
    const at280 = chromatogram({ id: 'DAD1 B: Sig=280' });
    expect(read(mzml(at280, chromatogram()))).toMatchObject({ wavelengthNm: 214 });
    expect(readChromatogram(utf8(mzml(chromatogram(), at280)), inflate, { preferredNm: 280 })).toMatchObject({
      wavelengthNm: 280,
    });
  });

  it('the reader finds sample, time and instrument of the run in the document', () => {
    const head = `<fileDescription><contact><cvParam accession="MS:1000586" name="contact name" value="N. N."/></contact></fileDescription>
      <sampleList count="1"><sample id="s1" name="T-10114"/></sampleList>
      <referenceableParamGroupList count="1"><referenceableParamGroup id="i"><cvParam accession="MS:1000557" name="LTQ FT"/></referenceableParamGroup></referenceableParamGroupList>
      <instrumentConfigurationList><instrumentConfiguration id="IC1"><referenceableParamGroupRef ref="i"/><cvParam accession="MS:1000529" name="instrument serial number" value="7"/></instrumentConfiguration></instrumentConfigurationList>`;
    const run = '<run id="r" startTimeStamp="2026-11-20T09:15:00Z">';
    const reading = read(mzml(chromatogram()).replace('<run id="r">', `${head}${run}`));
    expect(reading.ok && reading.acquisition).toEqual({
      sampleName: 'T-10114',
      sampleId: 's1',
      injectedAt: '2026-11-20T09:15:00Z',
      instrument: 'LTQ FT',
      method: null,
      operator: 'N. N.',
      batch: null,
    });
    const unreadable = '<run id="r" startTimeStamp="2026-04-31T09:15:00Z">';
    expect(read(mzml(chromatogram()).replace('<run id="r">', unreadable))).toMatchObject({
      acquisition: { injectedAt: null },
      warnings: [
        { code: 'injection_time', text: 'The time of injection (“2026-04-31T09:15:00Z”) cannot be read.' },
      ],
    });
  });

  const bomb = `<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;">]>
<mzML><run>&lol2;</run></mzML>`;
  it.each<[string, string, string | RegExp]>([
    ['none', mzml(), /^This mzML file holds no chromatograms, only spectra/],
    [
      'only other chromatograms',
      mzml(chromatogram({ kind: 'MS:1000628', id: 'BPC' })),
      'This mzML file holds neither a UV chromatogram nor a total ion current, only "BPC".',
    ],
    [
      'entities',
      bomb,
      'Line 2: the file declares entities or a document type of its own, which are never read.',
    ],
    ['another document', '<?xml version="1.0"?><svg></svg>', 'This is an XML file, but no mzML.'],
    ['tags that do not match', '<mzML>\n<run>\n</mzML>', 'Line 3: </mzML> ends what did not begin.'],
    [
      'no unit of time',
      mzml(chromatogram({ time: '' })),
      'Line 4: "DAD1 A: Sig=214" names no unit of its times; seconds or minutes are read.',
    ],
    [
      'a wrong unit of time',
      mzml(chromatogram({ time: 'unitAccession="UO:0000032" unitName="hour"' })),
      /counts time in "hour"/,
    ],
    [
      'a wrong unit of signal',
      mzml(chromatogram({ unit: 'unitAccession="UO:0000012" unitName="kelvin"' })),
      /the signal's unit is "kelvin"; export absorbance/,
    ],
    ['too few numbers', mzml(chromatogram({ length: 301 })), /should have 301 numbers but holds 300/],
    [
      'invalid numbers',
      mzml(chromatogram({ signal: TRACE.signal_mau.with(4, Number.NaN) })),
      'Point 5: the signal is not a number.',
    ],
    [
      'times that go back',
      mzml(chromatogram({ minutes: TRACE.minutes.with(4, 0) })),
      /^Point 5: time 0\.0000 min comes after/,
    ],
    [
      'one point',
      mzml(chromatogram({ minutes: [1], signal: [1] })),
      'Not a chromatogram: fewer than 100 points (1).',
    ],
    [
      'a bomb in a binary',
      mzml(chromatogram({ minutes: [...new Array(2_000_000).keys()], signal: [1] })),
      /damaged or unpack to more than 250,000 points/,
    ],
    [
      'two of one name',
      mzml(chromatogram(), chromatogram()),
      'Line 4: several chromatograms are named "DAD1 A: Sig=214".',
    ],
    ['damaged base64', mzml(chromatogram().replace('<binary>', '<binary>%%%')), /are damaged/],
    [
      'an unknown compression',
      mzml(chromatogram().replaceAll('MS:1000574', 'MS:1002312')),
      /packed in a way that is not read/,
    ],
  ])('the reader refuses an mzML file with %s, and gives a message', (_, text, message) => {
    expect(refused(text)).toMatch(message);
  });

  it('the reader refuses a file that is cut off at any place, and the message names the line', () => {
    const whole = mzml(chromatogram());
    fc.assert(
      fc.property(fc.integer({ min: 10, max: whole.length - 15 }), (length) => {
        expect(refused(whole.slice(0, length))).toMatch(
          /^Line \d+: the file is cut short|^This is an XML file, but no mzML\.$/,
        );
      }),
      { numRuns: 200 },
    );
  });

  it('the reader never throws, whatever the damage to the file', () => {
    const whole = utf8(mzml(chromatogram()));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 })), {
          minLength: 1,
          maxLength: 20,
        }),
        (damage) => {
          const bytes = Uint8Array.from(whole);
          for (const [place, value] of damage) bytes[place] = value;
          const reading = readChromatogram(bytes, inflate);
          return reading.ok ? reading.trace.signal_mau.every(Number.isFinite) : reading.message.length > 0;
        },
      ),
      { numRuns: 300 },
    );
  });
});
