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

describe('the form of a template loses none of its fields', () => {
  it('a template that the user did not change is sent with the same content', () => {
    const integration = { threshold_percent: 0.1, from_min: 2.5 };
    expect(bodyOf(textOf({ lines: [line], is_own: true, integration }), 4)).toEqual({
      version: 4,
      lines: [line],
      integration,
      date_order: null,
      requires: [],
    });
  });

  it('the form keeps the fields of a template for which it has no input', () => {
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

  it('a template without settings starts with a threshold of 0.05 % and an empty time range', () => {
    const typed = textOf({ lines: [], is_own: true, integration: null });
    expect(typed.integration).toEqual({ threshold_percent: '0.05', from_min: '', to_min: '' });
    expect(bodyOf(typed, 1).integration).toEqual({ threshold_percent: 0.05 });
    expect(integrationFieldOf('integration.to_min')).toBe('to_min');
    expect(integrationFieldOf('lines.0.lod')).toBeUndefined();
  });

  it('the form makes the template of a family into the test’s own template', () => {
    expect(bodyOf(textOf({ lines: [line], is_own: false, integration: null }), 0).lines[0]?.id).toBeNull();
  });

  it('an invalid number in a template is sent as null', () => {
    const typed = textOf({ lines: [line], is_own: true, integration: null });
    const [first = newLine()] = typed.lines;
    const sent = bodyOf({ ...typed, lines: [{ ...first, replicates: 'two' }] }, 1);
    expect(JSON.parse(JSON.stringify(sent)).lines[0].replicates).toBeNull();
  });

  it('an error from the server is shown at its field', () => {
    expect(fieldOf('lines.2.rule.max')).toEqual({ place: 2, field: 'rule' });
    expect(fieldOf('lines')).toBeUndefined();
  });

  it('the lines of the user and of another person are merged without duplicates', () => {
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
