import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { figureProblem, withPoints } from './typed-numbers.ts';

describe('a text that looks like a number but is not one is refused', () => {
  it.each([
    ['98,5', '% area', 'Write it with a decimal point: 98.5.'],
    ['-0,05', 'mg', 'Write it with a decimal point: -0.05.'],
    ['1,234', 'CFU', 'A comma may be read in two ways: write 1234 or 1.234.'],
    ['98.5 %', '% area', 'The unit stands in its own field: write 98.5 alone.'],
    ['98,5%', '%', 'The unit stands in its own field: write 98.5 alone.'],
    ['4.2 MG / vial', 'mg/vial', 'The unit stands in its own field: write 4.2 alone.'],
  ])('every line refuses “%s” in %s, and advises how to write the number', (value, unit, words) => {
    expect(figureProblem(value, unit, false)).toBe(words);
    expect(figureProblem(value, unit, true)).toBe(words);
  });

  it.each([
    ['99,1 99,3', /decimals with a point/],
    ['1,234,567', /no commas between thousands/],
    ['710.36 2+', /needs the formula/],

    ['98.5 ± 0.2', /plain number/],
    ['.5', /plain number/],
  ])('a line that needs a number refuses “%s”', (value, words) => {
    expect(figureProblem(value, 'Da', true)).toMatch(words);
    expect(figureProblem(value, 'Da', false)).toBeUndefined();
  });

  it.each(['conforms', '< LOQ', '< 0.05', 'ND', '', 'see report 4', '98.5', '-3', '98.50'])(
    'the text “%s” is accepted, because it does not look like a number',
    (value) => {
      expect(figureProblem(value, '%', true)).toBeUndefined();
    },
  );

  it('no line refuses a number in plain decimals', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(9999), fc.string({ maxLength: 8 }), (whole, decimals, unit) => {
        expect(figureProblem(`${whole}.${decimals}`, unit, true)).toBeUndefined();
        expect(figureProblem(whole, unit, true)).toBeUndefined();
      }),
    );
  });
});

describe('a decimal comma that a person types becomes a point', () => {
  it.each([
    ['98,5', '98.5'],
    ['-0,05', '-0.05'],
    ['0,123', '0.123'],
    ['1234,567', '1234.567'],
    ['98,5000', '98.5000'],
    ['99,1 99,3;99,25', '99.1 99.3;99.25'],
    ['< 0,05', '< 0.05'],
    ['710,36 2+', '710.36 2+'],
  ])('the field accepts “%s”, because its decimal comma is unambiguous', (typed, read) => {
    expect(withPoints(typed)).toBe(read);
  });

  it.each([
    '1,234',
    '99,1 1,234',
    '1,234,567',
    '1,234.5',
    '98,5, 98,6',
    'see page 3,5',
    '98,5 %',
    ',5',
    '98.5',
    '',
  ])('the field leaves the text “%s” unchanged', (typed) => {
    expect(withPoints(typed)).toBe(typed);
  });
});
