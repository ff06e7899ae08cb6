import { completeLine } from '@vialproof/science/measurement/completed-line';
import { decisionSentences } from '@vialproof/science/measurement/decision-words';
import { overallStatement } from '@vialproof/science/measurement/overall-statement';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineProblems } from './line-problems.ts';
import { MeasurementInput, type Rule } from './results.ts';

const atMost = (limit: number): Rule => ({ kind: 'at_most', of: 'value', limit });
const atLeast = (limit: number): Rule => ({ kind: 'at_least', of: 'value', limit });
const between: Rule = { kind: 'between', of: 'value', min: 90, max: 110 };
const within: Rule = { kind: 'within', of: 'value', target: 100, tolerance: 10 };

const line = (value: string | number, rule: Rule, change: Partial<MeasurementInput> = {}) =>
  MeasurementInput.parse({
    analyte: 'Endotoxin',
    method: 'LAL',
    unit: '',
    limit: '',
    verdict: null,
    value,
    rule,
    ...change,
  });
const judged = (value: string | number, rule: Rule, change: Partial<MeasurementInput> = {}) =>
  completeLine(line(value, rule, change), undefined);
const problemOf = (value: string, rule: Rule) => {
  const input = line(value, rule);
  return lineProblems(input, completeLine(input, undefined)).map(({ message }) => message);
};

describe("a value such as '< 0.5' is judged by its limits", () => {
  it.each([
    ['> 10', atMost(5), 'fail'],
    ['> 100', atMost(100), 'fail'],
    ['≥ 101', atMost(100), 'fail'],
    ['≥ 100', atMost(100), null],
    ['> 99', atMost(100), null],
    ['≤ 100', atMost(100), 'pass'],
    ['<= 100', atMost(100), 'pass'],
    ['＜100', atMost(100), 'pass'],
    ['< 101', atMost(100), null],
    ['> 99', atLeast(98), 'pass'],
    ['≥ 98', atLeast(98), 'pass'],
    ['>= 98', atLeast(98), 'pass'],
    ['> 97', atLeast(98), null],
    ['≤ 97', atLeast(98), 'fail'],
    ['< 98', atLeast(98), 'fail'],
    ['≤ 98', atLeast(98), null],
    ['> 120', between, 'fail'],
    ['> 110', between, 'fail'],
    ['≥ 110', between, null],
    ['< 90', between, 'fail'],
    ['≤ 90', between, null],
    ['< 100', between, null],
    ['> 110', within, 'fail'],
    ['< 90', within, 'fail'],
  ] as const)('the value %s against the limits %o gets the verdict %s', (value, rule, verdict) => {
    const done = judged(value, rule);
    expect([done.verdict, done.decision]).toEqual([verdict, verdict === null ? 'undecidable' : undefined]);
  });

  it("a value such as '< 0.5' passes if all values below 0.5 pass, fails if they all fail, and is otherwise undecidable", () => {
    const number = fc.integer({ min: -400, max: 400 }).map((tenths) => tenths / 10);
    const rule = fc.oneof(
      number.map(atMost),
      number.map(atLeast),
      fc.tuple(number, number).map(
        ([one, other]): Rule => ({
          kind: 'between',
          of: 'value',
          min: Math.min(one, other),
          max: Math.max(one, other),
        }),
      ),
    );
    fc.assert(
      fc.property(fc.constantFrom('<', '≤', '>', '≥'), number, rule, (sign, bound, limits) => {
        const { verdict } = judged(`${sign} ${bound}`, limits);
        const step = sign === '<' || sign === '≤' ? -1 : 1;
        // In steps of 0.001, then every tenth up to the limits, and numbers far beyond.
        const steps = [0.001, ...Array.from({ length: 810 }, (_, index) => (index + 1) / 10), 10_000];
        const values = steps.map((distance) => Number((bound + step * distance).toFixed(3)));
        if (sign === '≤' || sign === '≥') values.push(bound);
        const found = new Set(values.map((value) => judged(value, limits).verdict));
        expect([...found].toSorted()).toEqual(verdict === null ? ['fail', 'pass'] : [verdict]);
      }),
      { numRuns: 60 },
    );
  });

  it("a value such as '< 0.5' has no uncertainty; a rule with a guard band compares it with the limit minus U", () => {
    const uncertainty = { basis: 'budget' as const, components: [{ source: 'balance', u: 0.5 }] };
    const banded = { uncertainty, decision_rule: 'guard_band' as const };
    for (const [value, rule, decision] of [
      ['< 4', atMost(5), 'pass'],
      ['< 4.5', atMost(5), 'undecidable'],
      ['> 5.5', atMost(5), 'undecidable'],
      ['> 6.5', atMost(5), 'fail'],
      ['> 99', atLeast(98), 'pass'],
      ['> 98.5', atLeast(98), 'undecidable'],
      ['< 96.5', atLeast(98), 'fail'],
      ['> 6', atMost(5), 'fail'],
      ['≥ 6', atMost(5), 'undecidable'],
      ['< 97', atLeast(98), 'fail'],
      ['≤ 97', atLeast(98), 'undecidable'],
    ] as const) {
      const done = judged(value, rule, banded);
      expect([value, done.decision, done.uncertainty?.U, done.p_conform]).toEqual([
        value,
        decision,
        undefined,
        undefined,
      ]);
    }
    expect(judged('> 10', atMost(5), { decision_rule: 'guard_band' }).decision).toBe('undecidable');
  });

  it('a stored line gets the same decision when it is saved again', () => {
    for (const uncertainty of [
      { basis: 'budget' as const, components: [{ source: 'balance', u: 0.5 }] },
      { basis: 'top_down' as const, U: 1 },
    ]) {
      const banded = { uncertainty, decision_rule: 'guard_band' as const };
      const limits = { qualifier: 'ND' as const, lod: 0.1 };
      for (const done of [
        judged('> 10', atMost(5), banded),
        judged('', atMost(5), { ...banded, ...limits }),
      ]) {
        const again = completeLine(MeasurementInput.parse(done), undefined);
        expect([again.decision, again.uncertainty]).toEqual([done.decision, done.uncertainty]);
        expect(done.decision).toMatch(/^(pass|fail)$/);
        expect(decisionSentences([done]).join(' ')).not.toContain('±');
      }
    }
  });

  it('a value above zero fails if the rule permits no finding', () => {
    const absent: Rule = { kind: 'absent' };
    const verdicts = ['> 300', '> 0', '≥ 1', '≥ 0', '< 1', '> -1'].map(
      (value) => judged(value, absent).verdict,
    );
    expect(verdicts).toEqual(['fail', 'fail', 'fail', null, null, null]);
  });

  it("the statement on all lines names a value such as '< 0.5' that cannot be decided", () => {
    const lines = [judged('> 3', atMost(5)), judged('1', atMost(5))];
    expect(overallStatement(lines)).toBe(
      'Undecidable: Endotoxin. The other judged result is within its limit.',
    );
  });
});

