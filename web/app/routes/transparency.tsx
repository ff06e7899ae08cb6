import { Link } from 'react-router';
import { KeptHead } from '../features/transparency/kept-head';
import { ForMonitors, LogHead } from '../features/transparency/log-head';
import { logQuery } from '../features/transparency/queries';
import { PdfWithoutUs } from '../features/verify/pdf-without-us';
import { Hydrate } from '../lib/hydrate';
import type { PageHandle } from '../lib/page-handle';
import { pageMeta } from '../lib/page-meta';
import { loadInBrowser, loadOnServer, type Prefetch } from '../lib/query-client';
import { Details } from '../ui/details';
import { PageHead, Section } from '../ui/section';
import type { Route } from './+types/transparency';

export const handle: PageHandle = { query: [] };

const prefetch: Prefetch = (queries, api) => [queries.prefetchQuery(logQuery(api))];

export function loader({ context }: Route.LoaderArgs) {
  return loadOnServer(context, prefetch);
}

export function clientLoader() {
  return loadInBrowser(prefetch);
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Public log',
    description:
      'Every sample that is taken in and every certificate that is issued, replaced or withdrawn stands in a public log that can only grow. Check one without asking us.',
    path: '/transparency',
  });
}

export default function Transparency({ loaderData }: Route.ComponentProps) {
  return (
    <Hydrate state={loaderData.state}>
      <PageHead
        title="Public log"
        lead="Every sample that is taken in, and every certificate that is issued, replaced or withdrawn, is written here. What is written stays written."
      />
      <div className="page">
        <LogHead />
      </div>
      <Section title="What the log is good for">
        <div className="prose">
          <p>
            An entry says that a certificate of a certain fingerprint was issued, replaced or withdrawn, and
            when. All entries hang together under one signed fingerprint: none can be changed, removed or
            dated back without changing the fingerprint that others have saved.
          </p>
          <p>
            So a certificate that we issued cannot be disowned, one that we did not issue cannot be slipped in
            later, and a withdrawal cannot be made undone.
          </p>
        </div>
        <div className="mt-8 max-w-[42rem]">
          <Details title="What an entry holds">
            <div className="prose">
              <p>
                When a sample is taken in, an entry says whether its test is to be public or private. No
                result exists then, so nobody can wait for one and show only those that please. Until the
                result is published its owner can still make a public test private: it is counted as withheld,
                and as opened later if its owner publishes it after all.
              </p>
              <p>
                An entry names no test, no customer and no result. It holds the fingerprint of a file where
                there is one, and a locked number that only a proof opens, so that private tests stay private.
              </p>
            </div>
          </Details>
        </div>
      </Section>
      <Section title="Check a certificate without us">
        <div className="prose mb-8">
          <p>
            You need the PDF, its proof (the test’s page offers it, and <Link to="/verify">verification</Link>{' '}
            once it has checked the file) and <a href="/api/log/keys">the keys</a>. This page then works
            without a connection.
          </p>
        </div>
        <div className="noscript:hidden">
          <PdfWithoutUs />
        </div>
        <noscript>
          <p>Your browser checks the files itself, and needs JavaScript for it.</p>
        </noscript>
        <div className="mt-8 max-w-[42rem]">
          <Details title="Which keys this page believes, and what it asks us">
            <div className="prose">
              <p>
                It believes its own keys only and says so when the file names others: a forger of certificates
                can forge a file of keys too. With a connection it also asks us, by the file’s SHA-256 alone,
                whether the certificate was replaced or withdrawn since. If you would rather not ask us, the
                public log tells that too.
              </p>
            </div>
          </Details>
        </div>
      </Section>
      <div className="page mt-16 md:mt-24">
        <Details
          level={2}
          title="Watch the log"
          note="for programs, and for those who saved an earlier state"
        >
          <KeptHead />
          <ForMonitors />
        </Details>
      </div>
    </Hydrate>
  );
}
