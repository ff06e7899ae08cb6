import { data, Link, redirectDocument } from 'react-router';
import { checkCredentials } from '../features/verify/check';
import { Meaning } from '../features/verify/meaning';
import { VerifyQuestions, verifyQuestions } from '../features/verify/questions';
import { loadResult, VerifyForm } from '../features/verify/verify-form';
import { api, serverApi } from '../lib/api';
import { isDeniedCamera } from '../lib/camera-denied';
import type { PageHandle } from '../lib/page-handle';
import { pageMeta } from '../lib/page-meta';
import { questionThings } from '../lib/structured-data';
import { Details } from '../ui/details';
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

/** A browser allows the camera only if this page was loaded as a new document. */
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
  // The script that shows the answer loads while the laboratory answers.
  loadResult().catch(() => undefined);
  return checkCredentials(request, api);
}

export default function Verify({ actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Verify a test"
        lead="Enter the task number and the unique key from a certificate. The laboratory’s own records answer."
      />
      <div className="page">
        <VerifyForm answer={actionData} />
        <div className="mt-16 border-rule border-b">
          <Details title="What a verification proves" level={2}>
            <Meaning />
            <p className="text-ink-soft text-sm">
              Every certificate is written into a{' '}
              <Link to="/transparency" className="link">
                public log
              </Link>
              , where it can be checked without us too.
            </p>
          </Details>
        </div>
      </div>
      <Section label="Help" title="Questions about verification">
        <VerifyQuestions />
      </Section>
    </>
  );
}
