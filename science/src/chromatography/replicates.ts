/** What decides whether two runs can be compared: the signal, and which peaks count. */
type Run = {
  signal_unit: string;
  wavelength_nm: number | null;
  channel: string | null;
  /** Which peaks the method counts, in min and % of the area; null if the method sets nothing. */
  reporting: { limit_percent: number; from_min: number; to_min: number } | null;
};

/** By how many minutes the windows of two runs may differ, because the runs differ slightly in length. */
const SAME_WINDOW = 0.1;

/**
 * Why an injection is not a replicate. The words continue a sentence that begins with the injection's name: 'was read
 * at 280 nm, …'. Undefined if it is a replicate.
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

/**
 * Whether a typed number and a percentage differ by at most half a unit of the last typed digit; exactly half may be
 * rounded up or down.
 */
export function isToItsDigits(typed: string, percent: number): boolean {
  const { low, high } = spanOf(typed);
  return low <= percent && percent <= high;
}

function spanOf(typed: string): { low: number; high: number } {
  const half = 0.5 * 10 ** -(typed.split('.')[1]?.length ?? 0) + 1e-9;
  return { low: Number(typed) - half, high: Number(typed) + half };
}

/**
 * How many of these replicates are purities of injections, at the precision of their digits. Each injection matches at
 * most one replicate. Purities are in %.
 */
export function matchedReplicates(typed: readonly string[], purities: readonly number[]): number {
  const left = purities.toSorted((one, other) => one - other);
  let matched = 0;
  // The interval that ends first takes the lowest purity inside it; no other choice gives more matches.
  for (const { low, high } of typed.map(spanOf).toSorted((one, other) => one.high - other.high)) {
    const place = left.findIndex((purity) => low <= purity && purity <= high);
    if (place === -1) continue;
    left.splice(place, 1);
    matched++;
  }
  return matched;
}
