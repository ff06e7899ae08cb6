import { Link } from 'react-router';
import { Meaning } from '../features/verify/meaning';
import { PdfDrop } from '../features/verify/pdf-drop';
import { VerifyQuestions, verifyQuestions } from '../features/verify/questions';
import { VerifyForm } from '../features/verify/verify-form';
import { pageMeta } from '../lib/page-meta';
import type { PublicPage } from '../lib/public-page';
import { questionThings } from '../lib/structured-data';
import { PageHead, Section } from '../ui/section';
import type { Route } from './+types/verify';

export const handle: PublicPage = { publicQuery: [] };

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

export default function Verify() {
  return (
    <>
      <PageHead
        title="Verify a test"
        lead="Enter the task number and the unique key from a certificate. The laboratory’s own records answer."
      />
      <div className="page">
        <VerifyForm />
      </div>
      <Section label="The file" title="Have the PDF? Check the file itself">
        <PdfDrop />
        <p className="mt-6 text-ink-soft text-sm">
          Every certificate is written into a{' '}
          <Link to="/transparency" className="text-accent underline underline-offset-4">
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
