import type { Reporting } from '@vialproof/contract/reporting';
import { replicateProblem } from '@vialproof/science/chromatography/replicates';
import type { SignalUnit } from '@vialproof/science/chromatography/units';
import type { ChromatogramFacts } from '../chromatograms.tables.ts';
import type { ReadFile } from '../use-cases/replace-chromatogram.ts';

/** An injection that a revision reports beside the drawn one, as read when it was counted. */
export type Replicate = {
  injection_id: string;
  sha256: string;
  file_name: string;
  /** Main peak's share, in %. */
  purity_percent: number;
  signal_unit: SignalUnit;
  wavelength_nm: number | null;
  channel: string | null;
  reporting: Reporting | null;
  /** Why it is reported in spite of its warnings; null without warnings. */
  reason: string | null;
};

/** The data of a file, or of the drawn trace, for the comparison. */
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

/** The replicates of a stored trace, each with the reason why it can no longer be counted. */
export function replicatesOf(row: ChromatogramFacts): (Replicate & { problem: string | null })[] {
  const drawn = runOf({ ...row, unit: row.signalUnit });
  return (row.replicates ?? []).map((run) => ({ ...run, problem: replicateProblem(run, drawn) ?? null }));
}
