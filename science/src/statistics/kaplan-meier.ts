/** `count` samples (default 1) that were done at `time`, or that are not done yet at `time`. */
export type Observation = { time: number; isDone: boolean; count?: number };

/** The curve at one time at which a sample was done or last observed. */
export type SurvivalStep = {
  time: number;
  /** The number of samples at risk: not done just before this time, and still observed. */
  nRisk: number;
  nEvent: number;
  nCensored: number;
  /** The estimated share that is not done after `time`. */
  survival: number;
  /** Greenwood's standard error of log(survival); Infinity once the curve is at 0. */
  stdError: number;
  /** The 95 % interval of `survival` on the log scale; NaN once the curve is at 0. */
  lower: number;
  upper: number;
};

/** A time with its 95 % interval. A member is undefined if the curve, or a limit of the interval, does not reach the share. */
export type Quantile = {
  time: number | undefined;
  low: number | undefined;
  high: number | undefined;
};

/** The 97.5 % quantile of the normal distribution. */
const Z = 1.959963984540054;
/** R's tolerance for equal shares, sqrt(.Machine$double.eps). */
const TOLERANCE = 2 ** -26;

/**
 * The Kaplan-Meier estimate: a step for each distinct time, ascending. A sample that was last observed at the time at
 * which another was done still counts as at risk. `time` is an integer, at least 0. Equals `survfit(Surv(time, isDone)
 * ~ 1)` of R's survival 3.5.
 */
export function kaplanMeier(observations: readonly Observation[]): SurvivalStep[] {
  const byTime = new Map<number, { nEvent: number; nCensored: number }>();
  let nRisk = 0;
  for (const { time, isDone, count = 1 } of observations) {
    const here = byTime.get(time) ?? { nEvent: 0, nCensored: 0 };
    here[isDone ? 'nEvent' : 'nCensored'] += count;
    byTime.set(time, here);
    nRisk += count;
  }
  const steps: SurvivalStep[] = [];
  let survival = 1;
  let variance = 0;
  for (const [time, { nEvent, nCensored }] of [...byTime].sort(([one], [other]) => one - other)) {
    if (nEvent > 0) {
      survival *= (nRisk - nEvent) / nRisk;
      variance += nEvent / (nRisk * (nRisk - nEvent));
    }
    const stdError = Math.sqrt(variance);
    steps.push({ time, nRisk, nEvent, nCensored, survival, stdError, ...intervalOf(survival, stdError) });
    nRisk -= nEvent + nCensored;
  }
  return steps;
}

function intervalOf(survival: number, stdError: number): { lower: number; upper: number } {
  if (survival === 0) return { lower: Number.NaN, upper: Number.NaN };
  const log = Math.log(survival);
  return { lower: Math.exp(log - Z * stdError), upper: Math.min(1, Math.exp(log + Z * stdError)) };
}

/**
 * The time by which a share of `share` (between 0 and 1) is done, with its interval: R's `quantile(fit, share)`. If the
 * curve lies exactly on the share, the middle of that range.
 */
export function quantileOf(steps: readonly SurvivalStep[], share: number): Quantile {
  const reach = (limit: (step: SurvivalStep) => number) =>
    reachedAt(
      steps.map((step) => ({ time: step.time, done: 1 - limit(step) })),
      share,
    );
  return {
    time: reach(({ survival }) => survival),
    low: reach(({ lower }) => lower),
    high: reach(({ upper }) => upper),
  };
}

type Point = { time: number; done: number };

/** `findq` of R's survival package. The limits of an interval may fall; the lowest point above the share counts. */
function reachedAt(points: readonly Point[], share: number): number | undefined {
  const seen = new Set<number>();
  const distinct = [{ time: 0, done: 0 }, ...points].filter(({ done }) => !seen.has(done) && seen.add(done));
  const known = distinct.filter(({ done }) => !Number.isNaN(done));
  if (known.every(({ done }) => done < share)) return undefined;
  const lowest = (reaches: (done: number) => boolean) =>
    known
      .filter(({ done }) => reaches(done))
      .reduce<Point | undefined>((best, each) => (best && best.done <= each.done ? best : each), undefined);
  const first = lowest((done) => done + TOLERANCE >= share);
  const last = distinct.at(-1);
  const end = points.at(-1);
  if (first && last && end && Math.abs(share - last.done) < TOLERANCE) return (first.time + end.time) / 2;
  const beyond = lowest((done) => done - TOLERANCE >= share);
  return first && beyond && (first.time + beyond.time) / 2;
}
