import { completeLine } from '@vialproof/science/measurement/completed-line';
import { plainNumber, splitReplicates } from '@vialproof/science/measurement/measuring';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineProblems } from './line-problems.ts';
import { MeasurementInput, MOST_REPLICATES, type Rule } from './results.ts';

const line: MeasurementInput = {
  analyte: 'Endotoxin',
  method: 'LAL',
  unit: 'EU/mg',
  value: '',
  limit: '',
  verdict: null,
};
const live = (change: Partial<MeasurementInput>) => {
  const typed = { ...line, ...change };
  const completed = completeLine(typed, undefined);
  return { completed, problems: lineProblems(typed, completed) };
};
const atMost = (limit: number): Rule => ({ kind: 'at_most', of: 'value', limit });
const ofClaim: Rule = { kind: 'at_least', of: 'claim', limit: 90 };

describe('a line is checked while a person types it', () => {
  it('a line gets no verdict while its claim, its limit of detection or a number of its rule is incomplete', () => {
    for (const none of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(live({ value: '5', claim: none, rule: ofClaim }).completed.verdict).toBeNull();
      expect(live({ value: '> 5', claim: none, rule: ofClaim }).completed.verdict).toBeNull();
      expect(live({ qualifier: 'ND', lod: none, rule: atMost(5) }).completed.verdict).toBeNull();
      expect(live({ qualifier: '<LOQ', loq: none, rule: atMost(5) }).completed.verdict).toBeNull();
      expect(live({ value: '> 5', rule: atMost(none) }).completed.verdict).toBeNull();
    }
    expect(live({ value: '5', claim: 0, rule: ofClaim }).completed.verdict).toBeNull();
    const banded = { decision_rule: 'guard_band', uncertainty: { basis: 'budget', U: 0.5 } } as const;
    expect(
      live({ value: '> 5', claim: Number.NaN, rule: ofClaim, ...banded }).completed.decision,
    ).not.toMatch(/pass|fail/);
  });

  it('the mean of repeated values has no more digits than the field accepts', () => {
    const huge = MeasurementInput.safeParse({ ...line, replicates: ['9999999999999999999999', '1'] });
    expect(huge.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['replicates.0', 'That is too large a number.'],
    ]);
    expect(live({ replicates: ['0.3000000000000000000000', '0.3'] }).completed.value).toMatch(/^0\.\d{22}$/);
    expect(live({ replicates: [`0.${'3'.repeat(120)}`, '0.3'] }).completed.value).toMatch(/^0\.3+\d*$/);
  });

  it('completing a line never throws, whatever its fields contain', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.stringMatching(/^[<>≤≥=]{0,2} ?[-+−]?[0-9０-９٠-٩]{0,30}[.,]?[0-9]{0,130}$/),
      fc.stringMatching(/^([0-9.,;-]{1,6}[ ;]){0,4}$/),
      fc.constantFrom('ND', '< LOD', '1e3', '10²', 'NaN', 'Infinity', '0x10', '.', '-', '5.', '1e999'),
    );
    const number = fc.oneof(
      text.map((typed) => plainNumber(typed) ?? Number.NaN),
      fc.double(),
      fc.constantFrom(0, -1, 5e-324, 1e21, 1e300, Number.POSITIVE_INFINITY),
    );
    const subject = fc.constantFrom('value', 'claim', 'mass');
    const rule = fc.oneof(
      fc.record({ kind: fc.constantFrom('at_most', 'at_least'), of: subject, limit: number }),
      fc.record({ kind: fc.constant('between'), of: subject, min: number, max: number }),
      fc.record({ kind: fc.constant('within'), of: subject, target: number, tolerance: number }),
      fc.constant({ kind: 'absent' }),
    ) as fc.Arbitrary<Rule>;
    const fields = fc.record(
      {
        value: fc.oneof(text, number),
        qualifier: fc.constantFrom('ND', '<LOD', '<LOQ', 'out of range'),
        lod: number,
        loq: number,
        claim: number,
        replicates: fc.oneof(
          text.map((typed) => splitReplicates(typed)),
          fc.array(text, { maxLength: MOST_REPLICATES }),
        ),
        rule,
        decision_rule: fc.constantFrom('simple', 'guard_band'),
        uncertainty: fc.record({ basis: fc.constant('budget'), U: number }),
      },
      { requiredKeys: ['value'] },
    ) as fc.Arbitrary<Partial<MeasurementInput>>;
    fc.assert(
      fc.property(fields, (typed) => void live(typed)),
      { numRuns: 2000 },
    );
  });
});
