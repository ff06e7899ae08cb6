import { formatMoney } from '@vialproof/science/money/money';
import { data, Link } from 'react-router';
import { turnaroundQuery } from '../data/turnaround/queries';
import { StepDrawing } from '../features/home/step-drawing';
import { TurnaroundTable } from '../features/turnaround/turnaround-table';
import { useConfig } from '../lib/config';
import { Hydrate } from '../lib/hydrate';
import type { PageHandle } from '../lib/page-handle';
import { pageMeta } from '../lib/page-meta';
import { loadInBrowser, loadWhatCanBe, type Prefetch } from '../lib/query-client';
import { Button } from '../ui/button';
import { PageHead, Section } from '../ui/section';
import { StatusBadge } from '../ui/status-badge';
import type { Route } from './+types/how-it-works';

export const handle: PageHandle = { query: [], isKept: true };

const prefetch: Prefetch = (queries, api) => [queries.prefetchQuery(turnaroundQuery(api))];

export async function loader({ context }: Route.LoaderArgs) {
  const { state, failed } = await loadWhatCanBe(context, prefetch);
  // Without its numbers the page still works, but must not be cached.
  return data({ state }, failed ? { headers: { 'Cache-Control': 'no-store' } } : {});
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function clientLoader() {
  return loadInBrowser(prefetch);
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'How it works',
    description:
      'From the request to the certificate: what you do, what the laboratory does, and what each status means.',
    path: '/how-it-works',
  });
}

const steps = [
  {
    title: 'Submit request',
    text: 'Choose a test, say what the specimen is supposed to be, and decide whether the result will be public or private. You see the price before you sign in, and pay on the payment provider’s page.',
  },
  {
    title: 'Send sample',
    text: 'Once the payment is confirmed, your dashboard and a mail show where to send the sample, how many vials, and the task number that belongs in the package. Add a tracking number if you have one.',
  },
  {
    title: 'Laboratory analysis',
    text: 'The laboratory records the condition of the sample at intake, measures it, and enters values with method, unit and limit together with the trace. A second person reviews and publishes.',
  },
  {
    title: 'Receive results',
    text: 'You get a mail, read the result and download the Certificate of Analysis. Give its task number and unique key to whoever should be able to check it.',
  },
];

const statuses = [
  {
    status: 'draft',
    text: 'The order exists and waits for you to go to checkout. After 24 hours it closes; one mail says so, four hours before.',
  },
  { status: 'pending_payment', text: 'A checkout was opened; the payment is not confirmed yet.' },
  { status: 'paid', text: 'The payment is confirmed.' },
  { status: 'awaiting_sample', text: 'Send the sample. The order’s page shows where and how.' },
  { status: 'received', text: 'The sample is in the laboratory.' },
  { status: 'complete', text: 'The result is published and the certificate is available.' },
  { status: 'cancelled', text: 'Nothing more happens; what was paid is refunded.' },
];

export default function HowItWorks({ loaderData }: Route.ComponentProps) {
  const config = useConfig();
  const percent = config?.public_discount_percent ?? 0;
  return (
    <Hydrate state={loaderData.state}>
      <PageHead title="How it works" lead="From a vial and a question to a result that anybody can check." />
      <section className="page" aria-label="The four steps">
        <ol className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
          {steps.map((step, place) => (
            <li key={step.title} className="border-ink border-t pt-4">
              <div className="flex items-start justify-between gap-4">
                <p className="font-display text-6xl text-accent leading-none lining-nums">{place + 1}</p>
                <StepDrawing place={place} className="max-w-40" />
              </div>
              <h2 className="display-3 mt-5 mb-3">{step.title}</h2>
              <p className="text-ink-soft">{step.text}</p>
            </li>
          ))}
        </ol>
      </section>
      <Section label="Visibility" title="Public or private">
        <div className="grid gap-10 md:grid-cols-2">
          <div>
            <h3 className="display-3 mb-3">Public</h3>
            <p className="text-ink-soft">
              The result appears under{' '}
              <Link to="/tests" className="link">
                Tests
              </Link>{' '}
              with compound, maker, batch, measurements and trace.
              <span>{percent > 0 ? ` It costs ${percent}\u00a0% less.` : ''}</span> Who ordered it is not
              shown.
            </p>
            {config && config.showcase_places > 0 ? (
              <p className="mt-3 text-ink-soft">{`For ${formatMoney(config.showcase_week_cents)} its owner can show it in Discoveries on the home page for a week, marked as paid. That changes no figure, no search and no other order.`}</p>
            ) : null}
          </div>
          <div>
            <h3 className="display-3 mb-3">Private</h3>
            <p className="text-ink-soft">
              The list shows that a test of that kind exists, with task number and status. With the unique key
              one learns whether its certificate is genuine and current. The values stay with you, unless you
              make the completed test public later, for good.
            </p>
          </div>
        </div>
      </Section>
      <Section label="Status" title="What each status means">
        <dl>
          {statuses.map(({ status, text }) => (
            <div
              key={status}
              className="grid gap-x-8 gap-y-1.5 border-rule border-t py-3 md:grid-cols-[12rem_minmax(0,1fr)]"
            >
              <dt>
                <StatusBadge status={status} />
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section label="Certificate" title="What the certificate is good for">
        <div className="prose">
          <p>
            It names the sample, the methods, the values and the limits, and carries a task number, a unique
            key and a QR code that opens the verification page. The file is issued once and never re-made. The
            laboratory signs it, and its fingerprint is entered in a{' '}
            <Link to="/transparency">public log</Link> that anybody can read and keep.
          </p>
          <p>
            If a result is corrected or withdrawn, verification says so, with the reason. A picture of a
            certificate proves nothing; the signature and the records behind it do.
          </p>
        </div>
        <div className="mt-8 flex flex-wrap gap-3">
          <Button to="/request" size="large">
            Request a test
          </Button>
          <Button to="/verify" size="large" variant="secondary">
            Verify a test
          </Button>
        </div>
      </Section>
      <Section label="Turnaround" title="How long it takes" id="turnaround">
        <p className="mb-6 max-w-[65ch] text-ink-soft">
          The time counts from the receipt of the sample to the published result.
        </p>
        <TurnaroundTable />
      </Section>
    </Hydrate>
  );
}
