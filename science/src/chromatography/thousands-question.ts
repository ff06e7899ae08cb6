import type { NumberReadings } from './types.ts';

/** The question 'Is 98,540 ninety-eight thousand five hundred and forty, or 98.540?' */
export const thousandsQuestion = ({ text, groups, decimals }: NumberReadings) =>
  `Is ${text} ${numberInWords(Number(groups))}, or ${decimals}?`;

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** A whole number below a million in words. */
export function numberInWords(value: number): string {
  const whole = Math.abs(Math.trunc(value));
  const [thousands, rest] = [Math.floor(whole / 1000), whole % 1000];
  const before = thousands === 0 ? [] : [`${belowThousand(thousands)} thousand`];
  // 'and' comes only before a number below a hundred: 'one thousand and five'.
  const last =
    rest === 0 ? [] : [thousands > 0 && rest < 100 ? `and ${belowThousand(rest)}` : belowThousand(rest)];
  const words = [...before, ...last].join(' ') || 'zero';
  return value < 0 ? `minus ${words}` : words;
}

function belowThousand(value: number): string {
  const [hundreds, rest] = [Math.floor(value / 100), value % 100];
  const before = hundreds === 0 ? [] : [`${SMALL[hundreds]} hundred`];
  if (rest === 0) return before.join('');
  const ones = rest % 10 === 0 ? '' : `-${SMALL[rest % 10]}`;
  const last = rest < 20 ? SMALL[rest] : `${TENS[Math.floor(rest / 10)]}${ones}`;
  return [...before, last].join(' and ');
}
