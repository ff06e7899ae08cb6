import type { Measurement } from '@vialproof/contract/results';
import { Check, Minus, X } from 'lucide-react';
import type { ReactNode } from 'react';

const looks = {
  pass: { tone: 'text-good', Icon: Check },
  fail: { tone: 'font-medium text-bad', Icon: X },
  none: { tone: 'text-ink-soft', Icon: Minus },
} as const;

/** A verdict as icon and words; colour never stands alone. */
export function VerdictWords({ kind, children }: { kind: keyof typeof looks; children: ReactNode }) {
  const { tone, Icon } = looks[kind];
  return (
    <span className={`inline-flex items-baseline gap-1.5 ${tone}`}>
      <Icon className="size-4 self-center" />
      {children}
    </span>
  );
}

/** One measurement's verdict. `isLimited`: there is a limit, though nothing was said by it. */
export function Verdict({
  verdict,
  isLimited = false,
}: {
  verdict: Measurement['verdict'];
  isLimited?: boolean;
}) {
  if (verdict) return <VerdictWords kind={verdict}>{verdict === 'pass' ? 'Pass' : 'Fail'}</VerdictWords>;
  return <VerdictWords kind="none">{isLimited ? 'Not judged' : 'No limit set'}</VerdictWords>;
}

/** All verdicts of a result in a few words; nothing when none was given. */
export function VerdictSummary({ measurements }: { measurements: Measurement[] }) {
  const judged = measurements.filter((measurement) => measurement.verdict !== null);
  const failed = judged.filter((measurement) => measurement.verdict === 'fail').length;
  if (judged.length === 0) return null;
  return (
    <span className="text-sm">
      <VerdictWords kind={failed === 0 ? 'pass' : 'fail'}>
        {failed === 0 ? 'Within all limits' : `${failed} of ${judged.length} outside limits`}
      </VerdictWords>
    </span>
  );
}
