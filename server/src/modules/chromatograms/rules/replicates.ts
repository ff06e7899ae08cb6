import type { Reporting } from '@vialproof/contract/reporting';
import { replicateProblem } from '@vialproof/science/chromatography/replicates';
import type { SignalUnit } from '@vialproof/science/chromatography/units';
import type { ChromatogramFacts } from '../chromatograms.tables.ts';
import type { ReadFile } from '../use-cases/replace-chromatogram.ts';

/** An injection that a revision reports beside the drawn one, with the data read from its file when it was added. */
export type Replicate = {
  injection_id: string;
  sha256: string;
  file_name: string;
  /** The main peak's share in %. */
  purity_percent: number;
  signal_unit: SignalUnit;
  wavelength_nm: number | null;
  channel: string | null;
  reporting: Reporting | null;
  /** The reason to report it in spite of its warnings; null without warnings. */
  reason: string | null;
};

/** What the comparison of two runs needs to know about a file or about the drawn trace. */
export const runOf = ({
  unit,
  wavelengthNm: wavelength_nm,
  channel,
  method,
}: Pick<ReadFile, 'unit' | 'wavelengthNm' | 'channel'> & { method: { reporting?: Reporting } }) => ({
  signal_unit: unit,
  wavelength_nm,
  channel,
  reporting: method.reporting ?? null,
});

/** The injections reported beside a stored trace. `problem`: why one can no longer be counted. */
export function replicatesOf(row: ChromatogramFacts): (Replicate & { problem: string | null })[] {
  const drawn = runOf({ ...row, unit: row.signalUnit });
  return (row.replicates ?? []).map((run) => ({ ...run, problem: replicateProblem(run, drawn) ?? null }));
}
