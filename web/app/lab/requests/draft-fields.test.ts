import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordText } from '../bench-text';
import { bodyOf, complete, contentOf, type DraftFields, fieldsOf, sentPlaces } from './draft-fields';
import { fieldOf } from './field-paths';
import { emptyRow, type Row } from './measurement-text';

const purity = { ...emptyRow, analyte: 'Purity', method: 'HPLC', value: '99.1', unit: '%' };
const record = { ...recordText(), container: ' Vial ' };
const typed: DraftFields = { title: ' BPC-157 ', summary: '', measurements: [purity, emptyRow], record };

describe('the form sends a draft with every typed digit', () => {
  it('the sent draft has trimmed texts, no blank lines, and its version', () => {
    expect(bodyOf(typed, 3)).toEqual({
      title: 'BPC-157',
      summary: '',
      version: 3,
      measurements: [{ analyte: 'Purity', method: 'HPLC', value: 99.1, unit: '%', limit: '', verdict: null }],
      record: { ...recordText(), container: 'Vial' },
    });
  });

  it.each([
    ['99.1', 99.1],
    ['0', 0],
    ['-0.5', -0.5],
    ['98.50', '98.50'],
    ['< LOQ', '< LOQ'],
    ['1e5', '1e5'],
    ['Infinity', 'Infinity'],
    ['ND', 'ND'],
  ])('the sent draft keeps every typed digit: %s', (value, sent) => {
    const [row] = bodyOf({ ...typed, measurements: [{ ...purity, value }] }, 0).measurements;
    expect(row?.value).toBe(sent);
  });

  it('a saved draft is shown exactly as the user typed it', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        (text, number) => {
          fc.pre(text.trim() !== '');
          const measurements = [
            { ...purity, value: text },
            { ...purity, value: String(number) },
          ];
          const sent = bodyOf({ ...typed, measurements }, 0);
          expect(contentOf(fieldsOf({ ...sent, version: 1 }))).toBe(contentOf({ ...typed, measurements }));
        },
      ),
    );
  });
});

describe('the browser stores the form of a draft', () => {
  it('a stored form gets the fields that a later version of the form added', () => {
    const old = {
      analyte: 'Purity',
      method: 'HPLC',
      value: '99',
      unit: '%',
      limit: '',
      verdict: 'pass',
    } as Row;
    expect(complete({ ...typed, measurements: [old] }).measurements).toEqual([{ ...emptyRow, ...old }]);
  });
});

describe('the server reports an error in a draft', () => {
  it('the error is shown at the right line, although empty lines were not sent', () => {
    expect(sentPlaces({ ...typed, measurements: [emptyRow, purity, emptyRow, purity] })).toEqual([1, 3]);
    expect(fieldOf('measurements.1.mass.formula', [1, 3])).toBe('measurements.3.formula');
    expect(fieldOf('measurements.0.replicates.4', [1])).toBe('measurements.1.value');
    expect(fieldOf('measurements.0.override.reason', [1])).toBe('measurements.1.reason');
    expect(fieldOf('measurements.0.rule.max', [1])).toBe('measurements.1.rule');
    expect([fieldOf('measurements', []), fieldOf('title', [])]).toEqual(['measurements.root', 'title']);
  });
});
