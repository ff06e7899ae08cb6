import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSamePrinted, placesOf, printedKey } from './printed-values.ts';

const percent = (value: string) => ({ value, unit: '% area' });

describe('a typed value equals a printed value if the numbers are equal, however they are written', () => {
  it.each([
    ['98.2', '98.2'],
    ['98,2', '98.2'],
    ['98.20', '98.2'],
    ['98.2 %', '98.2'],
    ['98.2% area', '98.2'],
    [' 098.2', '98.2'],
    ['+98.2', '98.2'],
    ['９８.２', '98.2'],
    ['98.20 ± 0.4 % (k = 2)', '98.20 ± 0.40'],
    ['98.20 +/- 0.40', '98.20 ± 0.40'],
    ['<0.05', '< 0.05'],
    ['< 0,05 %', '< 0.05'],
    ['−3.1', '-3.1'],
    ['1,234.5', '1234.5'],
    ['1.234,5', '1234.5'],
    ['.5', '0.5'],
    ['n.d.', 'ND'],
    ['Not detected', 'ND'],
    ['< LOQ', '<LOQ'],
    ['below LOD', '<LOD'],
    ['Conforms', 'conforms'],
  ])('the typed value %j equals the printed value %j', (typed, value) => {
    expect(isSamePrinted(typed, percent(value))).toBe(true);
  });

  it.each([
    ['98', '98.2'],
    ['98.24', '98.2'],
    ['98.3', '98.2'],
    ['982', '98.2'],
    ['-98.2', '98.2'],
    ['> 0.05', '< 0.05'],
    ['0.05', '< 0.05'],
    ['98.2 mg', '98.2'],
    ['98.2', '98.20 ± 0.40'],
    ['98.20 ± 0.1', '98.20 ± 0.40'],
    ['98.2 ± 0.1', '98.2'],
    ['1,234', '1234'],
    ['1.2.3,4', '1.234'],
    ['', ''],
    ['  ', '98.2'],
    ['<LOD', '<LOQ'],
    ['does not conform', 'conforms'],
    ['9.82e1', '98.2'],
  ])('the typed value %j differs from the printed value %j', (typed, value) => {
    expect(isSamePrinted(typed, percent(value))).toBe(false);
  });

  it('a typed value may include its whole unit or only the first words of the unit', () => {
    const line = { value: '5.1', unit: 'mg/vial' };
    expect(['5.1 mg', '5.1mg/vial', '5.1'].map((typed) => isSamePrinted(typed, line))).toEqual([
      true,
      true,
      true,
    ]);
    expect(['5.1 m', '5.1 g', '5.1 mg/mL'].map((typed) => isSamePrinted(typed, line))).toEqual([
      false,
      false,
      false,
    ]);
    expect(isSamePrinted('5.1 µg', { value: '5.1', unit: 'μg' })).toBe(true);
  });
});

/** A number as a certificate prints it. */
const printed = fc
  .tuple(
    fc.bigInt({ min: 0n, max: 10n ** 9n }),
    fc.option(fc.stringMatching(/^\d{1,6}$/), { nil: undefined }),
  )
  .map(([whole, part]) => (part === undefined ? String(whole) : `${whole}.${part}`));
/** The number in millionths, to compare in another way. */
const millionths = (digits: string) => {
  const [whole = '', part = ''] = digits.split('.');
  return BigInt(whole + part.padEnd(6, '0'));
};

describe('typed numbers are equal if their amounts are equal', () => {
  it('all ways to write a number’s digits are equal', () => {
    fc.assert(
      fc.property(
        printed,
        fc.nat(3),
        fc.boolean(),
        fc.constantFrom('', '%', ' %', ' % area'),
        (digits, zeros, comma, unit) => {
          const longer = digits.includes('.') ? digits + '0'.repeat(zeros) : digits;
          const typed = `${comma ? longer.replace('.', ',') : longer}${unit}`;
          expect(isSamePrinted(typed, percent(digits))).toBe(true);
          expect(printedKey(typed, '% area')).toBe(printedKey(digits, '% area'));
        },
      ),
    );
  });

  it('two printed numbers are equal only if their amounts are equal', () => {
    const pair = fc.tuple(printed, printed);
    const near = printed.map((digits): [string, string] => [
      digits,
      digits.replace(/\d$/, (last) => String((Number(last) + 1) % 10)),
    ]);
    fc.assert(
      fc.property(fc.oneof(pair, near), ([one, other]) => {
        expect(isSamePrinted(one, percent(other))).toBe(millionths(one) === millionths(other));
      }),
    );
  });

  it('equal values have the same key, whatever way a person typed them', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string(),
        fc.string({ maxLength: 8 }),
        (typed, value, unit) => {
          const isSame = isSamePrinted(typed, { value, unit });
          const keys = [printedKey(typed, unit), printedKey(value, unit)];
          if (isSame && !keys.some((key) => key?.includes('±'))) expect(keys[0]).toBe(keys[1]);
        },
      ),
    );
  });
});

describe('the name of a line finds the printed lines', () => {
  const lines = [
    { analyte: 'Purity' },
    { analyte: 'Amount per vial' },
    { analyte: 'Purity, dimer' },
    { analyte: 'Water' },
  ];
  it('a name finds the lines with exactly this name, or else the lines of the same kind', () => {
    expect(placesOf('purity', lines)).toEqual([0]);
    expect(placesOf(' Amount  per vial', lines)).toEqual([1]);
    expect(placesOf('amount', lines)).toEqual([1]);
    expect(placesOf('purity', lines.slice(1))).toEqual([1]);
    expect(placesOf('lead', lines)).toEqual([]);
    expect(placesOf('constructor', lines)).toEqual([]);
  });
});
