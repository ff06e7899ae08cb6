import type { MyTestDetail } from '@vialproof/contract/orders';
import { Details } from '../../ui/details';
import { Instant } from '../../ui/figures';
import { ProgressStrip } from '../../ui/progress-strip';
import { Disclosure } from './disclosure';
import { PublicPageLink } from './public-page-link';
import { PublishAction } from './publish-dialog';
import { RawFiles } from './raw-files';
import { TestRegistration } from './registration';
import { Measurements, TraceOf } from './result-view';
import { Revisions } from './revisions';
import { ShowInDiscoveries } from './showcases/show-in-discoveries';
import { Specimen, TestFacts } from './test-facts';
import { Timeline } from './timeline';
import { lifeSteps } from './words';

/** Whether the page shows the progress first. A test that has ended shows it in its history. */
export const isUnderway = ({ status }: MyTestDetail['request']): boolean =>
  status !== 'complete' && status !== 'cancelled';

/** The steps of the request, with every step up to the current one marked. */
export const Progress = ({ request: { status } }: { request: MyTestDetail['request'] }) => (
  <ProgressStrip label="Progress" steps={lifeSteps} current={status} stopped={status === 'cancelled'} />
);

function visibilityWords({ visibility, status, group_test_id, disclosure }: MyTestDetail['request']): string {
  if (status === 'cancelled') return `Ordered as ${visibility}. Nobody else sees a cancelled order.`;
  if (visibility === 'private') {
    const readers = group_test_id ? 'the group' : 'you';
    return disclosure.open
      ? `Private: ${readers} can read the result, and whoever has number and key sees its values.`
      : `Private: only ${readers} can read the result.`;
  }
  return status === 'complete'
    ? 'Public: everybody can read the result and its certificate.'
    : 'Public: everybody can read the result once it is published.';
}

function WhoCanSee({ detail }: { detail: MyTestDetail }) {
  const { request } = detail;
  return (
    <Details level={2} title="Who can see it">
      <p className="max-w-prose">{visibilityWords(request)}</p>
      {request.status === 'complete' ? null : (
        <div className="empty:hidden">
          <PublicPageLink request={request} />
        </div>
      )}
      <TestRegistration detail={detail} />
      <Disclosure request={request} />
      <PublishAction request={request} />
      <RawFiles detail={detail} />
    </Details>
  );
}

function History({ detail }: { detail: MyTestDetail }) {
  const { request, certificates } = detail;
  const latest = request.timeline.at(-1);
  return (
    <Details level={2} title="History" note={latest ? <Instant at={latest.at} /> : null}>
      {isUnderway(request) ? null : <Progress request={request} />}
      <TestFacts detail={detail} />
      <Timeline entries={request.timeline} />
      <Revisions requestId={request.id} taskNumber={request.task_number} certificates={certificates} />
    </Details>
  );
}

/** What proves the answer at the top of the page, and what the owner can change. All of it starts closed. */
export function TestFolds({ detail }: { detail: MyTestDetail }) {
  const { result } = detail;
  return (
    <div className="border-rule border-b">
      {result ? <Measurements result={result} /> : null}
      {result ? <TraceOf result={result} /> : null}
      <Specimen detail={detail} />
      <WhoCanSee detail={detail} />
      <History detail={detail} />
      <ShowInDiscoveries detail={detail} />
    </div>
  );
}
