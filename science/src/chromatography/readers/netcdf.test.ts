import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { NetCDFReader } from 'netcdfjs';
import { describe, expect, it } from 'vitest';
import { prepare } from '../integration.ts';
import { syntheticTrace } from '../synthetic-trace.ts';
import { TRACE_LIMITS } from '../trace-limits.ts';
import { readChromatogram } from './chromatogram-file.ts';
import { netcdf } from './netcdf.fixture.ts';

/** An Agilent run with the instrument's table of eight peaks (netcdfjs, MIT). */
const AGILENT = readFileSync(new URL('../../../../e2e/fixtures/agilent_hplc.cdf', import.meta.url));
const noInflate = () => {
  throw new Error('nothing is packed here');
};
const read = (bytes: Uint8Array) => readChromatogram(bytes, noInflate);
const refused = (bytes: Uint8Array) => {
  const reading = read(bytes);
  return reading.ok ? 'read' : reading.message;
};
const TRACE = syntheticTrace({ seed: 'netcdf', points: 400 });
const usual = {
  attributes: {
    detector_unit: 'mAU',
    retention_unit: 'seconds',
    detector_name: 'DAD1 A, Sig=214,4 Ref=360,100',
  },
  interval: 3,
  signal: TRACE.signal_mau as readonly number[],
};
const file = ({
  attributes = usual.attributes,
  interval = usual.interval,
  signal = usual.signal,
  delay = 0,
} = {}) =>
  netcdf(attributes, [
    { name: 'actual_delay_time', values: [delay] },
    { name: 'actual_sampling_interval', values: [interval] },
    { name: 'ordinate_values', values: signal },
  ]);
const including = (change: object) => file({ attributes: { ...usual.attributes, ...change } });

describe('the reader reads the published file of Agilent', () => {
  const reading = read(AGILENT);
  const table = new NetCDFReader(AGILENT).getDataVariable('peak_area_percent').map(Number);

  it('the reader finds the unit, the wavelength, and the times in minutes of the Agilent file', () => {
    expect(reading).toMatchObject({
      ok: true,
      format: 'netcdf',
      unit: 'mAU',
      wavelengthNm: 254,
      warnings: [],
    });
    expect(reading.ok && reading.trace.minutes.length).toBe(4651);
    expect(reading.ok && reading.trace.minutes[1]).toBeCloseTo(0.412 / 60, 6);
  });

  it('the reader finds the sample, time and instrument, and leaves the instrument’s peak table unchanged', () => {
    expect(reading).toMatchObject({
      channel: 'DAD1 A, Sig=254,4 Ref=360,100',
      acquisition: {
        sampleName: 'MW-2-6-6 IC 90',
        sampleId: null,
        injectedAt: '2018-10-30T17:43:05+00:00',
        method: 'POS 3 IC 90-10 31 MIN.M',
        operator: 'SYSTEM',
        batch: 'SequenceLine: 1 Inj: 1',
      },
    });
    const peaks = reading.ok ? reading.vendorPeaks : null;
    expect(peaks).toHaveLength(8);
    expect(peaks?.[4]).toMatchObject({ name: null, area_unit: 'mAU·s', marks: 'VB', tailing: null });
    expect(peaks?.[7]?.retention_min).toBeCloseTo(19.629, 3);
    expect(peaks?.[7]?.area).toBeCloseTo(3948.423, 3);
  });

  it('the reader warns of an unreadable injection time', () => {
    expect(read(including({ injection_date_time_stamp: '20261320091500+0000' }))).toMatchObject({
      acquisition: { injectedAt: null },
      warnings: [
        { code: 'injection_time', text: 'The time of injection (“20261320091500+0000”) cannot be read.' },
      ],
    });
    expect(read(including({ injection_date_time_stamp: ' ' }))).toMatchObject({ warnings: [] });
  });

  it('every area % that the reader gives is within 0.01 percentage points of the instrument’s area %', () => {
    const prepared = reading.ok ? prepare(reading) : undefined;
    expect(prepared?.limitsBy).toBe('instrument');
    expect(prepared?.peaks).toHaveLength(8);
    prepared?.peaks.forEach((peak, index) => {
      expect(Math.abs(peak.area_percent - (table[index] ?? 0))).toBeLessThan(0.01);
    });
    expect(prepared?.mainPeak).toBe(7);
    expect(prepared?.purityPercent).toBeCloseTo(49.87, 2);
    expect(prepared?.method.name).toBe(
      'the instrument’s baselines, trapezoid areas, limits of the instrument’s own table',
    );
  });

  it('the peaks that our own integration finds in the file match the instrument’s peaks after the solvent front', () => {
    const prepared = reading.ok ? prepare(reading) : undefined;
    const found = prepared?.proposal.limits ?? [];
    for (const minutes of [11.827, 17.17, 19.629]) {
      expect(found.some(({ start_min, end_min }) => start_min < minutes && minutes < end_min)).toBe(true);
    }
  });

  it('the reader refuses a file that is cut off at any place, and gives a message', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: AGILENT.length - 1 }), (length) => {
        expect(refused(AGILENT.subarray(0, length))).toMatch(/^The netCDF file is cut short: /);
      }),
      { numRuns: 200, examples: [[4], [100], [12_000], [AGILENT.length - 1]] },
    );
    expect(refused(AGILENT.subarray(0, 15_000))).toBe(
      'The netCDF file is cut short: ordinate_values should reach byte 20980, the file ends at byte 15000.',
    );
  });
});

