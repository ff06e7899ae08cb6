import type { Measurement } from '@vialproof/contract/results';

/** A measured mass beside the computed one, in daltons. */
export interface MassComparison {
  analyte: string;
  observed: number;
  /** The measured mass with exactly the digits of the result. */
  observedWords: string;
  theoretical: number;
  tolerance: number;
  /** The tolerance in the unit in which the rule states it: '± 0.5 Da', '± 5 ppm'. */
  toleranceWords: string;
  verdict: Measurement['verdict'];
  /** The measured mass minus the computed one, in ppm. Null for older results. */
  ppm: number | null;
}

/**
 * Compares the masses of a measurement that has computed ones, or a limit such as '4813.46 ± 0.5' and a value in Da.
 * Undefined for any other measurement.
 */
export function massComparison(measurement: Measurement): MassComparison | undefined {
  const { analyte, value, unit, limit, verdict, rule, computed } = measurement;
  const mass = computed?.mass;
  const observedWords = String(value);
  if (mass && rule?.kind === 'within' && (rule.of === 'mass' || rule.of === 'mass_ppm')) {
    const { observed, theoretical, error_ppm: ppm } = mass;
    const isInDa = rule.of === 'mass';
    const tolerance = isInDa ? rule.tolerance : (rule.tolerance * theoretical) / 1e6;
    const toleranceWords = `± ${rule.tolerance} ${isInDa ? 'Da' : 'ppm'}`;
    return { analyte, observed, observedWords, theoretical, tolerance, toleranceWords, verdict, ppm };
  }
  const [, theoretical, tolerance] = /^(\d+(?:\.\d+)?)\s*±\s*(\d+(?:\.\d+)?)/.exec(limit.trim()) ?? [];
  const observed = typeof value === 'number' ? value : Number.parseFloat(value);
  if (unit.trim() !== 'Da' || !theoretical || !tolerance || !Number.isFinite(observed)) return undefined;
  return {
    analyte,
    observed,
    observedWords,
    theoretical: Number(theoretical),
    tolerance: Number(tolerance),
    toleranceWords: `± ${tolerance} Da`,
    verdict,
    ppm: null,
  };
}
