import fc from 'fast-check';
import { type CountedTest, type LineValue, unitOf } from './counted-tests.ts';

export const lineValue = (change: Partial<LineValue> = {}): LineValue => ({
  line: 1,
  source_line: null,
  value: 99.1,
  words: '99.1 % area',
  unit: '% area',
  limit_words: '≥ 98',
  low: 98,
  high: null,
  verdict: 'pass',
  ...change,
});

/** A published test of batch b1 of maker m1 and compound c1. */
export function countedTest(change: Partial<CountedTest> = {}): CountedTest {
  const test = {
    request_id: 'r1',
    task_number: 1,
    customer_id: 'p1',
    state: 'published' as const,
    opened_later: false,
    superseded: 0,
    retracted: 0,
    compound_id: 'c1',
    maker_id: 'm1',
    batch_id: 'b1',
    code_key: 't-1',
    label_unread: false,
    published_ms: 1,
    at_ms: 1,
    values: [lineValue()],
    ...change,
  };
  return { ...test, unit: unitOf(test) };
}

const values = fc.array(
  fc.record({
    line: fc.integer({ min: 1, max: 3 }),
    verdict: fc.constantFrom('pass' as const, 'fail' as const, null),
    value: fc.option(fc.integer({ min: 0, max: 5 })),
  }),
  { maxLength: 4 },
);

/** Tests of few makers, compounds and batches, whose ids are their places. */
export const someTests = fc
  .array(
    fc.record({
      state: fc.constantFrom(
        'published' as const,
        'published' as const,
        'pending' as const,
        'withheld' as const,
      ),
      opened_later: fc.boolean(),
      superseded: fc.nat(2),
      retracted: fc.nat(1),
      customer_id: fc.constantFrom('p1', 'p2', 'p3'),
      compound_id: fc.option(fc.constantFrom('c1', 'c2')),
      batch: fc.option(fc.constantFrom(['m1', 'b1'], ['m1', 'b2'], ['m2', 'b3'])),
      maker_id: fc.option(fc.constantFrom('m1', 'm2')),
      label_unread: fc.boolean(),
      values,
    }),
    { maxLength: 12 },
  )
  .map((drawn) =>
    drawn.map(({ batch, values: lines, ...test }, place) => {
      const [maker_id, batch_id] = batch ?? [test.maker_id, null];
      const own = test.state === 'published' ? lines.map((line) => lineValue(line)) : [];
      return countedTest({
        ...test,
        request_id: `r${place}`,
        maker_id: maker_id ?? null,
        batch_id: batch_id ?? null,
        values: own,
      });
    }),
  );
