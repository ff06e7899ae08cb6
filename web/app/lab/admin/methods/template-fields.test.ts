import type { TemplateLine } from '@vialproof/contract/methods';
import { describe, expect, it } from 'vitest';
import { bodyOf, fieldOf, linesOf, newLine, onTopOf } from './template-fields';

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
  it('is sent as it came', () => {
    expect(bodyOf(linesOf({ lines: [line], is_own: true }), 4)).toEqual({ version: 4, lines: [line] });
  });

  it('of a family becomes the test’s own', () => {
    expect(bodyOf(linesOf({ lines: [line], is_own: false }), 0).lines[0]?.id).toBeNull();
  });

  it('sends a number that is none as nothing', () => {
    const [typed] = linesOf({ lines: [line], is_own: true });
    const sent = bodyOf([{ ...(typed ?? newLine()), replicates: 'two' }], 1);
    expect(JSON.parse(JSON.stringify(sent)).lines[0].replicates).toBeNull();
  });

  it('finds the field of a complaint', () => {
    expect(fieldOf('lines.2.rule.max')).toEqual({ place: 2, field: 'rule' });
    expect(fieldOf('lines')).toBeUndefined();
  });

  it('is kept over somebody else’s lines without doubling one, also where the family’s have become its own', () => {
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
