import type { Reporting } from '@vialproof/contract/reporting';
import { replicateProblem } from '@vialproof/science/chromatography/replicates';
import type { SignalUnit } from '@vialproof/science/chromatography/units';
import type { ChromatogramFacts } from '../chromatograms.tables.ts';
import type { ReadFile } from '../use-cases/replace-chromatogram.ts';

/** Another injection whose purity is part of the result's mean, with the data of its file. */
export type Replicate = {
  injection_id: string;
  sha256: string;
  file_name: string;
  /** The purity in %. */
  purity_percent: number;
  signal_unit: SignalUnit;
  wavelength_nm: number | null;
  channel: string | null;
  reporting: Reporting | null;
  /** Why it counts in spite of warnings; null without warnings. */
  reason: string | null;
};

/** The data by which two measurements are compared. */
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

/** The other injections whose purities are part of the result's mean. `problem`: why one cannot be any more. */
export function replicatesOf(row: ChromatogramFacts): (Replicate & { problem: string | null })[] {
  const drawn = runOf({ ...row, unit: row.signalUnit });
  return (row.replicates ?? []).map((run) => ({ ...run, problem: replicateProblem(run, drawn) ?? null }));
}
