import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { UnsentMail } from '@vialproof/contract/mails';
import { Link } from 'react-router';
import type { PageHandle } from '../../../lib/page-handle';
import { signedInMeta } from '../../../lib/page-meta';
import { loadInBrowser } from '../../../lib/query-client';
import { Button } from '../../../ui/button';
import { Instant } from '../../../ui/figures';
import { FilterLinks } from '../../../ui/filter-links';
import { ListView, useListFilter } from '../../../ui/list-page';
import { SkeletonLines } from '../../../ui/query-view';
import { EmptyState } from '../../../ui/states';
import { Badge } from '../../../ui/status-badge';
import { StepError } from '../../../ui/step-error';
import { notify } from '../../../ui/toast';
import type { Route } from './+types/mails';
import { mailsQuery, readFilter, useSendAgain } from './queries';
import { mailWords } from './words';

export const handle: PageHandle = { query: ['state', 'page'] };

export const clientLoader = ({ url }: Route.ClientLoaderArgs) =>
  loadInBrowser((queries) => [queries.prefetchQuery(mailsQuery(readFilter(url.searchParams)))]);

export const meta = signedInMeta('Mails');

function About({ about }: Pick<UnsentMail, 'about'>) {
  if (!about) return <span>The account</span>;
  const isRequest = about.kind === 'request';
  return (
    <Link
      to={isRequest ? `/lab/requests/${about.id}` : `/group-tests/${about.id}`}
      dir="auto"
      className="link min-w-0 break-words"
    >
      {isRequest ? `Task ${about.label}` : about.label}
    </Link>
  );
}

function Line({ mail }: { mail: UnsentMail }) {
  const again = useSendAgain();
  return (
    <li className="grid grid-cols-1 items-start gap-x-8 gap-y-3 border-rule border-b py-4 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid min-w-0 grid-cols-1 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 break-words font-medium">{mailWords(mail.kind)}</span>
          <Badge tone={mail.state === 'failed' ? 'bad' : 'wait'}>
            {mail.state === 'failed' ? 'GIVEN UP' : 'WAITING'}
          </Badge>
        </p>
        <p className="flex min-w-0 flex-wrap gap-x-4">
          <span className="break-all">{mail.to ?? 'The account is gone'}</span>
          <About about={mail.about} />
        </p>
        <p className="flex flex-wrap gap-x-4 text-ink-soft text-sm">
          <span>
            Since <Instant at={mail.asked_at} exact />
          </span>
          <span>{mail.tries === 1 ? '1 try' : `${mail.tries} tries`}</span>
          {mail.next_try_at ? (
            <span>
              Next try <Instant at={mail.next_try_at} exact />
            </span>
          ) : null}
        </p>
        <p dir="auto" className="max-w-prose break-words text-sm">
          {mail.error ?? 'It was not tried yet.'}
        </p>
        <StepError error={again.error} />
      </div>
      <div>
        <Button
          variant="secondary"
          busy={again.isPending}
          onClick={() => again.mutate(mail.id, { onSuccess: () => notify.success('It is tried again now.') })}
        >
          <span>{again.isPending ? 'Sending…' : 'Send again'}</span>
          <span className="sr-only">{`: ${mailWords(mail.kind)} to ${mail.to}`}</span>
        </Button>
      </div>
    </li>
  );
}

/** Mails that could not be sent, with the reasons, and a button that sends a mail again. */
export default function Mails() {
  const list = useListFilter(readFilter);
  const { filter, to } = list;
  const mails = useQuery({ ...mailsQuery(filter), placeholderData: keepPreviousData });
  const counts = mails.data?.counts;
  const parts = [
    { state: '', label: 'All', count: counts && counts.waiting + counts.failed },
    { state: 'waiting', label: 'Waiting', count: counts?.waiting },
    { state: 'failed', label: 'Given up', count: counts?.failed },
  ] as const;
  return (
    <div className="grid gap-6">
      <h1 className="display-2">Mails</h1>
      <FilterLinks
        label="Mails"
        links={parts.map(({ state, label, count }) => ({
          to: to({ state }),
          label,
          count,
          isHere: state === filter.state,
        }))}
      />
      <p className="max-w-prose text-ink-soft">
        A mail that cannot leave is tried again for seven days, then it waits here. Mails with a code are not
        listed: they end with their code.
      </p>
      <ListView
        list={list}
        query={mails}
        nouns={['mail', 'mails']}
        empty={
          <EmptyState title={filter.state === 'failed' ? 'No mail was given up' : 'Every mail has left'} />
        }
        skeleton={<SkeletonLines lines={4} height="h-24" />}
      >
        {(rows) => (
          <ul className="border-rule border-t">
            {rows.map((mail) => (
              <Line key={mail.id} mail={mail} />
            ))}
          </ul>
        )}
      </ListView>
    </div>
  );
}
