import type { Decision, Measurement, Outcome, Overall } from './types.ts';

type Judged = Pick<Measurement, 'analyte' | 'verdict' | 'decision' | 'override'>;

/**
 * The final verdict on a line of a result: a person's if a person gave one, otherwise the decision, otherwise the
 * rule's.
 */
export function standingOf({ verdict, decision, override }: Omit<Judged, 'analyte'>): Decision {
  const given = verdict ?? 'not_judged';
  return override ? given : (decision ?? given);
}

/** One statement on all lines: 'All 4 judged results are within their limits; 1 is not judged.' Empty without lines. */
export function overallStatement(lines: readonly Judged[]): string {
  if (lines.length === 0) return '';
  const standings = lines.map((line) => ({ analyte: line.analyte, standing: standingOf(line) }));
  const count = (wanted: Decision) => standings.filter(({ standing }) => standing === wanted).length;
  const unjudged = count('not_judged');
  if (unjudged === lines.length) {
    return lines.length === 1
      ? 'The result is not judged.'
      : `None of the ${lines.length} results is judged.`;
  }
  const named = NAMED.flatMap(({ standing, words }) => {
    const analytes = standings.filter((line) => line.standing === standing).map(({ analyte }) => analyte);
    return analytes.length > 0 ? [`${words}: ${analytes.join(', ')}.`] : [];
  });
  const rest = [passedWords(count('pass'), named.length > 0), unjudgedWords(unjudged)].filter(Boolean);
  return [...named, ...(rest.length > 0 ? [`${rest.join('; ')}.`] : [])].join(' ');
}

/** The statement on all lines, how many were judged, and how many of these passed. */
export function overallOf(lines: readonly Judged[]): Overall {
  const standings = lines.map(standingOf);
  const isPassed = (standing: Decision) => standing === 'pass' || standing === 'conditional_pass';
  const unjudged = standings.filter(
    (standing) => standing === 'undecidable' || standing === 'not_judged',
  ).length;
  return {
    text: overallStatement(lines),
    judged: standings.length - unjudged,
    not_judged: unjudged,
    passed: standings.filter(isPassed).length,
  };
}

/** The verdicts on all lines, with the names of the analytes outside their limits. */
export function outcomeOf(lines: readonly Judged[]): Outcome {
  const standings = lines.map((line) => ({ analyte: line.analyte, standing: standingOf(line) }));
  const named = (...wanted: Decision[]) =>
    standings.filter(({ standing }) => wanted.includes(standing)).map(({ analyte }) => analyte);
  const unjudged = named('undecidable', 'not_judged').length;
  return {
    judged: lines.length - unjudged,
    not_judged: unjudged,
    outside: named('fail', 'conditional_fail'),
    conditional_fail: named('conditional_fail').length,
    conditional_pass: named('conditional_pass').length,
    undecidable: named('undecidable').length,
  };
}

/** What an outcome says in a few words, and the kind of its icon. 'none': no limit judged a line. */
export function outcomeWords(outcome: Outcome): {
  kind: 'pass' | 'between' | 'fail' | 'none';
  words: string;
} {
  const { judged, not_judged, outside, conditional_fail, conditional_pass, undecidable } = outcome;
  const conditional = conditional_fail + conditional_pass;
  const kind =
    outside.length > conditional_fail
      ? 'fail'
      : conditional + undecidable > 0
        ? 'between'
        : judged > 0
          ? 'pass'
          : 'none';
  const said =
    outside.length > 0
      ? `Outside: ${namedWords(outside)}`
      : overallWords({ judged, not_judged, passed: judged }) ||
        (undecidable > 0 ? 'Undecidable' : 'Not judged');
  return { kind, words: conditional > 0 ? `${said}, ${conditional} conditional` : said };
}

const MOST_NAMED = 2;

function namedWords(analytes: string[]): string {
  const names = [...new Set(analytes)];
  return names.length > MOST_NAMED + 1
    ? `${names.slice(0, MOST_NAMED).join(', ')} and ${names.length - MOST_NAMED} more`
    : names.join(', ');
}

/** The statement in a few words, for lists. Empty if no line was judged. */
export function overallWords({ judged, not_judged, passed }: Omit<Overall, 'text'>): string {
  if (judged === 0) return '';
  if (passed < judged) return `${judged - passed} of ${judged} outside limits`;
  return not_judged === 0
    ? 'Within all limits'
    : `Within limits, ${not_judged} of ${judged + not_judged} not judged`;
}

const NAMED = [
  { standing: 'fail', words: 'Fail' },
  { standing: 'conditional_fail', words: 'Conditional fail' },
  { standing: 'conditional_pass', words: 'Conditional pass' },
  { standing: 'undecidable', words: 'Undecidable' },
] as const;

function passedWords(passed: number, isRest: boolean): string {
  if (passed === 0) return '';
  if (isRest) {
    return passed === 1
      ? 'The other judged result is within its limit'
      : `The other ${passed} judged results are within their limits`;
  }
  return passed === 1
    ? 'The judged result is within its limit'
    : `All ${passed} judged results are within their limits`;
}

function unjudgedWords(unjudged: number): string {
  if (unjudged === 0) return '';
  return unjudged === 1 ? '1 is not judged' : `${unjudged} are not judged`;
}
