import type { Verification } from '@vialproof/contract/verification';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { Facts } from '../../ui/data-table';
import { Instant } from '../../ui/figures';
import { Notice } from '../../ui/states';
import { StatusBadge } from '../../ui/status-badge';
import { EarlierCertificates } from './earlier-certificates';

const VialOfTest = lazy(async () => ({ default: (await import('./vial-of-test')).VialOfTest }));

function CertificateNotice({ certificate }: { certificate: Verification['certificate'] }) {
  if (!certificate) {
    return <Notice>The order is genuine. There is no result yet, and so no certificate.</Notice>;
  }
  if (certificate.state === 'current') {
    return (
      <Notice tone="good">
        <p>
          <strong className="font-medium text-good">The certificate is current.</strong> Compare the
          fingerprint below with that of the file you were given.
        </p>
      </Notice>
    );
  }
  const word = certificate.state === 'retracted' ? 'withdrawn' : 'replaced by a newer revision';
  return (
    <Notice tone={certificate.state === 'retracted' ? 'bad' : 'wait'}>
      <p className="font-medium">The certificate was {word}.</p>
      {certificate.reason ? <p className="mt-1">{certificate.reason}</p> : null}
    </Notice>
  );
}

/** What the number and the key prove. */
export function VerificationResult({ verification }: { verification: Verification }) {
  const { certificate } = verification;
  const isPublic = verification.verdict === 'public';
  const fallen = certificate?.state === 'superseded' || certificate?.state === 'retracted';
  return (
    <section
      aria-label="Verification"
      className={`grid gap-6 rounded-sm border bg-sheet p-5 [animation:appear_200ms_both] md:p-8 ${fallen ? 'border-wait/60' : 'border-good/60'}`}
    >
      <div className="display-3 flex items-start gap-3">
        <span className="flex h-[1lh] items-center">
          {fallen ? (
            <CircleAlert className="size-7 text-wait" />
          ) : (
            <CircleCheck className="size-7 text-good" />
          )}
        </span>
        <h2>{isPublic ? 'Verified (Public)' : 'Verified (Private). Limited summary only.'}</h2>
      </div>
      <CertificateNotice certificate={certificate} />
      <EarlierCertificates certificates={verification.certificates.slice(1)} />
      <Facts
        items={[
          { label: 'Tested', value: verification.sku_name },
          { label: 'Task number', value: verification.task_number, figures: true },
          { label: 'Status', value: <StatusBadge status={verification.status} /> },
          ...(verification.received_at
            ? [{ label: 'Sample received', value: <Instant at={verification.received_at} /> }]
            : []),
          ...(verification.published_at
            ? [{ label: 'Result published', value: <Instant at={verification.published_at} /> }]
            : []),
          ...(certificate
            ? [{ label: 'Certificate revision', value: certificate.revision, figures: true }]
            : []),
        ]}
      />
      {certificate ? (
        <div>
          <p className="label flex items-center gap-1">
            SHA-256 of the certificate file
            <CopyButton text={certificate.sha256} label="Copy fingerprint" />
          </p>
          <p className="figures text-balance break-all text-sm">{certificate.sha256}</p>
        </div>
      ) : null}
      {isPublic && verification.request_id ? (
        <div>
          <Button to={`/tests/${verification.request_id}`}>
            {verification.published_at ? 'Read the full result' : 'See the test’s page'}
          </Button>
        </div>
      ) : null}
      {isPublic && verification.request_id ? (
        <Suspense fallback={null}>
          <VialOfTest key={verification.request_id} id={verification.request_id} />
        </Suspense>
      ) : null}
    </section>
  );
}
