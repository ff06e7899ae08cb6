import { describe, expect, it } from 'vitest';
import type { ChannelWish } from '../channel-choice.ts';
import { readChromatogram } from './chromatogram-file.ts';
import { chromeleon, empower, LAB_TABLE_HEADING, labSolutions, plainMzml, SMALL } from './exports.fixture.ts';

const noInflate = () => {
  throw new Error('nothing is packed here');
};
const utf8 = (text: string) => new TextEncoder().encode(text);
const readBytes = (bytes: Uint8Array, wish: ChannelWish = {}) => readChromatogram(bytes, noInflate, wish);
const read = (text: string, wish: ChannelWish = {}) => {
  const reading = readBytes(utf8(text), wish);
  if (!reading.ok) throw new Error(reading.message);
  return reading;
};
const refused = (text: string) => {
  const reading = readBytes(utf8(text));
  return reading.ok ? 'read' : reading.message;
};
const codes = ({ warnings }: { warnings: { code: string }[] }) => warnings.map(({ code }) => code);
const RUN = { sampleName: 'T-10114', injectedAt: '2026-11-20T09:15:00', operator: 'N. N.' };
/** A file with counts of 0.001 mAU. */
const COUNTED = {
  minutes: SMALL.minutes,
  signal_mau: SMALL.signal_mau.map((value) => Math.round(1000 * value) / 1000),
};
const other = { ...SMALL, signal_mau: SMALL.signal_mau.map((value) => value / 2) };

