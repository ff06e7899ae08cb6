import { useQuery } from '@tanstack/react-query';
import type { MyTestDetail } from '@vialproof/contract/orders';
import { testQuery } from '../../data/orders/queries';
import { BackLink } from '../../ui/back-link';
import { Button } from '../../ui/button';
import { Instant } from '../../ui/figures';
import { QueryView } from '../../ui/query-view';
import { EmptyState, Notice, Skeleton } from '../../ui/states';
import { Badge, StatusBadge } from '../../ui/status-badge';
import { RefusedSample, VialPhotos } from './arrival';
import { PrivacyToPay } from './registration';
import { ResultView } from './result-view';
import { Shipping } from './shipping';
import { Standing, waitsForMoney } from './standing';
import { CancelAction, PayAction } from './test-actions';
import { TestKey } from './test-facts';
import { isUnderway, Progress, TestFolds } from './test-folds';

function Heading({ detail: { request, sku, result } }: { detail: MyTestDetail }) {
  const title = result?.title || sku.name;
  return (
    <header className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <StatusBadge status={request.status} />
        {request.visibility === 'private' ? <Badge>PRIVATE</Badge> : null}
        {title === sku.name ? null : <span className="wrap-anywhere text-ink-soft text-sm">{sku.name}</span>}
      </div>
      <h1 dir="auto" className="display-2 wrap-anywhere text-left">
        {title}
      </h1>
    </header>
  );
}

function Withdrawn({ retracted }: { retracted: NonNullable<MyTestDetail['retracted']> }) {
  return (
    <Notice tone="bad">
      <p className="font-medium text-bad">
        This result was withdrawn on <Instant at={retracted.at} />.
      </p>
      <p className="wrap-anywhere mt-1">{retracted.reason}</p>
    </Notice>
  );
}

/** What happens next with a request that has no result: first what is wrong or due, then the progress, then the next step. */
function Underway({ detail }: { detail: MyTestDetail }) {
  const { request, retracted } = detail;
  const awaitsSample = request.status === 'awaiting_sample';
  const isUnpaid = request.status === 'draft' || request.status === 'pending_payment';
  return (
    <>
      {retracted ? <Withdrawn retracted={retracted} /> : null}
      {awaitsSample ? <RefusedSample detail={detail} /> : null}
      {awaitsSample ? <VialPhotos detail={detail} /> : null}
      {isUnpaid ? <Standing detail={detail} /> : null}
      {waitsForMoney(detail) ? null : <PayAction request={request} />}
      <Progress request={request} />
      {isUnpaid ? null : <Standing detail={detail} />}
      {awaitsSample ? <Shipping detail={detail} /> : null}
    </>
  );
}

function Detail({ detail }: { detail: MyTestDetail }) {
  const { request, result } = detail;
  return (
    <article className="grid grid-cols-1 gap-6">
      <Heading detail={detail} />
      {request.status === 'cancelled' ? <Standing detail={detail} /> : null}
      {isUnderway(request) ? <Underway detail={detail} /> : null}
      {result ? <ResultView detail={detail} result={result} /> : null}
      <PrivacyToPay detail={detail} />
      <TestKey detail={detail} />
      <TestFolds detail={detail} />
      <CancelAction request={request} />
    </article>
  );
}

export function TestPage({ id }: { id: string }) {
  const test = useQuery(testQuery(id));
  return (
    <div className="grid grid-cols-1 gap-5">
      <BackLink to="/dashboard/tests">My Tests</BackLink>
      <QueryView
        query={test}
        heading="My test"
        skeleton={
          <div className="grid gap-6">
            <Skeleton className="h-6 w-48" />
            <Skeleton className="h-12 w-2/3" />
            <Skeleton className="h-16" />
            <Skeleton className="h-52" />
          </div>
        }
        absent={
          <EmptyState title="Test Not Found" action={<Button to="/dashboard/tests">Back to My Tests</Button>}>
            There is no such test in your account.
          </EmptyState>
        }
      >
        {(detail) => <Detail detail={detail} />}
      </QueryView>
    </div>
  );
}
