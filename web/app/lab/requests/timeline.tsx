import type { LabRequest, LabStep } from '@vialproof/contract/lab';
import { Instant } from '../../ui/figures';
import { Fold } from '../fold';
import { saysOf } from './section-words';
import { stepWords } from './step-words';

function Step({ step: { what, at, until, times, by, revision, note, to } }: { step: LabStep }) {
  return (
    <li className="grid gap-x-6 sm:grid-cols-[15rem_1fr]">
      <span className="text-ink-soft text-sm">
        <Instant at={until ?? at} exact />
      </span>
      <span className="wrap-anywhere">
        <span className="font-medium">{stepWords(what)}</span>
        {to ? (
          <span>
            {' '}
            to <bdi>{to}</bdi>
          </span>
        ) : null}
        <span>{times > 1 ? `, ${times} times` : ''}</span>
        {by === null ? null : (
          <span>
            {' '}
            by <bdi>{by}</bdi>
          </span>
        )}
        <span>{revision !== null && revision > 1 ? `, revision ${revision}` : ''}</span>
        <span>{note ? `: ${note}` : ''}</span>
      </span>
    </li>
  );
}

/** Every step of a sample, newest first. */
export function Timeline({ data }: { data: LabRequest }) {
  const { steps } = data;
  return (
    <Fold name="steps" title="Timeline" says={saysOf.steps(data)} startsOpen={false}>
      <ol className="grid gap-3">
        {steps.toReversed().map((step, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two steps may have the same time and kind; their order is fixed.
          <Step key={steps.length - place} step={step} />
        ))}
      </ol>
    </Fold>
  );
}
