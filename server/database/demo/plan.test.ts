import { REQUEST_STATUSES } from '@vialproof/contract/orders';
import { completeLine } from '@vialproof/science/measurement/completed-line';
import { isTracedPurity } from '@vialproof/science/measurement/traced-purity';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CATALOG } from '../seed/catalog.ts';
import { planOfYear } from './plan.ts';
import { DEMO_YEAR } from './year.ts';

const DAY_MS = 86_400_000;
const LABORATORY = ['intake', 'measure', 'publish', 'amend', 'publish_amended', 'retract'];

test('the demo year has sixty published results, some of them private, and tests of every product for sale', () => {
  const published = DEMO_YEAR.filter(({ ends }) => ends === 'complete' || ends === 'amended');
  expect(published.filter(({ visibility }) => visibility === 'public').length).toBeGreaterThanOrEqual(60);
  expect(published.some(({ visibility }) => visibility === 'private')).toBe(true);
  const slugs = CATALOG.map(({ slug }) => slug);
  expect(DEMO_YEAR.filter(({ sku }) => !slugs.includes(sku))).toEqual([]);
  const names = DEMO_YEAR.map(({ batch, notes }) => `${batch} ${notes}`);
  expect(new Set(names).size).toBe(names.length);
});

test('at least ten lines of the newest sixty public results state an uncertainty', () => {
  const newest = DEMO_YEAR.filter(
    ({ ends, visibility }) => visibility === 'public' && (ends === 'complete' || ends === 'amended'),
  ).slice(-60);
  const lines = newest.flatMap((each) => ('result' in each ? each.result.measurements(98.6) : []));
  const stated = lines.filter((line) => completeLine(line, undefined).uncertainty?.U !== undefined);
  expect(stated.length).toBeGreaterThanOrEqual(10);
});

test('most demo samples have one injection, and about eight samples have two or three', () => {
  const measured = DEMO_YEAR.flatMap((each) => [
    ...('result' in each ? [each.result] : []),
    ...(each.ends === 'amended' ? [each.amendment.result] : []),
  ]);
  for (const { measurements, injections = 1, trace, title } of measured) {
    const others = Array.from({ length: injections - 1 }, () => 98.6);
    for (const line of measurements(98.6, others).filter(isTracedPurity))
      expect([title, (line.replicates ?? [line.value]).length]).toEqual([title, trace ? injections : 1]);
  }
  const repeated = measured.filter(({ injections = 1 }) => injections > 1);
  expect(repeated.map(({ injections }) => injections).toSorted()).toEqual([2, 2, 2, 2, 3, 3, 3, 3]);
});

test('the demo sells endotoxin and sterility tests, each with its own sample and turnaround', () => {
  const beside = CATALOG.filter(({ slug }) => slug === 'endotoxin' || slug === 'sterility');
  expect(
    beside.map(({ slug, sampleRequirement, tatText, includesSterility }) => [
      slug,
      sampleRequirement,
      tatText,
      includesSterility,
    ]),
  ).toEqual([
    ['endotoxin', '2 sealed vials', '6-9 business days after receipt', false],
    ['sterility', '2 sealed vials', '16-18 business days after receipt', true],
  ]);
});

test('the demo results include the failures that the document facts/laboratory.md lists', () => {
  const told = DEMO_YEAR.flatMap((each) => ('result' in each ? [each.result.summary] : [])).join('\n');
  for (const words of [
    'The observed mass is that of GHRP-6',
    'under-filled',
    'holds 158 % of what its label says',
    'eight times the endotoxin allowed',
    'The vial is a blank',
    'The same batch as the vial before it, but',
  ])
    expect(told).toContain(words);
});

