import type { Measurement } from '@vialproof/contract/results';
import { Icon } from './icon';

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
        <Icon name="check" className="size-4 self-center" />
        Pass
      </span>
    );
  }
  if (verdict === 'fail') {
    return (
      <span className="inline-flex items-baseline gap-1.5 font-medium text-bad">
        <Icon name="x" className="size-4 self-center" />
        Fail
      </span>
    );
  }
  return (
    <span className="inline-flex items-baseline gap-1.5 text-ink-soft">
      <Icon name="minus" className="size-4 self-center" />
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
        <Icon name="check" />
        Within all limits
      </span>
    );
  }
  return (
    <span className="inline-flex items-center gap-1.5 font-medium text-bad text-sm">
      <Icon name="x" />
      {failed} of {judged.length} outside limits
    </span>
  );
}
