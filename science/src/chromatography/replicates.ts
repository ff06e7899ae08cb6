/** By what two measurements are compared: the signal, and which peaks count. */
type Run = {
  signal_unit: string;
  wavelength_nm: number | null;
  channel: string | null;
  /** Which peaks are part of the purity by the method. Null if the method does not say. */
  reporting: { limit_percent: number; from_min: number; to_min: number } | null;
};

/** How many minutes the time windows of two measurements may differ. */
const SAME_WINDOW = 0.1;

/**
 * Why an injection cannot count with the shown one. The words end a sentence: 'was read at 280 nm, …'. Undefined if it
 * can.
 */
export function replicateProblem(run: Run, drawn: Run): string | undefined {
  if (run.signal_unit !== drawn.signal_unit) {
    return `counts ${run.signal_unit} and the drawn injection ${drawn.signal_unit}`;
  }
  if (run.wavelength_nm !== drawn.wavelength_nm) {
    return `was read at ${nanometres(run)} and the drawn injection at ${nanometres(drawn)}`;
  }
  if (run.channel !== drawn.channel) {
    return `was read as “${run.channel ?? 'no channel'}” and the drawn injection as “${drawn.channel ?? 'no channel'}”`;
  }
  return isCountedAlike(run.reporting, drawn.reporting)
    ? undefined
    : 'was integrated by another window or reporting limit than the drawn injection';
}

const nanometres = ({ wavelength_nm: nm }: Run) => (nm === null ? 'no known wavelength' : `${nm} nm`);

function isCountedAlike(one: Run['reporting'], other: Run['reporting']): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.limit_percent === other.limit_percent &&
    Math.abs(one.from_min - other.from_min) <= SAME_WINDOW &&
    Math.abs(one.to_min - other.to_min) <= SAME_WINDOW
  );
}

/** Whether a typed number equals a percentage that is rounded to as many digits. */
export function isToItsDigits(typed: string, percent: number): boolean {
  const { low, high } = spanOf(typed);
  return low <= percent && percent <= high;
}

function spanOf(typed: string): { low: number; high: number } {
  const half = 0.5 * 10 ** -(typed.split('.')[1]?.length ?? 0) + 1e-9;
  return { low: Number(typed) - half, high: Number(typed) + half };
}

/** How many typed values equal the purity of an injection, rounded to as many digits. Each injection is used once. */
export function matchedReplicates(typed: readonly string[], purities: readonly number[]): number {
  const left = purities.toSorted((one, other) => one - other);
  let matched = 0;
  // The typed value with the lowest upper end gets the lowest purity that fits. This gives the most pairs.
  for (const { low, high } of typed.map(spanOf).toSorted((one, other) => one.high - other.high)) {
    const place = left.findIndex((purity) => low <= purity && purity <= high);
    if (place === -1) continue;
    left.splice(place, 1);
    matched++;
  }
  return matched;
}
