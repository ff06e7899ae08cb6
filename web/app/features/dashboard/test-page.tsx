import { useQuery } from '@tanstack/react-query';
import type { MyTestDetail } from '@vialproof/contract/orders';
import { fullDay } from '@vialproof/science/calendar/dates';
import { ExternalLink } from 'lucide-react';
import { Link } from 'react-router';
import { testQuery } from '../../data/orders/queries';
import { isSettling, settlingWords } from '../../lib/settling';
import { BackLink } from '../../ui/back-link';
import { Button } from '../../ui/button';
import { Instant } from '../../ui/figures';
import { ProgressStrip } from '../../ui/progress-strip';
import { QueryView } from '../../ui/query-view';
import { EmptyState, Notice, Skeleton } from '../../ui/states';
import { Badge, StatusBadge } from '../../ui/status-badge';
import { VerdictSummary } from '../../ui/verdict';
import { RefusedSample, VialPhotos } from './arrival';
import { Disclosure } from './disclosure';
import { OpenSampleDay } from './open-sample-day';
import { PublishAction } from './publish-dialog';
import { RawFiles } from './raw-files';
import { TestRegistration } from './registration';
import { Measurements, ResultView } from './result-view';
import { Revisions } from './revisions';
import { Shipping } from './shipping';
import { ShowInDiscoveries } from './showcases/show-in-discoveries';
import { CancelAction, PayAction } from './test-actions';
import { Specimen, TestFacts, TestKey } from './test-facts';
import { Timeline } from './timeline';
import { lifeSteps } from './words';

// Tests with these statuses are in the public list. Only the owner sees an unpaid or cancelled test.
const listed = ['paid', 'awaiting_sample', 'received', 'complete'];

const waitsForMoney = ({ request, payment_status }: MyTestDetail) =>
  (request.status === 'draft' || request.status === 'pending_payment') && isSettling(payment_status);

/** One sentence about the state of the request, if the status alone is not clear enough. */
function Standing({ detail }: { detail: MyTestDetail }) {
  const { request, result } = detail;
  if (waitsForMoney(detail)) {
    return <Notice tone="wait">{settlingWords(detail.payment_status, 'order')}</Notice>;
  }
  if (request.status === 'cancelled') {
    return <Notice>This order was cancelled. The timeline says what became of it.</Notice>;
  }
  if (request.expires_at && (request.status === 'draft' || request.status === 'pending_payment')) {
    return (
      <Notice key="unpaid" tone="wait">
        Not paid yet. The order is kept until <Instant at={request.expires_at} exact />.
      </Notice>
    );
  }
  // The tracking number of a refused parcel stays until the customer enters the next one. Members of a group get no
  // mail about the refusal.
  const isRefused = request.timeline.some(({ kind }) => kind === 'sample_refused');
  if (
    request.sample_tracking_number &&
    request.status === 'awaiting_sample' &&
    !isRefused &&
    !request.group_test_id
  ) {
    return <Notice>Your sample is on its way. We mail you when it has arrived.</Notice>;
  }
  if (request.status === 'received' && request.received_at) {
    return (
      <Notice key="received">
        <span>The laboratory received your sample on </span>
        <Instant at={request.received_at} exact />
        <span>
          {result
            ? '.'
            : request.due_on
              ? `. The result is expected by ${fullDay(request.due_on)}. We mail you when it is published.`
              : '. We mail you when the result is published.'}
        </span>
        {detail.open_sample ? <OpenSampleDay sample={detail.open_sample} /> : null}
      </Notice>
    );
  }
  return null;
}

function Detail({ detail }: { detail: MyTestDetail }) {
  const { request, sku, result, retracted } = detail;
  return (
    <article className="grid grid-cols-1 gap-10">
      <header className="grid grid-cols-1 gap-5">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <StatusBadge status={request.status} />
          {request.visibility === 'private' ? <Badge>PRIVATE</Badge> : null}
          {result ? <VerdictSummary measurements={result.measurements} /> : null}
        </div>
        <h1 className="display-2 wrap-anywhere">{sku.name}</h1>
        <ProgressStrip
          label="Progress"
          steps={lifeSteps}
          current={request.status}
          stopped={request.status === 'cancelled'}
        />
        <Standing detail={detail} />
        {waitsForMoney(detail) ? null : <PayAction request={request} />}
      </header>
      {request.status === 'awaiting_sample' ? <RefusedSample detail={detail} /> : null}
      {request.status === 'awaiting_sample' ? <Shipping detail={detail} /> : null}
      {retracted ? (
        <Notice tone="bad">
          <p className="font-medium text-bad">
            This result was withdrawn on <Instant at={retracted.at} />.
          </p>
          <p className="wrap-anywhere mt-1">{retracted.reason}</p>
        </Notice>
      ) : null}
      {result ? <ResultView result={result} requestId={request.id} taskNumber={request.task_number} /> : null}
      <TestKey detail={detail} />
      {result ? <Measurements result={result} /> : null}
      <Specimen request={request} />
      <VialPhotos detail={detail} />
      <TestFacts detail={detail} />
      <RawFiles detail={detail} />
      <Revisions requestId={request.id} taskNumber={request.task_number} certificates={detail.certificates} />
      <Timeline entries={request.timeline} />
      {listed.includes(request.status) ? (
        <p>
          <Link
            to={`/tests/${request.id}`}
            className="inline-flex min-h-11 items-center gap-2 text-accent underline underline-offset-4"
          >
            <ExternalLink aria-hidden="true" className="size-4" />
            <span>
              {request.visibility === 'public' ? 'See the public page' : 'See what others see of it'}
            </span>
          </Link>
        </p>
      ) : null}
      <ShowInDiscoveries detail={detail} />
      <TestRegistration detail={detail} />
      <Disclosure request={request} />
      <PublishAction request={request} />
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
