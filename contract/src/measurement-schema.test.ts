import { judge } from '@vialproof/science/measurement/measuring';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IntegrationOptions } from './chromatograms.ts';
import { MeasurementInput, Rule } from './results.ts';

const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const rule = fc.oneof(
  fc.record({
    kind: fc.constantFrom('at_most' as const, 'at_least' as const),
    of: fc.constant('value' as const),
    limit: number,
  }),
  fc.tuple(number, number).map(([one, other]) => ({
    kind: 'between' as const,
    of: 'value' as const,
    min: Math.min(one, other),
    max: Math.max(one, other),
  })),
  fc.record({
    kind: fc.constant('within' as const),
    of: fc.constant('value' as const),
    target: number,
    tolerance: fc.double({ min: 0, max: 1e6, noNaN: true }),
  }),
);

test('each rule stays the same when it is written as JSON and read again, and gives the same verdicts', () => {
  const line = { qualifier: undefined, lod: undefined, loq: undefined, claim: undefined, words: '' };
  fc.assert(
    fc.property(rule, number, (one, value) => {
      const again = Rule.parse(JSON.parse(JSON.stringify(one)));
      expect(again).toEqual(JSON.parse(JSON.stringify(one)));
      const figures = { ...line, value, massError: undefined };
      expect(judge(again, figures)).toBe(judge(one, figures));
    }),
  );
});

test.each([{ U: 0 }, { U: -0.1 }, {}])('the schema refuses the uncertainty %j', (part) => {
  const line = { analyte: 'Purity', method: 'HPLC', value: 99.1, unit: '%', limit: '', verdict: null };
  expect(MeasurementInput.safeParse({ ...line, uncertainty: { basis: 'budget', U: 0.4 } }).success).toBe(
    true,
  );
  expect(MeasurementInput.safeParse({ ...line, uncertainty: { basis: 'budget', ...part } }).success).toBe(
    false,
  );
});

test.each([{ from_min: -1 }, { threshold_percent: 101 }, { from_min: 5, to_min: 5 }])(
  'the schema refuses the peaks %j',
  (options) => {
    expect(IntegrationOptions.safeParse({ from_min: 5, to_min: 12, threshold_percent: 0.2 }).success).toBe(
      true,
    );
    expect(IntegrationOptions.safeParse(options).success).toBe(false);
  },
);
