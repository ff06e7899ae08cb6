import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countedTest, lineValue, someTests } from './counted-tests.fixture.ts';
import { verdictOf } from './counted-tests.ts';
import { changeBetween, countsOf } from './counts.ts';

const of = (tests: Parameters<typeof countsOf>[0], kind: string, id: string) =>
  Object.fromEntries(
    countsOf(tests)
      .counts.filter((count) => count.kind === kind && count.subject_id === id)
      .map(({ line, what, n }) => [`${line} ${what}`, n]),
  );
const pass = lineValue();
const fail = lineValue({ verdict: 'fail', value: 91 });

describe('the verdict of a unit', () => {
  it.each([
    [['pass', 'pass'], 'pass'],
    [['fail', 'fail'], 'fail'],
    [['pass', 'fail'], 'disagree'],
    [['pass', null], 'pass'],
    [[null, null], 'not_judged'],
    [[], 'not_judged'],
  ] as const)('of %j is %s', (verdicts, verdict) => {
    expect(verdictOf(verdicts)).toBe(verdict);
  });
});

describe('the counts of dossiers', () => {
  it('count ten tests of one batch once for its maker and its compound, and ten times for the batch', () => {
    const tests = Array.from({ length: 10 }, (_, n) => countedTest({ request_id: `r${n}` }));
    expect(of(tests, 'maker', 'm1')).toMatchObject({
      '-1 published': 10,
      '-1 units': 1,
      '1 tested': 1,
      '1 pass': 1,
    });
    expect(of(tests, 'compound', 'c1')).toMatchObject({ '-1 units': 1, '1 pass': 1 });
    expect(of(tests, 'batch', 'b1')).toMatchObject({ '-1 units': 10, '1 pass': 10 });
  });

  it('name a batch whose tests disagree, where each test by itself passes or fails', () => {
    const tests = [countedTest({ values: [pass] }), countedTest({ request_id: 'r2', values: [fail] })];
    expect(of(tests, 'maker', 'm1')).toMatchObject({ '1 tested': 1, '1 disagree': 1 });
    expect(of(tests, 'batch', 'b1')).toMatchObject({ '1 tested': 2, '1 pass': 1, '1 fail': 1 });
  });

  it('take a test that fails one of its lines of an analyte for one that fails', () => {
    const tests = [countedTest({ values: [pass, fail] })];
    expect(of(tests, 'maker', 'm1')).toMatchObject({ '1 tested': 1, '1 fail': 1 });
    expect(of(tests, 'batch', 'b1')).toMatchObject({ '1 tested': 1, '1 fail': 1 });
    const both = [...tests, countedTest({ request_id: 'r2', values: [pass] })];
    expect(of(both, 'maker', 'm1')).toMatchObject({ '1 tested': 1, '1 disagree': 1 });
  });

  it('take a test without a batch code for a batch of its own', () => {
    const tests = ['r1', 'r2', 'r3'].map((request_id) => countedTest({ request_id, batch_id: null }));
    expect(of(tests, 'maker', 'm1')).toMatchObject({ '-1 units': 3, '-1 unnamed': 3, '1 pass': 3 });
  });

  it('take one code at two compounds for two batches', () => {
    const tests = [countedTest(), countedTest({ request_id: 'r2', compound_id: 'c2' })];
    expect(of(tests, 'maker', 'm1')).toMatchObject({ '-1 units': 2, '-1 named': 2 });
  });

  it('count no values and no units of what is not published', () => {
    const tests = [
      countedTest({ state: 'pending', values: [] }),
      countedTest({ state: 'withheld', values: [] }),
    ];
    expect(of(tests, 'maker', 'm1')).toEqual({ '-1 pending': 1, '-1 withheld': 1, '-1 registered': 2 });
    expect(countsOf(tests).figures).toEqual([]);
  });

  it('do not depend on the order of tests', () => {
    fc.assert(
      fc.property(
        someTests.chain((tests) =>
          fc.tuple(fc.constant(tests), fc.shuffledSubarray(tests, { minLength: tests.length })),
        ),
        ([tests, shuffled]) => {
          expect(countsOf(shuffled)).toEqual(countsOf(tests));
        },
      ),
    );
  });

  it('fit together: registered and opened later are all tests, tested are all verdicts', () => {
    fc.assert(
      fc.property(someTests, (tests) => {
        for (const [kind, id] of [
          ...['c1', 'c2'].map((id) => ['compound', id]),
          ...['m1', 'm2'].map((id) => ['maker', id]),
        ]) {
          const found = of(tests, kind ?? '', id ?? '');
          const at = (what: string, line = -1) => found[`${line} ${what}`] ?? 0;
          expect(at('registered') + at('opened_later')).toBe(
            at('published') + at('pending') + at('withheld'),
          );
          expect(at('named') + at('unnamed')).toBe(at('units'));
          for (const line of [1, 2, 3]) {
            const verdicts = ['pass', 'fail', 'disagree', 'not_judged'].map((what) => at(what, line));
            expect(verdicts.reduce((sum, n) => sum + n, 0)).toBe(at('tested', line));
            expect(at('tested', line)).toBeLessThanOrEqual(at('units'));
          }
        }
      }),
    );
  });

  it('are the sum of the counts of their units, so that a change touches its own alone', () => {
    fc.assert(
      fc.property(someTests, (tests) => {
        const units = Map.groupBy(tests, ({ unit }) => unit);
        const nothing = countsOf([]);
        let counted = nothing;
        for (const [, unit] of units) {
          // What there is, and then with the counts of this unit: as a sum of changes.
          const minus = changeBetween(countsOf(unit), nothing);
          counted = changeBetween(minus, counted);
        }
        expect(counted).toEqual(countsOf(tests));
      }),
    );
  });
});
