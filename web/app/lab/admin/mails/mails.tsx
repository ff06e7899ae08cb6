import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { MailState, type UnsentMail, type UnsentMailPage } from '@vialproof/contract/mails';
import { Link, useSearchParams } from 'react-router';
import { signedInMeta } from '../../../lib/page-meta';
import { loadInBrowser } from '../../../lib/query-client';
import { Button } from '../../../ui/button';
import { Instant } from '../../../ui/figures';
import { EmptyState } from '../../../ui/states';
import { Badge } from '../../../ui/status-badge';
import { notify } from '../../../ui/toast';
import { StepError } from '../../step-error';
import { listAddress, pageIn } from '../address';
import { Missing } from '../loading';
import { PageTurner } from '../page-turner';
import type { Route } from './+types/mails';
import { type MailsFilter, mailsQuery, useSendAgain } from './queries';
import { mailWords } from './words';

function readFilter(search: URLSearchParams): MailsFilter {
  const state = MailState.safeParse(search.get('state'));
  return { state: state.success ? state.data : '', page: pageIn(search) };
}

const address = (filter: MailsFilter) => listAddress('/lab/mails', { ...filter });

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
      className="min-w-0 break-words text-accent underline underline-offset-4 hover:text-accent-strong"
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
          {again.isPending ? 'Sending…' : 'Send again'}
          <span className="sr-only">
            : {mailWords(mail.kind)} to {mail.to}
          </span>
        </Button>
      </div>
    </li>
  );
}

function States({
  here,
  counts,
}: {
  here: MailsFilter['state'];
  counts: UnsentMailPage['counts'] | undefined;
}) {
  const parts = [
    { state: '', label: 'All', count: counts && counts.waiting + counts.failed },
    { state: 'waiting', label: 'Waiting', count: counts?.waiting },
    { state: 'failed', label: 'Given up', count: counts?.failed },
  ] as const;
  return (
    <nav aria-label="Mails" className="flex flex-wrap gap-2">
      {parts.map(({ state, label, count }) => (
        <Link
          key={state}
          to={address({ state, page: 1 })}
          aria-current={state === here ? 'page' : undefined}
          className="inline-flex min-h-12 items-center gap-2 rounded-sm border border-edge px-4 hover:border-accent hover:text-accent aria-[current=page]:border-accent aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-ink max-sm:px-3"
        >
          {label}
          {count === undefined ? null : <span className="figures text-sm">{count}</span>}
        </Link>
      ))}
    </nav>
  );
}

/** Mails that have not left, why, and the button that tries them again. */
export default function Mails() {
  const [search] = useSearchParams();
  const filter = readFilter(search);
  const mails = useQuery({ ...mailsQuery(filter), placeholderData: keepPreviousData });
  return (
    <div className="grid gap-6">
      <h1 className="display-2">Mails</h1>
      <States here={filter.state} counts={mails.data?.counts} />
      <p className="max-w-prose text-ink-soft">
        A mail that cannot leave is tried again for seven days, then it waits here. Mails with a code are not
        listed: they end with their code.
      </p>
      {mails.data ? (
        <div
          aria-busy={mails.isPlaceholderData}
          className={`grid gap-6 ${mails.isPlaceholderData ? 'opacity-60' : ''}`}
        >
          {mails.data.data.length > 0 ? (
            <ul className="border-rule border-t">
              {mails.data.data.map((mail) => (
                <Line key={mail.id} mail={mail} />
              ))}
            </ul>
          ) : (
            <EmptyState title={filter.state === 'failed' ? 'No mail was given up' : 'Every mail has left'} />
          )}
          <PageTurner
            pagination={mails.data.pagination}
            nouns={['mail', 'mails']}
            addressOf={(page) => address({ ...filter, page })}
          />
        </div>
      ) : null}
      <Missing query={mails} rows={4} height="h-24" />
    </div>
  );
}
