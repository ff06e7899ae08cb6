import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Trace } from '@vialproof/contract/trace';

/** One line of a vendor's table of peaks; times in min, area in µV · s, height in µV, zero where nothing is given. */
type VendorPeak = {
  retention: number;
  start: number;
  end: number;
  area: number;
  height: number;
  plates: number;
  tailing: number;
  resolution: number;
};

/** Published by A. Tolonen (MIT); makers' files stay beside the specification, outside the project. */
const FILE = join(
  process.env.VENDOR_DATA ?? join(import.meta.dirname, '../../../../../../shared/data/vendor'),
  'chromatograms/multichannel_chrom.txt',
);

/** Whether the file is there: where it is not, its tests are skipped by name. */
export const hasLabSolutions = existsSync(FILE);

/** The trace and the table of one detector in LabSolutions' ASCII export. */
export function labSolutions(
  table: 'Detector A-Ch2' | 'Detector B',
  trace: string,
): { trace: Trace; peaks: VendorPeak[] } {
  const text = readFileSync(FILE, 'latin1');
  const rowsOf = (section: string) =>
    (text.split(`[${section}]`)[1] ?? '')
      .split(/\r?\n\r?\n/)[0]
      ?.split(/\r?\n/)
      .filter((line) => /^[\d.]+\t/.test(line))
      .map((line) => line.split('\t').map(Number)) ?? [];
  const points = rowsOf(`LC Chromatogram(${trace})`);
  const peaks = rowsOf(`Peak Table(${table})`).map((row) => {
    const at = (column: number) => row[column] ?? 0;
    return {
      retention: at(1),
      start: at(2),
      end: at(3),
      area: at(4),
      height: at(5),
      plates: at(12),
      tailing: at(14),
      resolution: at(15),
    };
  });
  return {
    trace: {
      minutes: points.map(([time = 0]) => time),
      // Counts of 0.001 mV.
      signal_mau: points.map(([, signal = 0]) => signal / 1000),
    },
    peaks,
  };
}