describe('the reader reads ANDI/AIA netCDF files', () => {
  it('the reader accepts times in seconds and minutes, signals in mAU and AU, scaled values, and a separate list of times', () => {
    const plain = read(file());
    const trace = plain.ok ? plain.trace : undefined;
    expect(trace?.minutes.slice(0, 3)).toEqual([0, 0.05, 0.1]);
    const inMinutes = read(
      netcdf({ ...usual.attributes, retention_unit: 'minutes' }, [
        { name: 'actual_sampling_interval', values: [0.05], type: 'double' },
        { name: 'ordinate_values', values: usual.signal },
      ]),
    );
    expect(inMinutes.ok && inMinutes.trace).toEqual(trace);
    expect(read(including({ detector_unit: 'mV' }))).toMatchObject({ ok: true, unit: 'mV' });
    expect(read(including({ detector_unit: 'pA' }))).toMatchObject({
      ok: true,
      unit: 'pA',
      warnings: [{ code: 'other_unit' }],
    });
    const inAu = read(including({ detector_unit: 'AU' }));
    expect(inAu.ok && inAu.trace.signal_mau[40]).toBeCloseTo(1000 * (trace?.signal_mau[40] ?? 0), 3);
    const scaled = read(
      netcdf(usual.attributes, [
        { name: 'actual_sampling_interval', values: [3] },
        { name: 'ordinate_values', values: usual.signal, attributes: { scale_factor: 2, add_offset: 5 } },
      ]),
    );
    expect(scaled.ok && scaled.trace.signal_mau[40]).toBeCloseTo(2 * (trace?.signal_mau[40] ?? 0) + 5, 3);
    const uneven = read(
      netcdf(usual.attributes, [
        {
          name: 'raw_data_retention',
          values: usual.signal.map((_, index) => 3 * index + (index % 2)),
          type: 'double',
        },
        { name: 'ordinate_values', values: usual.signal },
      ]),
    );
    expect(uneven.ok && uneven.trace.minutes.slice(0, 3)).toEqual(
      [0, 4 / 60, 0.1].map((at) => Math.round(at * 1e9) / 1e9),
    );
  });

  it('the reader warns if the file has no unit, and ignores an invalid peak table', () => {
    const { detector_unit: _, ...unnamed } = usual.attributes;
    const reading = read(file({ attributes: unnamed as typeof usual.attributes }));
    expect(reading.ok && reading.warnings).toEqual([
      { code: 'unit_unknown', text: 'The file names no detector unit; heights were read as mAU.' },
    ]);
    const backwards = read(
      netcdf(usual.attributes, [
        { name: 'actual_sampling_interval', values: [3] },
        { name: 'ordinate_values', values: usual.signal },
        { name: 'peak_start_time', values: [500] },
        { name: 'peak_end_time', values: [400] },
        { name: 'peak_area', values: [1] },
      ]),
    );
    expect(backwards.ok && backwards.instrument).toBeNull();
  });

  it('the reader states the unit of the areas if the signal confirms it, and ignores placeholders for heights', () => {
    const table = (areas: number[], limits = true) => {
      const reading = read(
        netcdf({ ...usual.attributes, detector_unit: 'AU' }, [
          { name: 'actual_sampling_interval', values: [3] },
          {
            name: 'ordinate_values',
            values: usual.signal.map((_, index) => Math.exp(-(((index - 200) / 8) ** 2)) / 5),
          },
          ...(limits
            ? [
                { name: 'peak_start_time', values: [100, 500] },
                { name: 'peak_end_time', values: [130, 700] },
              ]
            : []),
          { name: 'peak_area', values: areas },
          { name: 'peak_height', values: [-1, 0.2] },
        ]),
      );
      return reading.ok ? reading.vendorPeaks : null;
    };
    expect(table([0.01, 8.5])).toMatchObject([
      { area_unit: 'AU·s', height: null },
      { area_unit: 'AU·s', height: expect.closeTo(0.2, 5) },
    ]);
    expect(table([900, 138_862])).toMatchObject([{ area: 900, area_unit: null }, { area_unit: null }]);
    expect(table([0.01, 8.5], false)).toMatchObject([{ area_unit: null }, { area_unit: null }]);
  });

  it.each<[string, Uint8Array, string | RegExp]>([
    [
      'a wrong unit of signal',
      including({ detector_unit: 'kelvin' }),
      'The detector\'s unit is "kelvin"; export absorbance, in mAU or AU, or the detector’s voltage.',
    ],
    [
      'a wrong unit of time',
      including({ retention_unit: 'scans' }),
      'The file counts time in "scans"; seconds or minutes are read.',
    ],
    ['no points', file({ signal: [] }), 'Not a chromatogram: fewer than 100 points (0).'],
    ['one point', file({ signal: [1] }), 'Not a chromatogram: fewer than 100 points (1).'],
    [
      'a signal that is not a number',
      file({ signal: usual.signal.with(7, Number.NaN) }),
      'Point 8: the signal is not a number.',
    ],
    [
      'an endless signal',
      file({ signal: usual.signal.with(7, 1e30) }),
      /^Point 8: .*e\+30 is beyond any detector\.$/,
    ],
    ['no interval', file({ interval: 0 }), /^The file says nothing of its times/],
    [
      'minutes taken for seconds',
      file({ interval: 300 }),
      'Point 122: time 605.0 min is beyond 600 minutes; is the unit of time right?',
    ],
    [
      'times that go back',
      netcdf(usual.attributes, [
        { name: 'raw_data_retention', values: usual.signal.map((_, index) => (index === 9 ? 3 : 3 * index)) },
        { name: 'ordinate_values', values: usual.signal },
      ]),
      'Point 10: time 0.0500 min comes after 0.4000; times must increase.',
    ],
    [
      'no trace',
      netcdf({}, [{ name: 'mass_values', values: [1, 2] }]),
      /^This netCDF file holds no chromatogram/,
    ],
    ['no variables', netcdf({}, []), /^This netCDF file holds no chromatogram/],
    [
      'too many points',
      file({ signal: Array.from({ length: TRACE_LIMITS.maxPoints + 1 }, (_, index) => index % 7) }),
      /^The trace has 200,001 points/,
    ],
    [
      'gzip under the name of netCDF',
      gzipSync(AGILENT),
      'This is a gzip archive; unpack it and upload the file inside.',
    ],
    ['netCDF-4', Buffer.from('\u0089HDF\r\n\u001a\n', 'latin1'), /^This is netCDF of a newer kind/],
    ['10 MB of zeros', new Uint8Array(TRACE_LIMITS.bytes), 'This is a binary file, not text.'],
  ])('the reader refuses a netCDF file with %s, and gives a message', (_, bytes, message) => {
    expect(refused(bytes)).toMatch(message);
  });

  it('the reader never throws and never returns a broken chromatogram, whatever the damage to the file', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 4, max: 6000 }), fc.integer({ min: 0, max: 255 })), {
          minLength: 1,
          maxLength: 8,
        }),
        (damage) => {
          const bytes = Uint8Array.from(AGILENT);
          for (const [place, value] of damage) bytes[place] = value;
          const reading = read(bytes);
          if (!reading.ok) return reading.message.length > 0;
          const { minutes, signal_mau: signal } = reading.trace;
          return minutes.length === signal.length && signal.every(Number.isFinite);
        },
      ),
      { numRuns: 300 },
    );
  });
});
