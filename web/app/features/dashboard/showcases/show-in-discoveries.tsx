import { useQuery } from '@tanstack/react-query';
import type { MyTestDetail } from '@vialproof/contract/orders';
import type { MyShowcase } from '@vialproof/contract/showcases';
import { formatMoney } from '@vialproof/science/money/money';
import { Link } from 'react-router';
import { showcaseBadges, viewsWords, weekWords } from '../../../data/showcases/words';
import { useConfig } from '../../../lib/config';
import { ApiProblem } from '../../../lib/problem';
import { settlingWords } from '../../../lib/settling';
import { Details } from '../../../ui/details';
import { ErrorPanel, Notice, Skeleton } from '../../../ui/states';
import { Badge } from '../../../ui/status-badge';
import { BuyWeek } from './buy-week';
import { isPaying, nextWeekQuery, showcasesQuery } from './queries';

/** Lets the owner of a public result buy a week on the home page. */
export function ShowInDiscoveries({ detail: { request, result } }: { detail: MyTestDetail }) {
  const config = useConfig();
  const isPublic = request.visibility === 'public' && request.status === 'complete' && result !== null;
  const isSold = (config?.showcase_places ?? 0) > 0;
  if (!isPublic || !isSold || !config) return null;
  return (
    <ForSale requestId={request.id} cents={config.showcase_week_cents} places={config.showcase_places} />
  );
}

// Refusals that this reader cannot change: for example, only the organizer can buy a week for a group.
const notForSale = ['not_found', 'not_showable', 'showcase_closed'];

function ForSale({ requestId, cents, places }: { requestId: string; cents: number; places: number }) {
  const next = useQuery(nextWeekQuery(requestId));
  const weeks = useQuery(showcasesQuery({ request_id: requestId, page: 1 })).data?.data ?? [];
  const { error } = next;
  if (error instanceof ApiProblem && notForSale.includes(error.code)) return null;
  const paid = weeks.filter(({ state }) => state === 'running' || state === 'upcoming');
  const isShownBefore = weeks.some(({ state }) => state === 'running' || state === 'ended');
  // The owner has already paid the next week, and the list above shows it.
  const isSoldOut = error instanceof ApiProblem && error.code === 'wrong_state';
  const paying = weeks.find(isPaying);
  return (
    <Details
      level={2}
      title="Show it in Discoveries"
      note={paid.some(({ state }) => state === 'running') ? 'Shown now' : formatMoney(cents)}
    >
      <p className="max-w-prose text-ink-soft">
        For {formatMoney(cents)} this result stands on the home page for seven days, in{' '}
        <span>{places === 1 ? 'a place' : `one of ${places} places`}</span> set apart and marked as paid. You
        see how often its page is opened, day by day. It changes no figure, no search and no other order, and
        it never renews itself.
      </p>
      {paid.length > 0 ? <Weeks weeks={paid} /> : null}
      {paying ? (
        <Notice tone="wait">{settlingWords(paying.payment_status, 'week')}</Notice>
      ) : isSoldOut ? null : next.data ? (
        <BuyWeek requestId={requestId} next={next.data} verb={isShownBefore ? 'Renew for' : 'Pay'} />
      ) : error ? (
        <ErrorPanel message={error.message} onRetry={() => void next.refetch()} busy={next.isFetching} />
      ) : (
        <Skeleton className="h-20" />
      )}
      {weeks.length > 0 ? (
        <p>
          <Link to={`/dashboard/showcases?request_id=${requestId}`} className="link">
            All weeks of this result
          </Link>
        </p>
      ) : null}
    </Details>
  );
}

function Weeks({ weeks }: { weeks: MyShowcase[] }) {
  return (
    <ul className="border-rule border-t">
      {weeks.map((week) => (
        <li
          key={week.id}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-rule border-b py-3"
        >
          <span>{weekWords(week)}</span>
          <span className="flex items-center gap-4">
            {week.state === 'running' ? <span className="figures">{viewsWords(week.views)}</span> : null}
            <Badge tone={showcaseBadges[week.state].tone}>{showcaseBadges[week.state].word}</Badge>
          </span>
        </li>
      ))}
    </ul>
  );
}