describe('the reader reads LabSolutions text', () => {
  it.each([
    ['decimal points', labSolutions()],
    ['decimal commas', labSolutions({ comma: true })],
    ['Windows line ends', labSolutions().replaceAll('\n', '\r\n')],
  ])('the reader accepts LabSolutions text with %s', (_, text) => {
    const reading = read(text);
    expect(reading).toMatchObject({
      format: 'labsolutions',
      unit: 'mAU',
      wavelengthNm: 214,
      channel: 'PDA-Ch1',
      acquisition: RUN,
      warnings: [],
    });
    expect(reading.trace).toEqual(COUNTED);
    expect(reading.vendorPeaks).toMatchObject([
      { name: 'MW 2', retention_min: 9, area: 32406, area_unit: 'µAU·s', marks: 'V', resolution: null },
    ]);
  });

  it('the reader accepts files in the encodings UTF-16 and Windows-1252', () => {
    expect(readBytes(Buffer.from(`\ufeff${labSolutions()}`, 'utf16le'))).toMatchObject({
      ok: true,
      acquisition: RUN,
    });
    const information = ['Sample Name\tProbe für 5 µl'];
    expect(readBytes(Buffer.from(labSolutions({ information }), 'latin1'))).toMatchObject({
      acquisition: { sampleName: 'Probe für 5 µl' },
    });
  });

  const three = labSolutions({
    channels: [
      { section: 'LC Chromatogram(Detector B-Ch1)', units: 'nRIU' },
      { section: 'PDA Multi Chromatogram(Ch1)', nm: '280', trace: other },
      { section: 'PDA Multi Chromatogram(Ch2)', nm: '220' },
    ],
  });

  it('the reader takes the channel at 214 or 220 nm, or the one nearest to the wavelength that the caller wants', () => {
    expect(read(three)).toMatchObject({ channel: 'PDA-Ch2', vendorPeaks: null });
    expect(read(three, { preferredNm: 275 })).toMatchObject({
      channel: 'PDA-Ch1',
      wavelengthNm: 280,
    });
    expect(codes(read(three, { preferredNm: 254 }))).toEqual(['several_channels', 'other_wavelength']);
    expect(read(three, { channel: 'Detector B-Ch1' })).toMatchObject({ unit: 'nRIU', wavelengthNm: null });
    expect(codes(read(three, { channel: 'Detector B-Ch1' }))).toEqual(['several_channels', 'other_unit']);
    const uv = labSolutions({
      channels: [{ units: 'mV' }, { section: 'LC Chromatogram(Detector B-Ch1)', units: 'mAU' }],
    });
    expect(read(uv).channel).toBe('Detector B-Ch1');
  });

  it('the reader accepts a channel whose peak table is empty or missing', () => {
    expect(read(labSolutions({ tables: ['[Peak Table(PDA-Ch1)]\n# of Peaks\t0'] })).vendorPeaks).toEqual([]);
    const headed = `[Peak Table(PDA-Ch1)]\n# of Peaks\t0\n${LAB_TABLE_HEADING}`;
    expect(read(labSolutions({ tables: [headed] })).vendorPeaks).toEqual([]);
    expect(read(labSolutions({ tables: [] })).vendorPeaks).toBeNull();
  });

  it('the reader gives no date if day and month are ambiguous', () => {
    const reading = read(labSolutions({ information: ['Acquired\t02/08/2026 17:08:21'] }));
    expect(reading.acquisition.injectedAt).toBeNull();
    expect(codes(reading)).toEqual(['injection_time']);
  });

  it.each<[string, string, string]>([
    [
      'two channels of one name',
      labSolutions({ channels: [{}, { trace: other }] }),
      'Line 143: a second channel is named "Detector A-Ch1".',
    ],
    [
      'two runs',
      `${labSolutions()}\n\n${labSolutions()}`,
      'Line 143: a second run begins here; export each run to a file of its own.',
    ],
    [
      'a wrong unit',
      labSolutions({ channels: [{ units: 'bar' }] }),
      'Line 15: "Detector A-Ch1" counts bar; export absorbance or the detector’s voltage.',
    ],
    [
      'no size of a count',
      labSolutions({ channels: [{ multiplier: '0' }] }),
      'Line 15: the intensity multiplier of "Detector A-Ch1" is no number above 0.',
    ],
    [
      'fewer points than stated',
      labSolutions({ channels: [{ points: 3360 }] }),
      'Line 15: "Detector A-Ch1" should have 3360 points but holds 120; the file may be cut.',
    ],
    [
      'descending times',
      labSolutions({ channels: [{ trace: { ...SMALL, minutes: SMALL.minutes.toReversed() } }] }),
      'Line 23: time 19.83190 comes after 20.00000; times must increase.',
    ],
    [
      'no chromatogram',
      labSolutions({ channels: [] }),
      'Not a chromatogram: this LabSolutions file has no section of an LC chromatogram; export it with one.',
    ],
  ])('the reader refuses LabSolutions text with %s', (_, text, message) => {
    expect(refused(text)).toBe(message);
  });
});

describe('the reader reads Chromeleon text', () => {
  it('the reader accepts Chromeleon text with decimal points or commas', () => {
    for (const comma of [false, true]) {
      const reading = read(chromeleon({ comma }));
      expect(reading).toMatchObject({
        format: 'chromeleon',
        unit: 'mAU',
        wavelengthNm: 214,
        channel: 'UV_VIS_1',
        acquisition: { ...RUN, batch: 'Peptides' },
        warnings: [],
      });
      expect(reading.trace.minutes[60]).toBeCloseTo(SMALL.minutes[60] ?? 0, 6);
      expect(reading.trace.signal_mau[60]).toBeCloseTo(SMALL.signal_mau[60] ?? 0, 5);
    }
  });

  it('the reader accepts Chromeleon text with thousands separators', () => {
    const large = { ...SMALL, signal_mau: SMALL.signal_mau.map((value) => value + 1234) };
    const grouped = (text: string, mark: string) => text.replace(/\t1(\d{3})(?=[.,]\d{6})/g, `\t1${mark}$1`);
    const plain = read(chromeleon({ trace: large }));
    expect(read(grouped(chromeleon({ trace: large }), ',')).trace).toEqual(plain.trace);
    expect(read(grouped(chromeleon({ trace: large, comma: true }), '.')).trace).toEqual(plain.trace);
  });

  it('the reader leaves out points of Chromeleon text that have no value', () => {
    const reading = read(chromeleon().replace(/(\r\n[\d.]+\tn\.a\.\t)-?[\d.]+(\r\n)/, '$1n.a.$2'));
    expect(reading.trace.minutes.length).toBe(119);
    expect(codes(reading)).toEqual(['missing_values']);
  });

  it.each<[string, string, RegExp]>([
    ['a wrong unit', chromeleon({ unit: '°C' }), /^Line \d+: the signal counts °C; export absorbance/],
    [
      'fewer points than stated',
      chromeleon({ points: 3241 }),
      /^Line \d+: the file should have 3241 points but holds 120/,
    ],
    [
      'mixed decimal marks',
      chromeleon().replace(/\t(-?\d+)\.(\d{6})(?=\r\n[\d.]+\tn)/, '\t$1,$2'),
      /^Line \d+: .* has a decimal/,
    ],
    [
      'no numbers',
      chromeleon().slice(0, 300),
      /^Not a chromatogram: this Chromeleon file has no chromatogram data/,
    ],
  ])('the reader refuses Chromeleon text with %s', (_, text, message) => {
    expect(refused(text)).toMatch(message);
  });
});

