import type { Measurement } from '@vialproof/contract/results';

/** An observed mass beside the one that theory says, all in daltons. */
export interface MassComparison {
  analyte: string;
  observed: number;
  theoretical: number;
  tolerance: number;
  verdict: Measurement['verdict'];
  /** Observed minus theoretical in millionths; of older results null. */
  ppm: number | null;
}

/** What was worked out, or '4813.46 ± 0.5' and a value in Da; undefined for every other measurement. */
export function massComparison(measurement: Measurement): MassComparison | undefined {
  const { analyte, value, unit, limit, verdict, rule, computed } = measurement;
  const mass = computed?.mass;
  if (mass && rule?.kind === 'within' && (rule.of === 'mass' || rule.of === 'mass_ppm')) {
    const { observed, theoretical, error_ppm: ppm } = mass;
    const tolerance = rule.of === 'mass' ? rule.tolerance : (rule.tolerance * theoretical) / 1e6;
    return { analyte, observed, theoretical, tolerance, verdict, ppm };
  }
  const [, theoretical, tolerance] = /^(\d+(?:\.\d+)?)\s*±\s*(\d+(?:\.\d+)?)/.exec(limit.trim()) ?? [];
  const observed = typeof value === 'number' ? value : Number.parseFloat(value);
  if (unit.trim() !== 'Da' || !theoretical || !tolerance || !Number.isFinite(observed)) return undefined;
  return {
    analyte,
    observed,
    theoretical: Number(theoretical),
    tolerance: Number(tolerance),
    verdict,
    ppm: null,
  };
}
