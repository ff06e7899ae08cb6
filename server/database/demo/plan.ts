import type { DemoTest } from './order.ts';

/** What can happen to a demo test. */
export type StepKind =
  | 'draft'
  | 'checkout'
  | 'pay'
  | 'cancel'
  | 'intake'
  | 'withdraw'
  | 'measure'
  | 'publish'
  | 'amend'
  | 'publish_amended'
  | 'retract'
  | 'display';
type Step = { at: Date; test: DemoTest; kind: StepKind };
/** Steps at the same time. */
export type Moment = { at: Date; steps: Step[] };

const DAY_MS = 86_400_000;
const SATURDAY = 6;

/** The steps that lead to each final status, and how many days before the end each one is. */
const WAYS: Record<DemoTest['ends'], readonly [StepKind, daysBefore: number][]> = {
  draft: [['draft', 0]],
  pending_payment: [
    ['draft', 0],
    ['checkout', 0],
  ],
  awaiting_sample: [
    ['draft', 0],
    ['pay', 0],
  ],
  cancelled: [
    ['draft', 2],
    ['pay', 2],
    ['cancel', 0],
  ],
  received: [
    ['draft', 5],
    ['pay', 5],
    ['intake', 0],
  ],
  withheld: [
    ['draft', 11],
    ['pay', 11],
    ['intake', 6],
    ['withdraw', 0],
  ],
  in_review: [
    ['draft', 11],
    ['pay', 11],
    ['intake', 6],
    ['measure', 0],
  ],
  complete: [
    ['draft', 13],
    ['pay', 13],
    ['intake', 8],
    ['measure', 1],
    ['publish', 0],
  ],
  amended: [
    ['draft', 20],
    ['pay', 20],
    ['intake', 15],
    ['measure', 8],
    ['publish', 7],
    ['amend', 1],
    ['publish_amended', 0],
  ],
  retracted: [
    ['draft', 19],
    ['pay', 19],
    ['intake', 14],
    ['measure', 7],
    ['publish', 6],
    ['retract', 0],
  ],
};
/** A sterility test takes two weeks. */
const STERILITY_DAYS = 15;

/** The hour (UTC) at which the laboratory takes each step. */
const HOURS: Partial<Record<StepKind, number>> = {
  intake: 9,
  measure: 14,
  amend: 11,
  publish: 16,
  publish_amended: 16,
  retract: 10,
};

/** All steps of the tests in a year that ends at `now`, in order of time. On weekends the laboratory does not work. */
export function planOfYear(year: readonly DemoTest[], now: Date): Moment[] {
  const steps = year.flatMap((test) => stepsOf(test, now));
  const moments = Map.groupBy(steps, ({ at }) => at.getTime());
  return [...moments]
    .toSorted(([one], [other]) => one - other)
    .map(([time, together]) => ({ at: new Date(time), steps: together }));
}

function stepsOf(test: DemoTest, now: Date): Step[] {
  const taken: Step[] = WAYS[test.ends].map(([kind, daysBefore], step) => {
    const isGrown = test.sku === 'sterility' && (kind === 'draft' || kind === 'pay' || kind === 'intake');
    const days = test.daysAgo + daysBefore + (isGrown ? STERILITY_DAYS : 0);
    const day = new Date(now.getTime() - days * DAY_MS);
    const hour = HOURS[kind];
    // Steps without an hour are a minute apart, so that they stay in order.
    const at = hour === undefined ? minutesAfter(day, step) : minutesAfter(workday(day, hour), step);
    return { at, test, kind };
  });
  if (test.displayedDaysAgo === undefined) return taken;
  const at = new Date(now.getTime() - test.displayedDaysAgo * DAY_MS);
  return [...taken, { at, test, kind: 'display' }];
}

const minutesAfter = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000);

/** This hour of the day in UTC; on a weekend, that of the Friday before. */
function workday(day: Date, hour: number): Date {
  const at = new Date(day);
  const weekday = at.getUTCDay();
  const rest = weekday === SATURDAY ? 1 : weekday === 0 ? 2 : 0;
  at.setUTCDate(at.getUTCDate() - rest);
  at.setUTCHours(hour, 0, 0, 0);
  return at;
}
