import type { TimelineEntry } from '@vialproof/contract/orders';
import { REJECTION_WORDS } from '@vialproof/contract/sample-rejection';
import { Instant } from '../../ui/figures';
import { Part } from './part';
import { eventLabel } from './words';

/** All events of the request, newest first. */
export function Timeline({ entries }: { entries: TimelineEntry[] }) {
  return (
    <Part title="Timeline" level={3}>
      <ol className="border-rule border-l-2 pl-5">
        {entries.toReversed().map((entry) => (
          <li
            key={`${entry.at} ${entry.kind}`}
            className="relative grid gap-0.5 pb-5 before:absolute before:top-2 before:-left-[26px] before:size-2.5 before:rounded-full before:bg-edge first:before:bg-accent last:pb-0"
          >
            <p className="font-medium">
              {entry.reason && entry.reason !== 'other'
                ? `${eventLabel(entry.kind, entry.status)}: ${REJECTION_WORDS[entry.reason].label.toLowerCase()}`
                : eventLabel(entry.kind, entry.status)}
            </p>
            {entry.note ? <p className="wrap-anywhere max-w-prose">{entry.note}</p> : null}
            <p className="text-ink-soft text-sm">
              <Instant at={entry.at} exact />
            </p>
          </li>
        ))}
      </ol>
    </Part>
  );
}
