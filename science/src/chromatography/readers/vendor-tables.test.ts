import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { baselineUnder } from '../baseline-lines.ts';
import { integrate } from '../peak-detection.ts';
import { measurePeaks } from '../peak-limits.ts';
import type { Trace } from '../trace.ts';
import type { VendorPeak } from '../types.ts';
import { readChromatogram } from './chromatogram-file.ts';

/** A file published by A. Tolonen (MIT). It is not part of the repository. */
const FILE = join(
  process.env.VENDOR_DATA ?? join(import.meta.dirname, '../../../../../shared/data/vendor'),
  'chromatograms/multichannel_chrom.txt',
);

/** Without the file, the tests that need it are skipped. */
const hasLabSolutions = existsSync(FILE);

const noInflate = () => {
  throw new Error('nothing is packed here');
};

/** The chromatogram and peak table of one detector: areas in µV · s, heights in µV. */
function labSolutions(channel: string): { trace: Trace; peaks: VendorPeak[] } {
  const reading = readChromatogram(readFileSync(FILE), noInflate, { channel });
  if (!reading.ok || reading.channel !== channel) throw new Error(`${channel} could not be read`);
  return { trace: reading.trace, peaks: reading.vendorPeaks ?? [] };
}

const NO_LINES = { rollingBall: () => ({ minutes: [], mau: [] }), instrument: null };

describe.skipIf(!hasLabSolutions)(
  'our measures of peaks equal the vendor’s (multichannel_chrom.txt in VENDOR_DATA)',
  () => {
    it.each([
      ['Detector A-Ch2', [5, 6]],
      ['Detector B-Ch1', [4, 5, 6, 7]],
    ] as const)(
      'for %s, our measures of the peaks equal the vendor’s if both use the same limits',
      (channel, numbers) => {
        const vendor = labSolutions(channel);
        const limits = vendor.peaks.map(({ start_min, end_min }) => ({
          start_min: start_min ?? Number.NaN,
          end_min: end_min ?? Number.NaN,
        }));
        const found = measurePeaks(
          vendor.trace,
          baselineUnder(vendor.trace, { limits, baseline: 'straight' }, NO_LINES),
          limits,
        );
        for (const number of numbers) {
          const [ours, theirs] = [found[number - 1], vendor.peaks[number - 1]];
          const off = (own: number | null | undefined, their: number | null | undefined) =>
            Math.abs((own ?? Number.NaN) / (their ?? Number.NaN) - 1);
          expect(off(60_000 * (ours?.area ?? 0), theirs?.area)).toBeLessThan(0.005);
          expect(off(1000 * (ours?.height_mau ?? 0), theirs?.height)).toBeLessThan(0.001);
          expect(off(ours?.tailing, theirs?.tailing)).toBeLessThan(0.03);
          expect(off(ours?.plates, theirs?.plates)).toBeLessThan(0.08);
          // The baseline of peak 4 begins before the peak, at an unknown time. So the areas differ by 6.4 %.
          if (channel === 'Detector A-Ch2' && number === 5) continue;
          expect(off(ours?.resolution, theirs?.resolution)).toBeLessThan(0.05);
        }
      },
    );
  },
);

describe.skipIf(!hasLabSolutions)(
  'our own limits give nearly the vendor’s result (multichannel_chrom.txt in VENDOR_DATA)',
  () => {
    it.each([
      ['Detector A-Ch2', [5, 6]],
      ['Detector B-Ch1', [4, 5, 6, 7]],
    ] as const)(
      'for %s, our own limits give the main peak’s share within 0.3 percentage points of the vendor’s share',
      (channel, numbers) => {
        const { trace, peaks: theirs } = labSolutions(channel);
        const total = theirs.reduce((sum, { area }) => sum + (area ?? 0), 0);
        const { peaks } = integrate(trace);
        for (const number of numbers) {
          const their = theirs[number - 1];
          const our = peaks.find(
            ({ retention_min: at }) => Math.abs(at - (their?.retention_min ?? 0)) < 0.05,
          );
          expect(Math.abs((our?.area_percent ?? 0) - (100 * (their?.area ?? 0)) / total)).toBeLessThan(0.3);
        }
      },
    );
  },
);
