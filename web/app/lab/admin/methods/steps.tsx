import { useQuery } from '@tanstack/react-query';
import type { TemplateStep } from '@vialproof/contract/methods';
import { Instant } from '../../../ui/figures';
import { QueryView } from '../../../ui/query-view';
import { Skeleton } from '../../../ui/states';
import { stepsQuery } from './queries';

/** The first words of an entry in the history of a template. */
function stepWords({ what, version }: TemplateStep): string {
  switch (what) {
    case 'delivered':
      return `Version ${version}, as delivered`;
    case 'changed':
      return `Version ${version}, from before changes had to be approved`;
    case 'approved':
      return `Version ${version}`;
    default:
      return `${version === 0 ? 'Draft of its first own lines' : `Draft on version ${version}`}, ${what === 'open' ? 'waits for approval' : what}`;
  }
}

function People({ what, drafted, decided }: TemplateStep) {
  if (!drafted) return null;
  const facts = [
    { label: 'Drafted by', value: drafted.by.display_name },
    { label: 'Reason', value: drafted.reason },
    ...(decided && what !== 'withdrawn'
      ? [{ label: what === 'approved' ? 'Approved by' : 'Refused by', value: decided.by.display_name }]
      : []),
    ...(decided?.reason ? [{ label: 'Because', value: decided.reason }] : []),
  ];
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 text-sm">
      {facts.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="wrap-anywhere min-w-0">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The versions of a template, newest first, with author, approver and reason. Refused and withdrawn drafts are listed too. */
export function TemplateSteps({ id }: { id: string }) {
  const steps = useQuery(stepsQuery(id));
  return (
    <QueryView query={steps} skeleton={<Skeleton className="h-24" />}>
      {(all) =>
        all.length === 0 ? (
          <p className="text-ink-soft">It has no version of its own yet.</p>
        ) : (
          <ol className="border-rule border-t">
            {all.map((step) => (
              <li
                key={`${step.what} ${step.version} ${step.drafted?.at ?? step.at} ${step.at}`}
                className="grid gap-x-8 gap-y-1 border-rule border-b py-3 md:grid-cols-[11.5rem_minmax(0,1fr)]"
              >
                <span className="text-ink-soft text-sm md:pt-0.5">
                  <Instant at={step.at} exact />
                </span>
                <div className="grid gap-1">
                  <p className="font-medium">{stepWords(step)}</p>
                  <People {...step} />
                </div>
              </li>
            ))}
          </ol>
        )
      }
    </QueryView>
  );
}
