import { useState } from 'react';
import { data, Link, redirectDocument } from 'react-router';
import { checkCredentials } from '../features/verify/check';
import { Meaning } from '../features/verify/meaning';
import { PdfDrop } from '../features/verify/pdf-drop';
import { VerifyQuestions, verifyQuestions } from '../features/verify/questions';
import { VerifyForm } from '../features/verify/verify-form';
import { api, serverApi } from '../lib/api';
import { isDeniedCamera } from '../lib/camera-denied';
import type { PageHandle } from '../lib/page-handle';
import { pageMeta } from '../lib/page-meta';
import { questionThings } from '../lib/structured-data';
import { PageHead, Section } from '../ui/section';
import type { Route } from './+types/verify';

export const handle: PageHandle = { query: [], isKept: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Verify a test',
    description:
      'Check a Certificate of Analysis by its task number and unique key against the laboratory’s records.',
    path: '/verify',
    things: import.meta.env.SSR
      ? ({ brand }) => questionThings(verifyQuestions(new URL(brand.url).host))
      : undefined,
  });
}

/** Only a document loaded from this page may use a camera. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  ({ url }) => {
    if (isDeniedCamera(url.pathname)) throw redirectDocument(url.pathname + url.search + url.hash);
  },
];

/** Without scripts, the server answers the form with a page. */
export async function action({ request, context }: Route.ActionArgs) {
  const answer = await checkCredentials(request, serverApi(context));
  return data(answer, { status: answer.status });
}

export function clientAction({ request }: Route.ClientActionArgs) {
  return checkCredentials(request, api);
}

export default function Verify({ actionData }: Route.ComponentProps) {
  const [pdf, setPdf] = useState<File | null>(null);
  return (
    <>
      <PageHead
        title="Verify a test"
        lead="Enter the task number and the unique key from a certificate. The laboratory’s own records answer."
      />
      <div className="page">
        <VerifyForm answer={actionData} onPdf={setPdf} />
      </div>
      <Section label="The file" title="Have the PDF? Check the file itself">
        <div className="mb-6 noscript:hidden">
          <PdfDrop given={pdf} verified={actionData?.verification} />
        </div>
        <noscript>
          <p className="mb-6">Your browser checks the file itself, and needs JavaScript for it.</p>
        </noscript>
        <p className="text-ink-soft text-sm">
          Every certificate is written into a{' '}
          <Link to="/transparency" className="link">
            public log
          </Link>
          , where it can be checked without us too.
        </p>
      </Section>
      <Section label="Meaning" title="What a verification proves">
        <Meaning />
      </Section>
      <Section label="Help" title="Questions about verification">
        <VerifyQuestions />
      </Section>
    </>
  );
}
