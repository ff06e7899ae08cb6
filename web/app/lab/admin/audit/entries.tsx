import { useQuery } from '@tanstack/react-query';
import type { AuditEntry } from '@vialproof/contract/audit';
import { Link } from 'react-router';
import { Instant } from '../../../ui/figures';
import { actionWords, detailLines, subjectWords } from '../../audit-words';
import { staffQuery } from '../../queries';

const pages: Record<string, string> = {
  request: '/lab/requests/',
  sku: '/lab/catalog/',
  payment: '/lab/payments/',
  payment_event: '/lab/payments/webhooks/',
  family: '/lab/methods/',
  compound: '/lab/compounds/',
};

function Actor({ actor }: Pick<AuditEntry, 'actor'>) {
  if (!actor) return <span className="text-ink-soft">The system</span>;
  if (!actor.person) return <span className="text-ink-soft">A former member</span>;
  const { display_name, email, role } = actor.person;
  return (
    <>
      {display_name}{' '}
      <span className="break-all text-ink-soft text-sm @5xl:block">
        {role === 'customer' ? email : `${role}, ${email}`}
      </span>
    </>
  );
}

function Subject({ subject }: Pick<AuditEntry, 'subject'>) {
  const page = pages[subject.kind];
  const name = subject.label ?? subject.id.slice(0, 8);
  const words = `${subjectWords(subject.kind)} ${name}`;
  return page ? (
    <Link to={page + subject.id} className="link">
      {words}
    </Link>
  ) : (
    <span className="break-all">{words}</span>
  );
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

function Detail({ detail }: Pick<AuditEntry, 'detail'>) {
  const staff = useQuery(staffQuery).data ?? [];
  /** The log names staff by their ids. A person who has left the laboratory is shown by the id. */
  const named = (text: string) =>
    text.replace(ID, (id) => staff.find((person) => person.id === id)?.display_name ?? id);
  const lines = detailLines(detail);
  if (lines.length === 0) return null;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 text-sm">
      {lines.map(({ name, from, value }) => (
        <div key={name} className="contents">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="min-w-0 break-words">
            {from === undefined ? null : (
              <>
                <del className="text-ink-soft no-underline">{named(from)}</del>
                <span aria-hidden="true"> → </span>
              </>
            )}
            {from === undefined ? named(value) : <ins className="no-underline">{named(value)}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Lines of the audit log. `ofOne` means that all lines are about the same subject, so the subject is not shown. */
export function AuditEntries({ entries, ofOne = false }: { entries: AuditEntry[]; ofOne?: boolean }) {
  return (
    <ol className="@container border-rule border-t">
      {entries.map((entry) => (
        <li
          key={entry.id}
          className="grid gap-x-8 gap-y-1 border-rule border-b py-3 @2xl:grid-cols-[11.5rem_minmax(0,1fr)] @5xl:grid-cols-[11.5rem_16rem_minmax(0,1fr)]"
        >
          <span className="text-ink-soft text-sm @2xl:row-span-2 @2xl:pt-0.5 @5xl:row-span-1">
            <Instant at={entry.at} exact />
          </span>
          <p className="min-w-0">
            <Actor actor={entry.actor} />
          </p>
          <div className="grid min-w-0 content-start gap-1">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="font-medium">{actionWords(entry.action)}</span>
              {ofOne ? null : <Subject subject={entry.subject} />}
            </p>
            <Detail detail={entry.detail} />
          </div>
        </li>
      ))}
    </ol>
  );
}
