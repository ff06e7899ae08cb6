import { Check } from 'lucide-react';

/** Steps in their order. All up to `current` are marked. `stopped` makes them grey. */
export function ProgressStrip({
  label,
  steps,
  current,
  stopped = false,
}: {
  label: string;
  steps: { id: string; label: string }[];
  current: string;
  stopped?: boolean;
}) {
  const at = stopped ? -1 : steps.findIndex((step) => step.id === current);
  return (
    <ol aria-label={label} className="grid gap-0 sm:auto-cols-fr sm:grid-flow-col">
      {steps.map((step, place) => {
        const done = place <= at;
        return (
          <li
            key={step.id}
            aria-current={place === at ? 'step' : undefined}
            className={`flex items-center gap-3 border-l-2 py-2 pl-4 text-sm sm:grid sm:content-start sm:justify-items-start sm:gap-2 sm:border-t-2 sm:border-l-0 sm:pt-3 sm:pr-3 sm:pl-0 ${
              done ? 'border-accent' : 'border-rule text-ink-faint'
            } ${place === at ? 'font-medium' : ''}`}
          >
            <span
              aria-hidden="true"
              className={`figures grid size-6 shrink-0 place-items-center rounded-full border text-xs ${
                done ? 'border-accent bg-accent text-on-accent' : 'border-edge'
              }`}
            >
              {done ? <Check className="size-3.5" /> : place + 1}
            </span>
            <span>{step.label}</span>
            {done ? <span className="sr-only"> (done)</span> : null}
          </li>
        );
      })}
    </ol>
  );
}
