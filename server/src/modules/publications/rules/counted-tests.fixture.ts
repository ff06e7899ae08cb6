import fc from 'fast-check';
import { type CountedTest, type LineValue, unitOf } from './counted-tests.ts';

/** A UUID for a short name such as 'm1'. */
export const idOf = (name: string): string =>
  `00000000-0000-4000-8000-${Buffer.from(name).toString('hex').padStart(12, '0')}`;

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

/** A published test of batch b1, maker m1 and compound c1. */
export function countedTest(change: Partial<CountedTest> = {}): CountedTest {
  const test = {
    request_id: idOf('r1'),
    task_number: 1,
    customer_id: idOf('p1'),
    state: 'published' as const,
    opened_later: false,
    superseded: 0,
    retracted: 0,
    compound_id: 'c1',
    maker_id: idOf('m1'),
    batch_id: idOf('b1'),
    compound: null,
    maker: null,
    batch_code: null,
    code_key: null,
    label_unread: false,
    published_ms: 1_000,
    at_ms: 1_000,
    values: [lineValue()],
    ...change,
  };
  return { ...test, published_ms: test.state === 'published' ? test.published_ms : null, unit: unitOf(test) };
}

const values = fc.array(
  fc.record({
    line: fc.integer({ min: 1, max: 3 }),
    verdict: fc.constantFrom('pass' as const, 'fail' as const, null),
    value: fc.option(fc.integer({ min: 0, max: 5 })),
    unit: fc.constantFrom('%', '%', 'mg'),
  }),
  { maxLength: 4 },
);

/** Tests of a few makers, compounds and batches. */
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
      customer: fc.constantFrom('p1', 'p2', 'p3'),
      compound_id: fc.option(fc.constantFrom('c1', 'c2')),
      batch: fc.option(fc.constantFrom(['m1', 'b1'], ['m1', 'b2'], ['m2', 'b3'])),
      maker: fc.option(fc.constantFrom('m1', 'm2')),
      label_unread: fc.boolean(),
      lines: values,
    }),
    { maxLength: 12 },
  )
  .map((drawn) =>
    drawn.map(({ batch, maker, customer, lines, ...test }, place) => {
      const [madeBy, code] = batch ?? [maker, null];
      return countedTest({
        ...test,
        request_id: idOf(`r${place}`),
        task_number: place + 1,
        customer_id: idOf(customer),
        maker_id: madeBy ? idOf(madeBy) : null,
        batch_id: code ? idOf(code) : null,
        values: test.state === 'published' ? lines.map((line) => lineValue(line)) : [],
      });
    }),
  );
