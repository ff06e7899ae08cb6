import { useQuery } from '@tanstack/react-query';
import type { PublicTest } from '@vialproof/contract/tests';
import { ArrowLeft } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { ResultHero } from '../../data/results/result-hero';
import { WatchOffer } from '../../data/watches/watch-offer';
import { useConfig } from '../../lib/config';
import { ApiProblem } from '../../lib/problem';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { Facts } from '../../ui/data-table';
import { Instant, useHydrated } from '../../ui/figures';
import { Section } from '../../ui/section';
import { Notice, Skeleton } from '../../ui/states';
import { Badge, StatusBadge } from '../../ui/status-badge';
import { VerdictSentence } from '../../ui/verdict';
import { CertificateButton } from './certificate-button';
import { testQuery } from './queries';
import { RecordSections } from './record-sections';
import { ShareButtons } from './share-buttons';
import { ResultDetails } from './test-result';
import { useViewCount } from './use-view-count';

// Few tests have such files, so the code is loaded when it is needed.
const RawFiles = lazy(() => import('./raw-files'));

function NotFoundView({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  return (
    <section className="page grid min-h-[60vh] content-center gap-6 py-20">
      <h1 className="display-2">Test Not Found</h1>
      <p className="max-w-prose text-ink-soft" role={failed ? 'alert' : undefined}>
        {failed ? 'Failed to load test details' : 'The requested test could not be found.'}
      </p>
      <div className="flex flex-wrap gap-3">
        {failed ? <Button onClick={onRetry}>Try Again</Button> : null}
        <Button to="/tests" variant={failed ? 'secondary' : 'primary'}>
          Back to Tests
        </Button>
      </div>
    </section>
  );
}

function DetailSkeleton() {
  return (
    <div className="page grid gap-6 pt-12" aria-busy="true">
      <h1 className="sr-only">Loading test</h1>
      <Skeleton className="h-6 w-32" />
      <Skeleton className="h-16 w-2/3" />
      <Skeleton className="h-6 w-full max-w-xl" />
      <Skeleton className="h-13 w-80 max-w-full" />
      <Skeleton className="mt-10 h-40" />
    </div>
  );
}

/** Says whether the public log knew the test before anybody could know its result. */
function registeredWords({ registration, published_at }: PublicTest): string {
  if (!registration?.at)
    return published_at ? 'Published before registration existed' : 'Taken in before registration existed';
  const as = registration.state === 'registered_private' ? 'as private ' : '';
  const since =
    registration.state === 'opened_again'
      ? '; made private by its owner later, and public again after there was a result'
      : '';
  return `Registered ${as}before it was measured${since}`;
}

/** The entry of the registration in the public log. */
function LogEntry({ registration }: { registration: PublicTest['registration'] }) {
  if (!registration?.at) return null;
  return (
    <p className="max-w-prose">
      <span>Registered before measurement on </span>
      <Instant at={registration.at} />,{' '}
      <Link to="/transparency" className="text-accent underline underline-offset-4">
        entry <span className="figures">{registration.log_index?.toLocaleString('en')}</span>
      </Link>
      <span>.</span>
    </p>
  );
}

/** The customer's name for a compound, maker or batch, as a link to its page. */
function toDossier(words: React.ReactNode, link: { path: string | null } | null | undefined) {
  if (!link?.path) return words;
  return (
    <Link to={link.path} className="text-accent underline underline-offset-4">
      {words}
    </Link>
  );
}

function facts(test: PublicTest) {
  const { compound, maker, batch } = test.dossiers ?? {};
  const items: { label: string; value: React.ReactNode; figures?: boolean }[] = [];
  if (test.visibility === 'public') {
    if (test.compound_name) items.push({ label: 'Compound', value: toDossier(test.compound_name, compound) });
    items.push({ label: 'Manufacturer', value: toDossier(test.manufacturer ?? 'Unknown', maker) });
    items.push({
      label: 'Batch',
      value: toDossier(test.batch_code ?? test.task_number, test.batch_code && batch ? batch : null),
      figures: true,
    });
    if (test.dosage_text) items.push({ label: 'Label claim', value: test.dosage_text });
  }
  if (test.received_at) items.push({ label: 'Received', value: <Instant at={test.received_at} /> });
  if (test.registration && test.registration.state !== 'none')
    items.push({ label: 'Registration', value: registeredWords(test) });
  if (test.published_at) items.push({ label: 'Published', value: <Instant at={test.published_at} /> });
  if (test.result) items.push({ label: 'Revision', value: test.result.revision, figures: true });
  return items;
}

function waiting(status: PublicTest['status']): string {
  if (status !== 'received') return 'There is no result yet: the laboratory waits for the sample.';
  return 'There is no result yet: the sample is in the laboratory. The result appears here once a second person has published it.';
}

function Detail({ test }: { test: PublicTest }) {
  const brand = useConfig()?.brand;
  const alive = useHydrated();
  const sample = facts(test);
  useViewCount(test.request_id);
  return (
    <article>
      <header className="page pt-8 md:pt-12 print:pt-0">
        <Link
          to="/tests"
          className="inline-flex min-h-11 items-center gap-2 text-ink-soft text-sm hover:text-accent print:hidden"
        >
          <ArrowLeft className="size-4" />
          Back to Tests
        </Link>
        <p className="figures hidden text-sm print:block">{`${brand?.lab_name ?? ''} · ${brand?.url.replace(/\/$/, '') ?? ''}/tests/${test.request_id}`}</p>
        <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-end gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_auto]">
          <div>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <p className="figures flex items-center gap-1 text-ink-soft">
                <span>{`Task #${test.task_number}`}</span>
                <CopyButton text={String(test.task_number)} label="Copy task number" />
              </p>
              <StatusBadge status={test.status} />
              {test.visibility === 'private' ? <Badge>PRIVATE</Badge> : null}
            </div>
            <h1 className="display-1 wrap-anywhere mt-4 max-w-[18ch]">{test.sku_name}</h1>
            {test.result ? (
              <div className="mt-4 max-w-[56ch]">
                <VerdictSentence measurements={test.result.measurements} />
              </div>
            ) : null}
            <p className="wrap-anywhere mt-4 max-w-[60ch] text-ink-soft text-lg">{test.sku_description}</p>
          </div>
          <div className="grid gap-2">
            <CertificateButton test={test} />
            <div className="min-h-9 print:hidden">
              {/* The buttons need scripts, so the server does not render them. */}
              {alive ? (
                <ShareButtons title={`${test.result?.title ?? test.sku_name}, task #${test.task_number}`} />
              ) : null}
            </div>
            {test.visibility === 'public' ? (
              <div className="max-w-96 print:hidden">
                <WatchOffer kind="task" subject={String(test.task_number)} />
              </div>
            ) : null}
          </div>
        </div>
        {test.retracted ? (
          <div className="mt-8 max-w-prose">
            <Notice tone="bad">
              <p className="font-medium text-bad">
                This result was withdrawn on <Instant at={test.retracted.at} />.
              </p>
              <p className="mt-1">{test.retracted.reason}</p>
            </Notice>
          </div>
        ) : null}
        {test.visibility === 'private' ? (
          <div className="mt-8 max-w-prose">
            <Notice>
              This test is private. Its owner chose not to show compound, maker, batch and result. With task
              number and unique key anybody can still{' '}
              <Link to="/verify" className="text-accent underline underline-offset-4">
                verify it
              </Link>
              .
            </Notice>
          </div>
        ) : null}
      </header>
      {test.result ? (
        <Section title={test.result.title}>
          <ResultHero result={test.result} />
        </Section>
      ) : null}
      {test.result || test.retracted || test.visibility === 'private' ? null : (
        <Section label="Result">
          <p className="max-w-prose text-lg">{waiting(test.status)}</p>
        </Section>
      )}
      {sample.length > 0 ? (
        <Section label="Sample">
          <Facts items={sample} />
        </Section>
      ) : null}
      {test.result ? <ResultDetails result={test.result} /> : null}
      {test.certificates.length > 0 || test.raw_files?.length ? (
        <Section label="Proof">
          {test.certificates.length > 0 ? (
            <RecordSections requestId={test.request_id} certificates={test.certificates}>
              <LogEntry registration={test.registration} />
            </RecordSections>
          ) : null}
          {test.raw_files?.length ? (
            <Suspense>
              <RawFiles
                requestId={test.request_id}
                files={test.raw_files}
                chromatogram={test.result?.chromatogram ?? null}
              />
            </Suspense>
          ) : null}
        </Section>
      ) : null}
    </article>
  );
}

/** What the server rendered: the test, no such test for a reader who is not signed in, or a failure. */
export type Served = 'found' | 'absent' | 'failed';

/** The page of one test. If the server rendered no test, the browser asks again. */
export function TestDetail({ id, served }: { id: string; served: Served }) {
  const query = useQuery(testQuery(id));
  if (query.data) return <Detail test={query.data} />;
  if (query.isPending) {
    if (served === 'found') return <DetailSkeleton />;
    return <NotFoundView failed={served === 'failed'} onRetry={() => void query.refetch()} />;
  }
  const failed = !(query.error instanceof ApiProblem && query.error.status < 500);
  return <NotFoundView failed={failed} onRetry={() => void query.refetch()} />;
}