test('the demo has makers with judged batches, tests that disagree, a batch code of two makers, and a test that became private', () => {
  const published = DEMO_YEAR.flatMap((each) =>
    each.visibility === 'public' && (each.ends === 'complete' || each.ends === 'amended') ? [each] : [],
  );
  const verdictOf = (each: (typeof published)[number]) =>
    each.result
      .measurements(each.result.trace?.purity_percent ?? 0)
      .map((line) => completeLine(line, undefined))
      .find(({ analyte }) => analyte === 'Purity')?.verdict;
  const judged = published.filter((each) => verdictOf(each));
  const batches = (tests: typeof judged) => new Set(tests.map(({ batch }) => batch)).size;
  const makers = [...Map.groupBy(judged, ({ maker }) => maker).values()];
  expect(makers.filter((tests) => batches(tests) >= 5).length).toBeGreaterThanOrEqual(5);
  const tested = [...Map.groupBy(published, ({ maker, batch }) => `${maker} ${batch}`).values()];
  const verdictsOf = (each: (typeof published)[number]) =>
    each.result.measurements(98.6).map((line) => completeLine(line, undefined).verdict);
  expect(
    tested.some((tests) => tests.length > 1 && new Set(tests.map(verdictsOf).map(String)).size > 1),
  ).toBe(true);
  const codes = [...Map.groupBy(published, ({ batch }) => batch).values()];
  expect(codes.filter((tests) => new Set(tests.map(({ maker }) => maker)).size > 1)).toHaveLength(1);
  expect(DEMO_YEAR.filter(({ ends }) => ends === 'withheld')).toHaveLength(1);
});

test('the demo has two results that the home page showed for a paid week, one now and one until a few days ago', () => {
  const days = DEMO_YEAR.flatMap(({ displayedDaysAgo }) => displayedDaysAgo ?? []);
  expect(days.toSorted((one, other) => one - other)).toEqual([3.1, 12.2]);
});

test('the demo has a request in every status in which a request can stay for long', () => {
  const STATUS_OF = {
    in_review: 'received',
    amended: 'complete',
    retracted: 'received',
    withheld: 'received',
  } as const;
  const statuses = new Set<string>(
    DEMO_YEAR.map(({ ends }) => (ends in STATUS_OF ? STATUS_OF[ends as keyof typeof STATUS_OF] : ends)),
  );
  // A request is "paid" only for a moment.
  expect([...statuses].toSorted()).toEqual(REQUEST_STATUSES.filter((status) => status !== 'paid').toSorted());
});

test('all steps of the demo year lie in the past, in order and on workdays, whenever the server starts', () => {
  const moments = fc.date({
    min: new Date('2026-01-01T00:00:00Z'),
    max: new Date('2032-12-31T23:59:59Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(moments, (now) => {
      const plan = planOfYear(DEMO_YEAR, now);
      const times = plan.map(({ at }) => at.getTime());
      expect(times).toEqual(times.toSorted((one, other) => one - other));
      expect(new Set(times).size).toBe(times.length);
      expect(times.at(-1)).toBeLessThanOrEqual(now.getTime());
      expect(times[0]).toBeGreaterThan(now.getTime() - 380 * DAY_MS);
      const taken = new Map<unknown, string[]>();
      for (const { at, steps } of plan) {
        for (const { test: of, kind } of steps) {
          taken.set(of, [...(taken.get(of) ?? []), kind]);
          if (LABORATORY.includes(kind)) expect([0, 6]).not.toContain(at.getUTCDay());
        }
      }
      for (const [of, kinds] of taken) {
        const { ends, displayedDaysAgo } = of as (typeof DEMO_YEAR)[number];
        const display = displayedDaysAgo === undefined ? [] : ['display'];
        if (ends === 'complete')
          expect(kinds).toEqual(['draft', 'pay', 'intake', 'measure', 'publish', ...display]);
        if (ends === 'in_review') expect(kinds).toEqual(['draft', 'pay', 'intake', 'measure']);
        if (ends === 'amended') expect(kinds.slice(-3)).toEqual(['publish', 'amend', 'publish_amended']);
      }
    }),
    { numRuns: 60 },
  );
});
