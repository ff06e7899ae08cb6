import type { TemplateLine } from '@vialproof/contract/methods';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isCalled,
  proposedLines,
  type RuledLine,
  templateChanges,
  templateErrors,
  withAgreedRules,
} from './methods.rules.ts';

const purity: TemplateLine = {
  id: 'a',
  analyte: 'Purity',
  method: 'HPLC',
  unit: '% area',
  limit: '',
  rule: { kind: 'at_least', of: 'value', limit: 98 },
  lod: null,
  loq: null,
  replicates: 1,
  kind: 'plain',
  opens: 'always',
  retired: false,
};
const sterility: TemplateLine = { ...purity, id: 'b', analyte: 'Sterility', opens: 'with_sterility' };

describe('a template accepts only lines with which values can be judged', () => {
  it('a line of a template can be retired, but not removed', () => {
    expect(templateErrors([], [purity])).toEqual([
      { path: 'lines', message: expect.stringMatching(/retired/) },
    ]);
    expect(templateErrors([{ ...purity, retired: true }], [purity])).toEqual([]);
  });

  it('two active lines never have the same analyte and method', () => {
    const again = { ...purity, id: null, analyte: 'purity' };
    expect(templateErrors([purity, again], [purity]).map(({ path }) => path)).toEqual(['lines.1.analyte']);
    expect(templateErrors([{ ...purity, retired: true }, again], [purity])).toEqual([]);
    expect(templateErrors([purity, { ...purity, method: 'CE' }], [purity])[0]?.path).toBe('lines.1.id');
  });

  it('a line is refused if its rule cannot judge it', () => {
    const claim = { kind: 'at_least', of: 'claim', limit: 90 } as const;
    const mass = { kind: 'within', of: 'mass', target: 0, tolerance: 0.5 } as const;
    const paths = (line: Partial<TemplateLine>) =>
      templateErrors([{ ...purity, ...line }], [purity]).map(({ path }) => path);
    expect(paths({ rule: claim })).toEqual(['lines.0.rule.of']);
    expect(paths({ rule: claim, kind: 'assay' })).toEqual([]);
    expect(paths({ rule: mass, kind: 'assay' })).toEqual(['lines.0.rule.of']);
    expect(paths({ rule: mass, kind: 'identity' })).toEqual([]);
    expect(paths({ lod: 2, loq: 1 })).toEqual(['lines.0.lod']);
  });

  it('a guard band needs limits, an uncertainty, and enough room between the limits', () => {
    const between = { kind: 'between', of: 'value', min: 90, max: 110 } as const;
    const U = (width: number) => ({ basis: 'budget', U: width }) as const;
    const share = (u: number): TemplateLine['uncertainty'] => ({
      basis: 'top_down',
      components: [{ source: 'repeatability', u }],
      relative: true,
    });
    const paths = (line: Partial<TemplateLine>) =>
      templateErrors([{ ...purity, decision_rule: 'guard_band', ...line }], [purity]).map(({ path }) => path);
    expect(paths({})).toEqual(['lines.0.uncertainty']);
    expect(paths({ uncertainty: U(0.4) })).toEqual([]);
    expect(paths({ uncertainty: U(0.4), rule: null })).toEqual(['lines.0.decision_rule']);
    expect(paths({ uncertainty: U(0.4), rule: { kind: 'absent' } })).toEqual(['lines.0.decision_rule']);
    expect(paths({ uncertainty: U(10), rule: between })).toEqual([]);
    expect(paths({ uncertainty: U(10.1), rule: between })).toEqual(['lines.0.uncertainty']);
    expect(paths({ uncertainty: U(10.1), rule: between, decision_rule: 'simple' })).toEqual([]);
    const claim = { ...between, of: 'claim' } as const;
    const assay = { kind: 'assay', rule: claim } as const;
    expect(paths({ ...assay, uncertainty: share(5.1) })).toEqual(['lines.0.uncertainty']);
    expect(paths({ ...assay, uncertainty: share(5) })).toEqual([]);
    // Without the amount on the label, the server cannot convert 10.1 mg to per cent.
    expect(paths({ ...assay, uncertainty: U(10.1) })).toEqual([]);
  });

  it("the lines of a result get the template's rules, whatever rules the client sends", () => {
    const sent = { analyte: ' PURITY', method: 'hplc ', decision_rule: 'simple' } as const;
    const agreed = { ...purity, decision_rule: 'guard_band' } as const;
    expect(withAgreedRules([sent], [agreed])).toEqual([{ ...sent, decision_rule: 'guard_band' }]);
    const plain = { analyte: ' PURITY', method: 'hplc ' };
    expect(withAgreedRules([sent], [purity])).toEqual([plain]);
    expect(withAgreedRules([sent], [{ ...agreed, retired: true }])).toEqual([plain]);
    expect(withAgreedRules([{ ...sent, method: 'CE' }], [agreed])).toEqual([{ ...plain, method: 'CE' }]);
  });

  describe('the lines of a result get the agreed rules', () => {
    const rules = fc.constantFrom(undefined, 'simple' as const, 'guard_band' as const);
    const methods = fc.constantFrom('HPLC', 'hplc ', 'LC-MS', 'ICP-MS');
    const agreedLines = fc.uniqueArray(
      fc.record({
        analyte: fc.constantFrom('Purity', 'Assay', 'Lead', 'Water'),
        method: methods,
        rule: rules,
      }),
      {
        minLength: 1,
        maxLength: 6,
        selector: ({ analyte, method }) => `${analyte} ${method.trim().toLowerCase()}`,
      },
    );
    const toTemplate = (
      lines: { analyte: string; method: string; rule: 'simple' | 'guard_band' | undefined }[],
    ) =>
      lines.map(({ rule, ...line }, place) => ({
        ...purity,
        ...line,
        id: `line ${place}`,
        ...(rule && { decision_rule: rule }),
      }));

    it('a renamed line keeps the rules of its template line, whatever rules the client sends', () => {
      fc.assert(
        fc.property(agreedLines, fc.nat(), rules, fc.string(), (lines, chosen, sentRule, name) => {
          const agreed = toTemplate(lines);
          const renamed = chosen % agreed.length;
          const sent = agreed.map(({ id, analyte, method }, place) => ({
            template_line_id: id,
            // No line of the template has this name.
            analyte: place === renamed ? `Renamed ${name}` : analyte,
            method: place === renamed ? `By ${name}` : method,
            ...(sentRule && { decision_rule: sentRule }),
          }));
          expect(withAgreedRules<RuledLine>(sent, agreed).map((line) => line.decision_rule)).toEqual(
            agreed.map((line) => line.decision_rule),
          );
        }),
      );
    });

    it('a line cannot get a weaker rule by naming another template line, or none', () => {
      fc.assert(
        fc.property(agreedLines, fc.array(fc.nat(8)), (lines, claims) => {
          const agreed = toTemplate(lines);
          // Every line of the template is there, maybe with another name or a false origin.
          const sent = agreed.map(({ analyte, method }, place) => ({
            analyte,
            method,
            template_line_id: `line ${claims[place] ?? 'of nobody'}`,
          }));
          const named = withAgreedRules<RuledLine>(sent, agreed);
          const renamed = withAgreedRules<RuledLine>(
            sent.map(({ template_line_id: _, ...line }) => ({ ...line, analyte: `New ${line.analyte}` })),
            agreed,
          );
          agreed.forEach(({ decision_rule: rule }, place) => {
            expect(named[place]?.decision_rule).toBe(rule);
            if (rule === 'guard_band') expect(renamed[place]?.decision_rule).toBe('guard_band');
          });
        }),
      );
    });

    it('a line that is not in the template gets no rule', () => {
      const banded = { ...purity, decision_rule: 'guard_band' as const };
      const sent = [purity, { ...purity, analyte: 'Acetate' }].map(({ analyte, method }) => ({
        analyte,
        method,
      }));
      expect(withAgreedRules<RuledLine>(sent, [banded]).map((line) => line.decision_rule)).toEqual([
        'guard_band',
        undefined,
      ]);
    });
  });

  it("a new draft starts with the template's lines, and with the sterility line only if it was ordered", () => {
    const retired = { ...purity, id: 'c', retired: true };
    const opens = (withSterility: boolean) =>
      proposedLines([purity, sterility, retired], withSterility).map(({ opens }) => opens);
    expect(opens(true)).toEqual(['always', 'always']);
    expect(opens(false)).toEqual(['always', 'offered']);
  });

  it('the changes of a template are described in words', () => {
    const reordered = Object.fromEntries(Object.entries(purity).toReversed()) as TemplateLine;
    expect(templateChanges([purity, sterility], [reordered, sterility])).toEqual({});
    expect(templateChanges([purity], [{ ...purity, unit: '%' }, sterility])).toEqual({
      changed: ['Purity, HPLC'],
      added: ['Sterility, HPLC'],
    });
    expect(templateChanges([purity], [{ ...purity, retired: true }])).toEqual({ retired: ['Purity, HPLC'] });
    expect(templateChanges([{ ...purity, retired: true }], [purity])).toEqual({
      brought_back: ['Purity, HPLC'],
    });
    expect(templateChanges([purity, sterility], [sterility, purity])).toEqual({
      moved: ['the order of the lines'],
    });
  });

  it('the description lists every new or changed line', () => {
    const lines = fc.uniqueArray(
      fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), unit: fc.constantFrom('%', 'mg') }),
      {
        selector: ({ id }) => id,
      },
    );
    const made = (list: { id: string; unit: string }[]) =>
      list.map((each) => ({ ...purity, ...each, analyte: each.id }));
    fc.assert(
      fc.property(lines, lines, (one, other) => {
        const isSame = JSON.stringify(one) === JSON.stringify(other);
        const kept = one.every(({ id }) => other.some((each) => each.id === id));
        fc.pre(kept);
        expect(Object.keys(templateChanges(made(one), made(other))).length === 0).toBe(isSame);
      }),
    );
  });
});

describe('the name of a compound is recognised in each spelling', () => {
  it('the name of a compound is recognised in each of its spellings', () => {
    expect(isCalled('BPC-157', ' bpc 157')).toBe(true);
    expect(isCalled('TB-500 (Ac-LKKTETQ)', 'TB500')).toBe(true);
    expect(isCalled('TB-500', 'TB-4')).toBe(false);
    expect(isCalled('TB-500', '')).toBe(false);
  });
});
