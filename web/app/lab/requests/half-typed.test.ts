import fc from 'fast-check';
import { expect, it } from 'vitest';
import { emptyRow, type Row, valueProblem } from './measurement-text';
import { liveOf, refusedOf } from './use-live';

const row: Row = { ...emptyRow, analyte: 'Endotoxin', method: 'LAL', unit: 'EU/mg' };
const live = (typed: Row) => {
  const line = liveOf(typed, undefined);
  return { line, refused: refusedOf(typed, line), problem: valueProblem(typed) };
};

it('a line gets no verdict while its claim or its limit of detection is half typed', () => {
  const ofClaim = { kind: 'at_least', of: 'claim', first: '90', second: '' } as const;
  expect(live({ ...row, value: '4.9', claim: '5.', rule: ofClaim }).line.verdict).toBeNull();
  const atMost = { kind: 'at_most', of: 'value', first: '5', second: '' } as const;
  expect(live({ ...row, value: 'ND', lod: '0.', rule: atMost }).line.verdict).toBeNull();
});

it('no text in the fields of a line makes the page throw an error', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.stringMatching(/^[<>≤≥=]{0,2} ?[-+−]?[0-9０-９٠-٩]{0,30}[.,]?[0-9]{0,130}$/),
    fc.stringMatching(/^([0-9.,-]{1,6}[ ;]){0,4}[0-9.,-]{0,6}$/),
    fc.constantFrom('', 'ND', '< LOD', '<loq', '1e3', '10²', '710.3 2+', '5.', '9'.repeat(400)),
  );
  const fields = fc.record({
    value: text,
    lod: text,
    loq: text,
    claim: text,
    formula: fc.constantFrom('', 'C2H6O'),
    rule: fc.record({
      kind: fc.constantFrom('', 'at_most', 'at_least', 'between', 'within', 'absent'),
      of: fc.constantFrom('value', 'claim', 'mass'),
      first: text,
      second: text,
    }),
    uncertainty: fc.record({
      basis: fc.constantFrom('', 'budget'),
      as: fc.constantFrom('U', 'absolute', 'relative'),
      U: text,
      components: fc.array(fc.record({ source: text, u: text }), { maxLength: 2 }),
    }),
    method_says: fc.constantFrom({}, { decision_rule: 'guard_band' }),
  }) as fc.Arbitrary<Partial<Row>>;
  fc.assert(
    fc.property(fields, (typed) => void live({ ...row, ...typed })),
    { numRuns: 1500 },
  );
});
