import type { Verification } from '@vialproof/contract/verification';
import { CircleAlert, CircleCheck, CircleX } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { Facts } from '../../ui/data-table';
import { Instant } from '../../ui/figures';
import { Notice } from '../../ui/states';
import { StatusBadge } from '../../ui/status-badge';
import type { VerifyAnswer } from './check';
import { EarlierCertificates } from './earlier-certificates';
import { WhichRevision } from './which-revision';

const VialOfTest = lazy(async () => ({ default: (await import('./vial-of-test')).VialOfTest }));

type Certificate = Verification['certificates'][number];

const looks = {
  current: { edge: 'border-good/60', icon: <CircleCheck className="size-7 text-good" /> },
  superseded: { edge: 'border-wait/60', icon: <CircleAlert className="size-7 text-wait" /> },
  retracted: { edge: 'border-bad/60', icon: <CircleX className="size-7 text-bad" /> },
};

function CertificateNotice({ certificate }: { certificate: Certificate | null }) {
  if (!certificate) {
    return <Notice>The order is genuine. There is no result yet, and so no certificate.</Notice>;
  }
  return (
    <Notice tone="good">
      <p>
        <strong className="font-medium text-good">The certificate is current.</strong> Compare the fingerprint
        below with that of the file you were given.
      </p>
    </Notice>
  );
}

/** Why this revision no longer counts, and what to read in its place. */
function FallenNotice({ fallen, latest }: { fallen: Certificate; latest: Certificate | null }) {
  const isRetracted = fallen.state === 'retracted';
  return (
    <Notice tone={isRetracted ? 'bad' : 'wait'}>
      <p className="font-medium">
        {isRetracted
          ? 'The laboratory withdrew this certificate.'
          : 'The certificate was replaced by a newer revision.'}{' '}
        Do not rely on its figures.
      </p>
      {fallen.reason ? <p className="wrap-anywhere mt-1">Reason: {fallen.reason}</p> : null}
      {latest?.state === 'current' ? (
        <p className="mt-1">Revision {latest.revision} is the current one. Ask for that certificate.</p>
      ) : (
        <p className="mt-1">There is no current certificate for this test.</p>
      )}
    </Notice>
  );
}

function titleOf(verification: Verification, certificate: Certificate | null): string {
  if (certificate?.state === 'retracted') return `Revision ${certificate.revision} was withdrawn`;
  if (certificate?.state === 'superseded') return `Revision ${certificate.revision} was replaced`;
  return verification.verdict === 'public'
    ? 'Verified (Public)'
    : 'Verified (Private). Limited summary only.';
}

/** What the number and the key prove of the revision that the paper names. */
export function VerificationResult({ answer }: { answer: VerifyAnswer & { verification: Verification } }) {
  const { verification, revision } = answer;
  const { certificates } = verification;
  if (revision === undefined && certificates.length > 1) {
    return <WhichRevision answer={answer} certificates={certificates} />;
  }
  const certificate = certificates.find((each) => each.revision === revision) ?? verification.certificate;
  const isPublic = verification.verdict === 'public';
  const isFallen = certificate !== null && certificate.state !== 'current';
  const look = looks[certificate?.state ?? 'current'];
  return (
    <section
      aria-label="Verification"
      className={`grid gap-6 rounded-sm border bg-sheet p-5 [animation:appear_200ms_both] md:p-8 ${look.edge}`}
    >
      <div className="display-3 flex items-start gap-3">
        <span className="flex h-[1lh] items-center">{look.icon}</span>
        <h2>{titleOf(verification, certificate)}</h2>
      </div>
      {isFallen ? (
        <FallenNotice fallen={certificate} latest={verification.certificate} />
      ) : (
        <CertificateNotice certificate={certificate} />
      )}
      <EarlierCertificates certificates={certificates.slice(1).filter((each) => each !== certificate)} />
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
      {isPublic && !isFallen && verification.request_id ? (
        <Suspense fallback={null}>
          <VialOfTest key={verification.request_id} id={verification.request_id} />
        </Suspense>
      ) : null}
    </section>
  );
}