describe('numbers that a person types with unusual characters are understood or refused', () => {
  it.each([
    ['９８．５', '98.5'],
    ['٩٨', '98'],
    ['٩٨٫٥', '98.5'],
    ['९८.५', '98.5'],
    ['\u22125', '-5'],
    ['+9\u200b8', '+98'],
    ['＞＝ １０', '≥ 10'],
    ['⩽ 3', '≤ 3'],
  ])('the number %s is stored as %s', (typed, kept) => {
    expect(judged(typed, atMost(100)).value).toBe(kept);
    const replicates = /[＝⩽]/.test(typed) ? [] : [typed];
    expect(line(1, atMost(100), { replicates }).replicates).toEqual(replicates.map(() => kept));
  });

  it('a value in words stays as the person typed it', () => {
    for (const words of ['conforms', 'no growth', 'см. отчёт', 'ＮＤ２', '10²', '< 10³', '98.5①', '1₂', '1½'])
      expect(judged(words, atMost(100)).value).toBe(words);
  });

  it.each([
    '1e3',
    '<1e-3',
    '≥ 2E5',
    '<= 1e3',
    '≦1e3',
    '1×10^3',
    '1.5·10-3',
    '10^3',
    '10²',
    '< 10³',
    '10⁻³',
    '2 × 10⁴',
  ])('the value %s is refused, because exponents are not read', (typed) => {
    expect(problemOf(typed, atMost(100))).toEqual([expect.stringMatching(/^Exponents are not read: write /)]);
  });

  it.each([
    ...['l00', 'O.5', '1O0', '≈98', '~ 98', 'NaN', 'Infinity', '98.5 ± 0.2', '> 10 or so', '.5'],
    ...[
      '<= l00',
      '>= O.5',
      'О.5',
      '> ∞',
      '≈98 %',
      '(98.5)',
      '=98.5',
      '—5',
      '--5',
      '>>5',
      '≫ 5',
      '٬5',
      '98.5①',
    ],
    ...['ca. 98 mg', 'approximately 98', 'more than 10', 'over 100 EU', 'at least 98 %', 'NMT 5'],
  ])('the value %s is refused, because it looks like a number but is not one', (typed) => {
    expect(problemOf(typed, atMost(100))).toHaveLength(1);
  });

  it.each(['conforms', 'see report 4', 'no growth in 14 days', 'above all limits', 'ND', '–', 'below LOQ'])(
    'the value %s is accepted as words',
    (words) => {
      expect(problemOf(words, atMost(100))).toEqual([]);
    },
  );
});

describe('a value passes or fails its limit by its exact decimal digits', () => {
  it('the comparison with a limit is exact in every digit', () => {
    expect(judged('100.0000000000000001', atMost(100)).verdict).toBe('fail');
    expect(judged('99.9999999999999999', atLeast(100)).verdict).toBe('fail');
    expect(judged('0.3', atMost(0.3)).verdict).toBe('pass');
    expect(judged(0.3, { kind: 'within', of: 'value', target: 0.2, tolerance: 0.1 }).verdict).toBe('pass');
    expect(judged('', atMost(0.2), { replicates: ['0.1', '0.2', '0.3'] }).verdict).toBe('pass');
    expect(
      judged('4.5', { kind: 'at_least', of: 'claim', limit: 90 }, { claim: 5, unit: 'mg' }).verdict,
    ).toBe('pass');
  });

  it('a limit passes every value that is not greater, with any number of decimals', () => {
    const digits = fc.tuple(fc.nat(9999), fc.nat(999_999));
    fc.assert(
      fc.property(digits, digits, ([one, ofOne], [other, ofOther]) => {
        const written = (whole: number, decimals: number) => `${whole}.${String(decimals).padStart(6, '0')}`;
        const [value, limit] = [written(one, ofOne), written(other, ofOther)];
        const isOver = one * 1_000_000 + ofOne > other * 1_000_000 + ofOther;
        expect(judged(value, atMost(Number(limit))).verdict).toBe(isOver ? 'fail' : 'pass');
      }),
    );
  });

  it('the schema refuses a limit of detection above the limit of quantification, also on a line without a rule', () => {
    const { rule: _, ...input } = line(3, atMost(5), { lod: 1, loq: 0.1 });
    expect(lineProblems(input, completeLine(input, undefined)).map(({ path }) => path)).toEqual(['lod']);
  });
});
