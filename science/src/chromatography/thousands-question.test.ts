import { expect, it } from 'vitest';
import { numberInWords, thousandsQuestion } from './thousands-question.ts';

it('the question about separators shows both possible values, the whole number in words', () => {
  expect(thousandsQuestion({ text: '98,540', groups: '98540', decimals: '98.540' })).toBe(
    'Is 98,540 ninety-eight thousand five hundred and forty, or 98.540?',
  );
});

it.each([
  [0, 'zero'],
  [1000, 'one thousand'],
  [1005, 'one thousand and five'],
  [12_340, 'twelve thousand three hundred and forty'],
  [100_017, 'one hundred thousand and seventeen'],
  [999_999, 'nine hundred and ninety-nine thousand nine hundred and ninety-nine'],
  [-20_300, 'minus twenty thousand three hundred'],
])('the number %d is written in words as %s', (value, words) => {
  expect(numberInWords(value)).toBe(words);
});
