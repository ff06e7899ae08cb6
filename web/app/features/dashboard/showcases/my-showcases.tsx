import { useQuery } from '@tanstack/react-query';
import type { MyShowcase } from '@vialproof/contract/showcases';
import { dayInYear } from '@vialproof/science/calendar/dates';
import { formatMoney } from '@vialproof/science/money/money';
import { Link, useSearchParams } from 'react-router';
import { endWords, showcaseBadges, weekWords } from '../../../data/showcases/words';
import { useConfig } from '../../../lib/config';
import { settlingWords } from '../../../lib/settling';
import { Button } from '../../../ui/button';
import { ListView, useListFilter } from '../../../ui/list-page';
import { SkeletonLines } from '../../../ui/query-view';
import { EmptyState, ErrorPanel, Notice, Skeleton } from '../../../ui/states';
import { Badge } from '../../../ui/status-badge';
import { receiptAddress } from '../receipt-address';
import { BuyWeek } from './buy-week';
import { isPaying, nextWeekQuery, readFilter, showcasesQuery } from './queries';
import { daysOfWeek, ViewsChart } from './views-chart';

/** What was refunded for a week, and why it ended early. */
function account(week: MyShowcase): string {
  const { state, amount_cents, refunded_cents, stopped_on, ended_because, paid_at } = week;
  return [
    paid_at ? `Paid ${formatMoney(amount_cents)}.` : '',
    ended_because ? endWords[ended_because] : '',
    state === 'stopped' && stopped_on ? `It was not shown from ${dayInYear(stopped_on)} on.` : '',
    refunded_cents > 0
      ? `${formatMoney(refunded_cents)} ${refunded_cents === amount_cents ? 'went back in full' : 'went back for the days that were left'}.`
      : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function Papers({
  week: { payment_id: payment, receipt_url: receipt, sku_name: name },
}: {
  week: MyShowcase;
}) {
  if (!payment) return null;
  const address = receiptAddress(receipt, window.location.origin);
  return (
    <span className="flex flex-wrap gap-x-4">
      {address && !address.isOurs ? (
        <a href={address.href} target="_blank" rel="noreferrer" className="link">
          Receipt<span className="sr-only">{` for ${name}, opens in a new tab`}</span>
        </a>
      ) : (
        <Link to={`/dashboard/billing/${payment}/receipt`} className="link">
          Receipt<span className="sr-only">{` for ${name}`}</span>
        </Link>
      )}
      <Link to={`/dashboard/billing/${payment}/invoice`} className="link">
        Invoice<span className="sr-only">{` for ${name}`}</span>
      </Link>
    </span>
  );
}

const shown = ['running', 'ended', 'stopped'];

function Week({ week, isBack }: { week: MyShowcase; isBack: boolean }) {
  const isWaiting = isPaying(week) || (isBack && week.state === 'reserved');
  const { word, tone } = showcaseBadges[week.state];
  const said = account(week);
  const name = week.title ?? week.sku_name;
  return (
    <li className="grid min-w-0 grid-cols-1 gap-4 rounded-sm border border-rule bg-sheet p-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="font-medium text-lg leading-snug">{weekWords(week)}</h2>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <p className="min-w-0">
        <Link to={`/dashboard/tests/${week.request_id}`} dir="auto" className="link wrap-anywhere">
          {name}
        </Link>
        <span className="figures block text-ink-soft text-sm">{`Task #${week.task_number}`}</span>
      </p>
      {shown.includes(week.state) ? (
        <div className="grid gap-3">
          <p>
            <span className="figures text-2xl">{week.views.toLocaleString('en')}</span>{' '}
            <span className="text-ink-soft">
              {`${week.views === 1 ? 'view' : 'views'}${week.state === 'running' ? ' so far this week' : ' in this week'}`}
            </span>
          </p>
          <ViewsChart days={daysOfWeek(week.week_starts, week.views_by_day)} />
        </div>
      ) : null}
      {said || week.payment_id ? (
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 text-sm">
          <p className="max-w-prose text-ink-soft">{said}</p>
          <Papers week={week} />
        </div>
      ) : null}
      {isWaiting ? (
        <Notice tone="wait">{settlingWords(week.payment_status, 'week')}</Notice>
      ) : week.may_renew || week.state === 'reserved' ? (
        <Again week={week} />
      ) : null}
    </li>
  );
}

/** Offers the next week for this result, or this week while it is not paid. One click opens the payment page. */
function Again({ week }: { week: MyShowcase }) {
  const next = useQuery(nextWeekQuery(week.request_id));
  return (
    <div className="border-rule border-t pt-4">
      {next.data ? (
        <BuyWeek
          requestId={week.request_id}
          next={next.data}
          verb="Renew for"
          taskNumber={week.task_number}
        />
      ) : next.error ? (
        <ErrorPanel message={next.error.message} onRetry={() => void next.refetch()} busy={next.isFetching} />
      ) : (
        <Skeleton className="h-20" />
      )}
    </div>
  );
}

/**
 * All weeks of the user on the home page with their views, newest first. The last week of each result can be renewed.
 */
export function MyShowcases() {
  const list = useListFilter(readFilter);
  // Only the return from the payment page adds this parameter to the address.
  const isBack = useSearchParams()[0].has('session_id');
  const weeks = useQuery(showcasesQuery(list.filter, isBack));
  const config = useConfig();
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="grid gap-3">
        <h1 className="display-2">Paid display</h1>
        <p className="max-w-prose text-ink-soft">
          Your weeks in Discoveries. While a week runs, each reader counts once a day; you, the laboratory and
          machines do not count. No cookie is set and no address is stored.
        </p>
      </div>
      <ListView
        list={list}
        query={weeks}
        nouns={['week', 'weeks']}
        skeleton={<SkeletonLines lines={2} height="h-72" />}
        noMatch={{ clear: { request_id: '' }, title: 'No week of this result' }}
        empty={
          <EmptyState
            title="No weeks yet"
            action={
              <Button to="/dashboard/tests?status=complete" variant="secondary">
                My completed tests
              </Button>
            }
          >
            {config && config.showcase_places > 0
              ? `Open one of your public results and show it in Discoveries for a week, for ${formatMoney(config.showcase_week_cents)}.`
              : 'Paid display is not offered at the moment.'}
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className="grid grid-cols-1 gap-4">
            {rows.map((week) => (
              <Week key={week.id} week={week} isBack={isBack} />
            ))}
          </ul>
        )}
      </ListView>
    </div>
  );
}
