import { DISAPPOINTMENTS } from './disappointments.ts';
import { DISPLAYED } from './display.ts';
import { FIRST_TESTS } from './first.ts';
import { KINDS_OF_TESTS } from './kinds.ts';
import { OPEN_TESTS } from './open.ts';
import type { DemoTest, FinishedTest } from './order.ts';
import { seriesOfTests } from './series.ts';

const OLDEST_DAYS = 352;
const NEWEST_DAYS = 1.5;
/** How many vials the laboratory works on at the same time. */
const SIDE_BY_SIDE = 4;
/** Above 1: customers order more tests than at the beginning. */
const GROWTH = 1.35;

/**
 * A year of a laboratory, with every status and all usual failures. Only its dates depend on the first start of the
 * server.
 */
export const DEMO_YEAR: readonly DemoTest[] = [
  ...[...FIRST_TESTS, ...mixed(seriesOfTests(), mixed(KINDS_OF_TESTS, DISAPPOINTMENTS))].map(dated),
  ...OPEN_TESTS,
];

/** Mixes two lists evenly; each list keeps its order. */
function mixed(some: readonly FinishedTest[], others: readonly FinishedTest[]): FinishedTest[] {
  const place = (index: number, list: readonly unknown[]) => (index + 0.5) / list.length;
  return [
    ...some.map((test, index) => ({ test, at: place(index, some) })),
    ...others.map((test, index) => ({ test, at: place(index, others) })),
  ]
    .toSorted((one, other) => one.at - other.at)
    .map(({ test }) => test);
}

function dated(test: FinishedTest, place: number, all: readonly FinishedTest[]): DemoTest {
  const last = Math.floor((all.length - 1) / SIDE_BY_SIDE);
  const share = Math.floor(place / SIDE_BY_SIDE) / last;
  const displayedDaysAgo = DISPLAYED[test.batch];
  const daysAgo = NEWEST_DAYS + (OLDEST_DAYS - NEWEST_DAYS) * (1 - share) ** GROWTH;
  return { ...test, daysAgo, ...(displayedDaysAgo === undefined ? {} : { displayedDaysAgo }) };
}
