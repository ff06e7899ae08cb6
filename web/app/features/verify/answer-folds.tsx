import type { Verification, VerifiedCertificate } from '@vialproof/contract/verification';
import { compareBatches } from '@vialproof/science/text/batch-compare';
import { lazy, Suspense } from 'react';
import { CopyButton } from '../../ui/copy-button';
import { Facts } from '../../ui/data-table';
import { Details } from '../../ui/details';
import { Instant } from '../../ui/figures';
import { StatusBadge } from '../../ui/status-badge';
import { EarlierCertificates } from './earlier-certificates';

const VialCheck = lazy(async () => ({ default: (await import('./vial-check')).VialCheck }));

type Certificate = VerifiedCertificate | null;

function AboutTest({ verification, certificate }: { verification: Verification; certificate: Certificate }) {
  return (
    <>
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
            ? [
                { label: 'Certificate revision', value: certificate.revision, figures: true },
                { label: 'Certificate issued', value: <Instant at={certificate.issued_at} /> },
              ]
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
    </>
  );
}

/** Says how often people looked the certificate up, and what that may mean. */
function Lookups({ count }: { count: number | null }) {
  if (count === null) return null;
  return (
    <p className="border-rule border-t pt-4 text-ink-soft text-sm">
      <strong className="font-medium text-ink">
        {`This certificate was looked up ${count === 1 ? 'once' : `${count} times`} this month.`}
      </strong>{' '}
      Each buyer who checks it counts. A number far higher than the vials that one batch can fill may mean
      that the same certificate is shown with other vials: compare the batch.
    </p>
  );
}

/** What a reader of the answer may want to know next: whether the vial is of the batch, and the facts of the record. */
export function AnswerFolds({
  verification,
  certificate,
}: {
  verification: Verification;
  certificate: Certificate;
}) {
  const { batch_code: batch, certificates } = verification;
  const isFallen = certificate !== null && certificate.state !== 'current';
  return (
    <div className="border-rule border-b">
      {batch !== null && !isFallen ? (
        <div className="noscript:hidden">
          <Details title="Compare your vial’s batch">
            <Suspense fallback={null}>
              <VialCheck batch={batch} compare={async (typed) => compareBatches(typed, batch)} />
            </Suspense>
          </Details>
        </div>
      ) : null}
      <Details title="Details">
        <AboutTest verification={verification} certificate={certificate} />
        <EarlierCertificates certificates={certificates.slice(1).filter((each) => each !== certificate)} />
        <Lookups count={verification.lookups_this_month} />
      </Details>
    </div>
  );
}
