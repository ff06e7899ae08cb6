import type { Measurement } from '@vialproof/contract/results';
import { Check, Minus, X } from 'lucide-react';

/** One measurement's verdict as icon and word. `isLimited`: there is a limit, though nothing was said by it. */
export function Verdict({
  verdict,
  isLimited = false,
}: {
  verdict: Measurement['verdict'];
  isLimited?: boolean;
}) {
  if (verdict === 'pass') {
    return (
      <span className="inline-flex items-baseline gap-1.5 text-good">
        <Check className="size-4 self-center" />
        Pass
      </span>
    );
  }
  if (verdict === 'fail') {
    return (
      <span className="inline-flex items-baseline gap-1.5 font-medium text-bad">
        <X className="size-4 self-center" />
        Fail
      </span>
    );
  }
  return (
    <span className="inline-flex items-baseline gap-1.5 text-ink-soft">
      <Minus className="size-4 self-center" />
      {isLimited ? 'Not judged' : 'No limit set'}
    </span>
  );
}

/** All verdicts of a result in a few words; nothing when none was given. */
export function VerdictSummary({ measurements }: { measurements: Measurement[] }) {
  const judged = measurements.filter((measurement) => measurement.verdict !== null);
  const failed = judged.filter((measurement) => measurement.verdict === 'fail').length;
  if (judged.length === 0) return null;
  if (failed === 0) {
    return (
      <span className="inline-flex items-center gap-1.5 text-good text-sm">
        <Check className="size-4" />
        Within all limits
      </span>
    );
  }
  return (
    <span className="inline-flex items-center gap-1.5 font-medium text-bad text-sm">
      <X className="size-4" />
      {failed} of {judged.length} outside limits
    </span>
  );
}
