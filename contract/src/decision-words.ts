import type { Measurement, Rule } from './results.ts';

type NumericRule = Exclude<Rule, { kind: 'absent' }>;

/**
 * How the verdicts of these lines were reached, a sentence each: only what is true of them is said. ISO/IEC 17025:2017,
 * 7.8.6. None for lines without any verdict, rule and limit.
 */
export function decisionSentences(lines: readonly Measurement[]): string[] {
  const numeric = lines.flatMap(({ rule }): NumericRule[] => (rule && rule.kind !== 'absent' ? [rule] : []));
  const isAbsence = lines.some(({ rule }) => rule?.kind === 'absent');
  const isTyped = lines.some(({ rule, verdict }) => !rule && verdict !== null);
  const isRuled = numeric.length > 0 || isAbsence;
  return [
    ...(numeric.length > 0 ? [numericSentence(numeric)] : []),
    ...qualifierSentences(lines),
    ...(isAbsence
      ? ['Where nothing may be found, a result passes when it is not detected, below LOD, zero or no growth.']
      : []),
    ...(isTyped
      ? [
          isRuled
            ? 'Where a limit is words alone, the laboratory compared the reported result with them.'
            : 'A result passes when the reported value meets the stated limit.',
        ]
      : []),
    ...(numeric.length > 0 || (isTyped && !isRuled)
      ? ['Measurement uncertainty is not taken into account (simple acceptance, ISO/IEC 17025:2017, 7.8.6).']
      : []),
    ...(lines.some(({ rule, verdict, override }) => rule && verdict === null && !override)
      ? ['Where the limit says nothing of a result, it is not judged.']
      : []),
    ...(lines.some(({ override }) => override)
      ? ['Where a verdict was set aside, the reason stands beside it.']
      : []),
  ];
}

function numericSentence(rules: readonly NumericRule[]): string {
  const figures = [
    'the value, or the mean of its replicates',
    ...(rules.some(({ of }) => of === 'claim') ? ['its share of the label claim'] : []),
    ...(rules.some(({ of }) => of === 'mass') ? ['observed minus theoretical mass'] : []),
  ];
  const last = figures.pop();
  const words = figures.length > 0 ? `${figures.join('; ')}; or ${last}` : last;
  return `Where the limit is a number, a result passes when the unrounded figure (${words}) meets it; the limit itself passes.`;
}

/** A value below a limit of detection or quantification: what an upper and a lower limit say of it. */
function qualifierSentences(lines: readonly Measurement[]): string[] {
  const below = lines.filter(
    ({ rule, qualifier }) =>
      rule && rule.kind !== 'absent' && qualifier !== undefined && qualifier !== 'out of range',
  );
  const isUpper = below.some(({ rule }) => rule?.kind === 'at_most');
  const isLower = below.some(({ rule }) => rule?.kind !== 'at_most');
  return [
    ...(isUpper
      ? [
          'A result below LOD or LOQ, or not detected, passes an upper limit that is no lower than that LOD or LOQ.',
        ]
      : []),
    ...(isLower
      ? [
          'A result below LOD or LOQ, or not detected, fails a lower limit that is no lower than that LOD or LOQ; against a lower limit beneath it nothing can be said.',
        ]
      : []),
  ];
}