describe('the reader reads Empower text', () => {
  it.each(['long', 'transposed', 'plane'])(
    'the reader accepts Empower text in its %s form, and takes absorbance as AU',
    (form) => {
      const reading = read(empower({ form }));
      expect(reading).toMatchObject({
        format: 'arw',
        unit: 'mAU',
        wavelengthNm: 214,
        acquisition: { ...RUN, batch: 'Peptides' },
      });
      expect(codes(reading)).toEqual(
        form === 'plane' ? ['several_channels', 'unit_unknown'] : ['unit_unknown'],
      );
      expect(reading.trace.minutes).toEqual(SMALL.minutes);
      reading.trace.signal_mau.forEach((value, place) => {
        expect(value).toBeCloseTo(SMALL.signal_mau[place] ?? 0, 5);
      });
    },
  );

  it('the reader finds facts about the run beside their labels, and lists the other wavelengths of the detector', () => {
    const [names = '', values = '', ...rows] = empower().split('\r');
    const facts = names.split('\t').map((name, place) => `${name}\t${values.split('\t')[place]}`);
    expect(read([...facts, ...rows].join('\n'))).toMatchObject({ acquisition: RUN, wavelengthNm: 214 });
    expect(read(empower({ form: 'plane' }), { preferredNm: 280 }).wavelengthNm).toBe(280);
  });

  it.each<[string, string, RegExp]>([
    [
      'fewer signals than times',
      empower({ form: 'transposed' }).replace(/\t[^\t]+$/, ''),
      /^Line 4: 119 signals stand below 120 times\.$/,
    ],
    ['nothing but facts', empower().split('\r').slice(0, 2).join('\r'), /holds no numbers/],
    [
      'descending times',
      empower({ trace: { ...SMALL, minutes: SMALL.minutes.toReversed() } }),
      /^Line 4: time .* comes after/,
    ],
  ])('the reader refuses Empower text with %s', (_, text, message) => {
    expect(refused(text)).toMatch(message);
  });
});

describe('the readers agree on gaps and formats', () => {
  it.each<[string, (trace: typeof SMALL) => string]>([
    ['LabSolutions', (trace) => labSolutions({ channels: [{ trace }] })],
    ['Chromeleon', (trace) => chromeleon({ trace })],
    ['Empower', (trace) => empower({ trace })],
    ['mzML', (trace) => plainMzml(trace)],
  ])('the reader of %s accepts gaps with a warning', (_, write) => {
    const late = SMALL.minutes.map((time, place) => (place < 60 ? time : time + 100));
    expect(codes(read(write({ ...SMALL, minutes: late })))).toContain('gap');
  });

  it('the reader recognises the format by the content of the file', () => {
    const formats = [labSolutions(), chromeleon(), empower(), plainMzml()].map((text) => read(text).format);
    expect(formats).toEqual(['labsolutions', 'chromeleon', 'arw', 'mzml']);
  });
});
