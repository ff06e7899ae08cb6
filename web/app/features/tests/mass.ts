import type { Measurement } from '@vialproof/contract/results';

/** An observed mass beside the one that theory says, all in daltons. */
export interface MassComparison {
  analyte: string;
  observed: number;
  theoretical: number;
  tolerance: number;
  verdict: Measurement['verdict'];
}

/** Reads '4813.46 ± 0.5' and a value in Da; undefined for every other measurement. */
export function massComparison(measurement: Measurement): MassComparison | undefined {
  const { analyte, value, unit, limit, verdict } = measurement;
  const [, theoretical, tolerance] = /^(\d+(?:\.\d+)?)\s*±\s*(\d+(?:\.\d+)?)/.exec(limit.trim()) ?? [];
  const observed = typeof value === 'number' ? value : Number.parseFloat(value);
  if (unit.trim() !== 'Da' || !theoretical || !tolerance || !Number.isFinite(observed)) return undefined;
  return { analyte, observed, theoretical: Number(theoretical), tolerance: Number(tolerance), verdict };
}
