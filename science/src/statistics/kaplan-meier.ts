/** Samples that were finished at `time`, or that were still unfinished when last seen at `time`. */
export type Observation = { time: number; isDone: boolean; count?: number };

/** The curve at one time. */
export type SurvivalStep = {
  time: number;
  /** How many samples were not finished before this time and still observed. */
  nRisk: number;
  nEvent: number;
  nCensored: number;
  /** The estimated part of samples that are not finished after `time`. */
  survival: number;
  /** Greenwood's standard error of log(survival); Infinity after the curve has reached 0. */
  stdError: number;
  /** The 95 % interval of `survival`; NaN after the curve has reached 0. */
  lower: number;
  upper: number;
};

/** A time with its 95 % interval. Undefined if the curve does not come down to the asked part. */
export type Quantile = {
  time: number | undefined;
  low: number | undefined;
  high: number | undefined;
};

/** The 97.5 % quantile of the normal distribution (two-sided 95 %). */
const Z = 1.959963984540054;
/** The program R treats two parts as equal if they differ by less than this. */
const TOLERANCE = 2 ** -26;

/**
 * The Kaplan-Meier estimate: one step for each time, in order. Equal to `survfit(Surv(time, isDone) ~ 1)` in the
 * program R (survival 3.5).
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

/** The time by which `share` of the samples is finished, with its interval. Equal to `quantile(fit, share)` in R. */
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

/** Works as `findq` does in R's package survival. */
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
