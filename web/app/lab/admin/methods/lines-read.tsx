import type { Template } from '@vialproof/contract/methods';
import { Badge } from '../../../ui/status-badge';
import { lineSummary, otherFacts } from './template-words';

/** A template as text without a form, for people who may only approve changes. */
export function LinesRead({ template }: { template: Template }) {
  const others = otherFacts(template).filter(({ value }) => value !== '');
  return (
    <>
      <ol className="-mt-2">
        {template.lines.map((line) => (
          <li key={line.id} className="grid gap-1 border-rule border-b py-3">
            <p className="flex flex-wrap items-center gap-3">
              <span className="wrap-anywhere font-medium">{line.analyte}</span>
              {line.retired ? <Badge>RETIRED</Badge> : null}
            </p>
            {line.retired ? null : <p className="wrap-anywhere text-ink-soft text-sm">{lineSummary(line)}</p>}
          </li>
        ))}
      </ol>
      {others.length > 0 ? (
        <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[minmax(9rem,auto)_minmax(0,1fr)]">
          {others.map(({ label, value }) => (
            <div key={label} className="contents">
              <dt className="text-ink-soft max-sm:mt-1">{label}</dt>
              <dd className="wrap-anywhere min-w-0">{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </>
  );
}
