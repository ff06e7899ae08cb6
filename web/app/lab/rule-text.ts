import type { Rule, RuleSubject } from '@vialproof/contract/results';
import { plainNumber } from '@vialproof/science/measurement/measuring';
import { plainDecimals } from '@vialproof/science/measurement/plain-decimals';
import { isOfMass } from '@vialproof/science/measurement/rule-bounds';
import { withPoints } from '@vialproof/science/measurement/typed-numbers';

/**
 * A rule for a verdict, as the user typed it. `first` and `second` are its numbers: a limit, minimum and maximum, or
 * target and tolerance.
 */
export interface RuleText {
  kind: '' | Rule['kind'];
  of: RuleSubject;
  first: string;
  second: string;
}

export const noRule: RuleText = { kind: '', of: 'value', first: '', second: '' };

/** Reads a number, also with a comma if it can only be a decimal comma. Otherwise NaN, which the server refuses. */
export const number = (text: string) => plainNumber(withPoints(text.trim())) ?? Number.NaN;

export function ruleText(rule: Rule | null | undefined): RuleText {
  if (!rule) return { ...noRule };
  switch (rule.kind) {
    case 'absent':
      return { ...noRule, kind: 'absent' };
    case 'between':
      return {
        kind: rule.kind,
        of: rule.of,
        first: plainDecimals(rule.min),
        second: plainDecimals(rule.max),
      };
    case 'within':
      return {
        kind: rule.kind,
        of: rule.of,
        first: plainDecimals(rule.target),
        second: plainDecimals(rule.tolerance),
      };
    default:
      return { kind: rule.kind, of: rule.of, first: plainDecimals(rule.limit), second: '' };
  }
}

/**
 * The rule in the request. Undefined if none is chosen. A wrong number becomes NaN, which the server refuses at its
 * field.
 */
export function readRule({ kind, of, first, second }: RuleText): Rule | undefined {
  const [one, two] = [number(first), number(second)];
  switch (kind) {
    case '':
      return undefined;
    case 'absent':
      return { kind };
    case 'between':
      return { kind, of, min: one, max: two };
    case 'within':
      return { kind, of, target: isOfMass({ of }) ? 0 : one, tolerance: two };
    default:
      return { kind, of, limit: one };
  }
}

/** The names of the numbers of each rule. */
export const ruleNumbers: Record<RuleText['kind'], string[]> = {
  '': [],
  absent: [],
  at_least: ['Limit'],
  at_most: ['Limit'],
  between: ['Lowest', 'Highest'],
  within: ['Target', 'Tolerance ±'],
};

/** Whether a rule has numbers, so that it can judge a value. */
export const isNumeric = (kind: RuleText['kind']) => kind !== '' && kind !== 'absent';

/** Which part of the rule is missing. Undefined if the rule is complete. */
export function ruleProblem(rule: RuleText): string | undefined {
  const [first, second] = [number(rule.first), number(rule.second)];
  const asked = ruleNumbers[rule.kind].length;
  const hidesTarget = rule.kind === 'within' && isOfMass(rule);
  if (asked >= 1 && !hidesTarget && Number.isNaN(first)) return 'Give the rule a number.';
  if (asked === 2 && Number.isNaN(second)) return 'Give the rule both numbers.';
  if (rule.kind === 'between' && first > second) return 'The highest is below the lowest.';
  if (rule.kind === 'within' && second < 0) return 'A tolerance is not negative.';
  return undefined;
}
