import type { Measurement } from '@vialproof/contract/results';
import { DECISION_WORDS } from '@vialproof/science/measurement/measurement-words';
import { overallOf, overallWords, standingOf } from '@vialproof/science/measurement/overall-statement';
import { Check, Minus, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';

const looks = {
  pass: { tone: 'text-good', Icon: Check },
  fail: { tone: 'font-medium text-bad', Icon: X },
  between: { tone: 'font-medium text-wait', Icon: TriangleAlert },
  none: { tone: 'text-ink-soft', Icon: Minus },
} as const;

/** A verdict as icon and words, not only as a colour. */
export function VerdictWords({ kind, children }: { kind: keyof typeof looks; children: ReactNode }) {
  const { tone, Icon } = looks[kind];
  return (
    <span className={`inline-flex items-baseline gap-1.5 ${tone}`}>
      <Icon className="size-4 self-center" />
      <span className="contents">{children}</span>
    </span>
  );
}

/** The fields of a measurement that decide its verdict. */
export type JudgedLine = Pick<Measurement, 'analyte' | 'verdict' | 'decision' | 'override'>;

const kinds = {
  pass: 'pass',
  conditional_pass: 'between',
  conditional_fail: 'between',
  fail: 'fail',
  undecidable: 'between',
  not_judged: 'none',
} as const;

/** The verdict of one measurement. `isLimited`: it has a limit, even if it has no verdict. */
export function Verdict({
  line,
  isLimited = false,
}: {
  line: Pick<Measurement, 'verdict' | 'decision' | 'override'>;
  isLimited?: boolean;
}) {
  const standing = standingOf(line);
  const isUnlimited = standing === 'not_judged' && !isLimited;
  return (
    <VerdictWords kind={kinds[standing]}>
      {isUnlimited ? 'No limit set' : DECISION_WORDS[standing]}
    </VerdictWords>
  );
}

/** The worst verdict among these measurements. */
function worstOf(measurements: readonly JudgedLine[]): keyof typeof looks {
  const found = measurements.map((line) => kinds[standingOf(line)]);
  return (['fail', 'between', 'pass'] as const).find((kind) => found.includes(kind)) ?? 'none';
}

/** All verdicts of a result in one sentence, which names each measurement outside its limit. */
export function VerdictSentence({ measurements }: { measurements: readonly JudgedLine[] }) {
  const { text } = overallOf(measurements);
  if (text === '') return null;
  const { tone, Icon } = looks[worstOf(measurements)];
  return (
    <p className={`flex gap-2 text-lg leading-snug ${tone}`}>
      <Icon className="mt-0.5 size-5 shrink-0" />
      <span className="wrap-anywhere min-w-0">{text}</span>
    </p>
  );
}

/** All verdicts of a result in a few words. Empty if there are none. */
export function VerdictSummary({ measurements }: { measurements: readonly JudgedLine[] }) {
  const words = overallWords(overallOf(measurements));
  if (words === '') return null;
  const conditional = measurements.filter((line) => standingOf(line).startsWith('conditional')).length;
  return (
    <span className="text-sm">
      <VerdictWords kind={worstOf(measurements)}>
        {conditional > 0 ? `${words}, ${conditional} conditional` : words}
      </VerdictWords>
    </span>
  );
}
