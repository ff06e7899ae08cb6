import { DECISION_WORDS, reportedWords } from './measurement-words.ts';
import { standingOf } from './overall-statement.ts';
import type { AmendmentChange, Measurement } from './types.ts';

const FIELDS = [
  { field: 'value', of: reportedWords },
  { field: 'limit', of: ({ limit }: Measurement) => (limit === '' ? 'none' : limit) },
  { field: 'verdict', of: (line: Measurement) => DECISION_WORDS[standingOf(line)] },
  { field: 'method', of: ({ method }: Measurement) => method },
] as const;

/** One line of a result in words: value and verdict. */
const wholeLine = (line: Measurement) => `${reportedWords(line)}, ${DECISION_WORDS[standingOf(line)]}`;

/** How a result differs from the one before it, line by line. Removed lines come last. */
export function amendmentChanges(
  before: readonly Measurement[],
  after: readonly Measurement[],
): AmendmentChange[] {
  const left = [...before];
  const take = (isIt: (line: Measurement) => boolean) => {
    const place = left.findIndex(isIt);
    return place < 0 ? undefined : left.splice(place, 1)[0];
  };
  // Among lines of results with the same name, those with the same method are compared, then the others in order.
  const earlier = new Map(
    after.map((line) => [line, take((each) => each.analyte === line.analyte && each.method === line.method)]),
  );
  for (const line of after)
    if (!earlier.get(line))
      earlier.set(
        line,
        take((each) => each.analyte === line.analyte),
      );
  return [
    ...after.flatMap((line): AmendmentChange[] => {
      const old = earlier.get(line);
      const measurement = line.analyte;
      if (!old) return [{ measurement, field: 'line', before: null, after: wholeLine(line) }];
      return FIELDS.flatMap(({ field, of }) =>
        of(old) === of(line) ? [] : [{ measurement, field, before: of(old), after: of(line) }],
      );
    }),
    ...left.map(
      (old): AmendmentChange => ({
        measurement: old.analyte,
        field: 'line',
        before: wholeLine(old),
        after: null,
      }),
    ),
  ];
}

/**
 * The changes in words, one per line: 'Amount per vial: was 5.38 mg, is now 4.83 mg; verdict was Pass, is now Fail.'
 */
export function changeWords(changes: readonly AmendmentChange[]): string[] {
  const lines: { measurement: string; words: string[] }[] = [];
  for (const { measurement, field, before, after } of changes) {
    const name = field === 'value' || field === 'line' ? '' : `${field} `;
    const words =
      before === null
        ? `new, ${after}`
        : after === null
          ? `no longer reported, was ${before}`
          : `${name}was ${before}, is now ${after}`;
    const last = lines.at(-1);
    if (last?.measurement === measurement && field !== 'line') last.words.push(words);
    else lines.push({ measurement, words: [words] });
  }
  return lines.map(({ measurement, words }) => `${measurement}: ${words.join('; ')}.`);
}
