import { plainNumber } from './measuring.ts';
import { isOfMass, type NumericRule } from './rule-bounds.ts';
import { readQualified } from './typed-figure.ts';
import type { Measurement } from './types.ts';
import { namesOf, statedUncertainties, uncertaintySentences } from './uncertainty-words.ts';

/**
 * Sentences on how the verdicts of these lines were reached, and what their uncertainties cover (ISO/IEC 17025:2017,
 * 7.8.6).
 */
export function decisionSentences(lines: readonly Measurement[]): string[] {
  const ruled = lines.filter(({ rule }) => rule && rule.kind !== 'absent');
  const banded = ruled.filter(({ decision_rule }) => decision_rule === 'guard_band');
  const numeric = ruled.flatMap(({ rule, decision_rule }): NumericRule[] =>
    rule && rule.kind !== 'absent' && decision_rule !== 'guard_band' ? [rule] : [],
  );
  const isAbsence = lines.some(({ rule }) => rule?.kind === 'absent');
  const isTyped = lines.some(({ rule, verdict }) => !rule && verdict !== null);
  const isRuled = ruled.length > 0 || isAbsence;
  return [
    ...plainSentence(lines, { banded, isNumeric: numeric.length > 0 }),
    ...(numeric.length > 0 ? [numericSentence(numeric)] : []),
    ...(banded.length > 0 ? [bandSentence(banded, numeric.length > 0)] : []),
    ...qualifierSentences(lines),
    ...(ruled.some(({ qualifier, value }) => !qualifier && readQualified(value) !== undefined)
      ? [
          'A result stated as above or below a number passes or fails where every value on that side of the number does so; else it is undecidable.',
        ]
      : []),
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
      ? [
          `${banded.length > 0 ? 'Elsewhere measurement' : 'Measurement'} uncertainty is not taken into account (simple acceptance, ISO/IEC 17025:2017, 7.8.6).`,
        ]
      : []),
    ...(lines.some(
      ({ rule, verdict, decision, override }) =>
        rule && verdict === null && decision !== 'undecidable' && !override,
    )
      ? ['Where the limit says nothing of a result, it is not judged.']
      : []),
    ...(lines.some(({ override }) => override)
      ? ['Where a verdict was set aside, the reason stands beside it.']
      : []),
    ...uncertaintySentences(lines),
    ...standardSentences(lines),
  ];
}

/** One simple sentence about what a pass means. The exact terms follow. */
function plainSentence(
  lines: readonly Measurement[],
  { banded, isNumeric }: { banded: readonly Measurement[]; isNumeric: boolean },
): string[] {
  const itsSpread = statedUncertainties(lines).length > 0 ? 'its ±' : 'its uncertainty';
  const byBand = `the figure meets its limit by ${itsSpread} or more`;
  if (!isNumeric) return banded.length > 0 ? [`Pass means that ${byBand}.`] : [];
  return [
    `Pass means that the figure itself meets its limit; ${itsSpread} is not counted.`,
    ...(banded.length > 0 ? [`For ${namesOf(banded)} it means that ${byBand}.`] : []),
  ];
}

/** If only some results have a guard band, names them. */
function bandSentence(lines: readonly Measurement[], isMixed: boolean): string {
  const which = isMixed ? ` of ${namesOf(lines)}` : '';
  return `The results${which} are decided with a guard band as wide as the expanded uncertainty (ILAC-G8:09/2019, w = U, k = 2): a result passes when it meets its limit by U or more, passes conditionally when it meets it by less, fails conditionally when it misses it by no more than U, and fails beyond that.`;
}

/** Says that amounts are measured against a standard, which is not recorded yet. */
function standardSentences(lines: readonly Measurement[]): string[] {
  const amounts = lines.filter(
    ({ analyte, claim, qualifier, value }) =>
      !qualifier &&
      plainNumber(value) !== undefined &&
      (claim !== undefined || /^(assay|amount)\b/i.test(analyte)),
  );
  return amounts.length > 0 ? [`Reference standard of ${namesOf(amounts)}: not recorded.`] : [];
}

function numericSentence(rules: readonly NumericRule[]): string {
  const figures = [
    'the value, or the mean of its replicates',
    ...(rules.some(({ of }) => of === 'claim') ? ['its share of the label claim'] : []),
    ...(rules.some(isOfMass) ? ['observed minus theoretical mass'] : []),
  ];
  const last = figures.pop();
  const words = figures.length > 0 ? `${figures.join('; ')}; or ${last}` : last;
  return `Where the limit is a number, a result passes when the unrounded figure (${words}) meets it; the limit itself passes.`;
}

/** Says how limits judge a value below the limit of detection or quantification. */
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
