import type { TemplateLine } from '@vialproof/contract/methods';
import { describe, expect, it } from 'vitest';
import { bodyOf, fieldOf, integrationFieldOf, newLine, onTopOf, textOf } from './template-fields';

const line: TemplateLine = {
  id: 'a',
  analyte: 'Lead',
  method: 'ICP-MS',
  unit: 'µg/g',
  limit: '',
  rule: { kind: 'at_most', of: 'value', limit: 0.5 },
  lod: 0.02,
  loq: null,
  replicates: 3,
  kind: 'plain',
  opens: 'offered',
  retired: false,
};

describe('a template in the form', () => {
  it('the form sends a template that the user did not change with the same content', () => {
    const integration = { threshold_percent: 0.1, from_min: 2.5 };
    expect(bodyOf(textOf({ lines: [line], is_own: true, integration }), 4)).toEqual({
      version: 4,
      lines: [line],
      integration,
      date_order: null,
      requires: [],
    });
  });

  it('the form keeps a template’s uncertainty, its decision rule and the fields that have no input', () => {
    const certain: TemplateLine = {
      ...line,
      uncertainty: { basis: 'budget', U: 0.02 },
      decision_rule: 'guard_band',
      max_rsd_percent: 2.5,
      content_basis: 'as_is',
      method_details: { document: 'SOP-7' },
    };
    const typed = textOf({ lines: [certain], is_own: true, integration: null });
    expect(bodyOf(typed, 4).lines).toEqual([certain]);
    expect(fieldOf('lines.0.uncertainty.U')).toEqual({ place: 0, field: 'uncertainty' });
  });

  it('the form keeps the requirements of a template', () => {
    const typed = textOf({ lines: [], is_own: true, integration: null, requires: ['appearance'] });
    expect(bodyOf(typed, 1).requires).toEqual(['appearance']);
    const dated = textOf({ lines: [], is_own: true, integration: null, date_order: 'day_first' });
    expect(bodyOf(dated, 1).date_order).toBe('day_first');
  });

  it('a template without integration settings starts with a threshold of 0.05 % and an empty time range', () => {
    const typed = textOf({ lines: [], is_own: true, integration: null });
    expect(typed.integration).toEqual({ threshold_percent: '0.05', from_min: '', to_min: '' });
    expect(bodyOf(typed, 1).integration).toEqual({ threshold_percent: 0.05 });
    expect(integrationFieldOf('integration.to_min')).toBe('to_min');
    expect(integrationFieldOf('lines.0.lod')).toBeUndefined();
  });

  it('the form turns the template of a family into the test’s own template', () => {
    expect(bodyOf(textOf({ lines: [line], is_own: false, integration: null }), 0).lines[0]?.id).toBeNull();
  });

  it('the form sends null for an invalid number in a template', () => {
    const typed = textOf({ lines: [line], is_own: true, integration: null });
    const [first = newLine()] = typed.lines;
    const sent = bodyOf({ ...typed, lines: [{ ...first, replicates: 'two' }] }, 1);
    expect(JSON.parse(JSON.stringify(sent)).lines[0].replicates).toBeNull();
  });

  it('the form shows an error from the server at its field', () => {
    expect(fieldOf('lines.2.rule.max')).toEqual({ place: 2, field: 'rule' });
    expect(fieldOf('lines')).toBeUndefined();
  });

  it('the user’s lines and another person’s lines are merged without duplicates, even if the family’s lines have become the test’s own', () => {
    const own = (analyte: string, method: string, id: string | null) => ({
      ...newLine(),
      analyte,
      method,
      id,
    });
    const mine = [own('Endotoxin', 'LAL', null), own('Lead', 'ICP-MS', null), own('Endotoxin', 'rFC', null)];
    const theirs = [own('Lead', 'ICP-OES', 'a'), own('Endotoxin', 'rFC', 'b'), own('Water', 'KF', 'c')];
    expect(onTopOf(mine, theirs)).toEqual([
      own('Endotoxin', 'LAL', null),
      own('Lead', 'ICP-MS', 'a'),
      own('Endotoxin', 'rFC', 'b'),
      own('Water', 'KF', 'c'),
    ]);
    expect(onTopOf([own('Lead', 'AAS', 'a'), own('Zinc', 'AAS', 'gone')], theirs)).toEqual([
      own('Lead', 'AAS', 'a'),
      own('Zinc', 'AAS', null),
      own('Endotoxin', 'rFC', 'b'),
      own('Water', 'KF', 'c'),
    ]);
  });
});
