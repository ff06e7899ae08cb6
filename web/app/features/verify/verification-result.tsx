import type { Verification, VerifiedCertificate } from '@vialproof/contract/verification';
import { compareBatches } from '@vialproof/science/text/batch-compare';
import { CircleAlert, CircleCheck, CircleX } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { Facts } from '../../ui/data-table';
import { Instant } from '../../ui/figures';
import { Notice } from '../../ui/states';
import { StatusBadge } from '../../ui/status-badge';
import { Altered } from './altered';
import { type Answered, isOtherCode, meantIn } from './check';
import { EarlierCertificates } from './earlier-certificates';
import { PaperValues } from './paper-values';
import { WhichRevision } from './which-revision';

const VialCheck = lazy(async () => ({ default: (await import('./vial-check')).VialCheck }));
const PaperCompareForm = lazy(async () => ({
  default: (await import('./paper-compare-form')).PaperCompareForm,
}));

/**
 * How the answer looks. It looks good only after the reader has compared the paper; before that, only number and key
 * are known to be right.
 */
const looks = {
  good: { edge: 'border-good/60', icon: <CircleCheck className="size-7 text-good" /> },
  plain: { edge: 'border-edge', icon: <CircleCheck className="size-7 text-ink-soft" /> },
  superseded: { edge: 'border-wait/60', icon: <CircleAlert className="size-7 text-wait" /> },
  bad: { edge: 'border-bad/60', icon: <CircleX className="size-7 text-bad" /> },
};

type Certificate = VerifiedCertificate | null;

/** Says why this revision is no longer valid, since when, and which revision replaced it. */
function FallenNotice({ fallen, latest }: { fallen: VerifiedCertificate; latest: Certificate }) {
  const isRetracted = fallen.state === 'retracted';
  return (
    <Notice tone={isRetracted ? 'bad' : 'wait'}>
      <p className="font-medium">
        <span>
          {isRetracted
            ? 'The laboratory withdrew this certificate'
            : 'The certificate was replaced by a newer revision'}
        </span>
        {fallen.ended_at ? (
          <span>
            {' '}
            on <Instant at={fallen.ended_at} />
          </span>
        ) : null}
        <span>. Do not rely on its figures.</span>
      </p>
      {fallen.reason ? <p className="wrap-anywhere mt-1">{`Reason: ${fallen.reason}`}</p> : null}
      {latest?.state === 'current' ? (
        <p className="mt-1">{`Revision ${latest.revision} is the current one. Ask for that certificate.`}</p>
      ) : (
        <p className="mt-1">There is no current certificate for this test.</p>
      )}
    </Notice>
  );
}

function titleOf(answer: Answered, certificate: Certificate): string {
  if (certificate?.state === 'retracted') return `Revision ${certificate.revision} was withdrawn`;
  if (certificate?.state === 'superseded') return `Revision ${certificate.revision} was replaced`;
  if (isOtherCode(answer)) return 'The code is not the certificate’s';
  if (answer.verification.verdict === 'public') return 'Verified (Public)';
  return answer.verification.values
    ? 'Verified (Private). Its owner shows the values.'
    : 'Verified (Private). Limited summary only.';
}

/** The first text below the title: what is wrong with the paper, or else the next step. */
function FirstWords({
  answer,
  certificate,
  isCompared,
}: {
  answer: Answered;
  certificate: Certificate;
  /** Whether the reader has compared the paper and found no difference. */
  isCompared: boolean;
}) {
  const { verification } = answer;
  if (!certificate) {
    return <Notice>The order is genuine. There is no result yet, and so no certificate.</Notice>;
  }
  const isFallen = certificate.state !== 'current';
  return (
    <>
      {isFallen ? <FallenNotice fallen={certificate} latest={verification.certificate} /> : null}
      {isOtherCode(answer) ? (
        <Altered number={numberOf(verification, certificate)}>
          Number and key are of a certificate of this laboratory, but the code names another result than that
          certificate has.
        </Altered>
      ) : isFallen ? null : (
        <p>
          <span>{`Number and key are right, and revision ${certificate.revision} is the current certificate.`}</span>
          <span>
            {verification.values
              ? ' A paper can still be altered: compare it with the record.'
              : isCompared
                ? ''
                : ' Whether your paper says what it says is not known yet.'}
          </span>
        </p>
      )}
    </>
  );
}

const numberOf = ({ task_number }: Verification, { revision }: VerifiedCertificate) =>
  `VP-${task_number}-R${revision}`;

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

/** The values with which the reader compares the paper. For a private test it is a form. */
function ComparePaper({
  answer,
  certificate,
  said,
  onSaid,
}: {
  answer: Answered;
  certificate: VerifiedCertificate;
  said: Said;
  onSaid: (said: Said) => void;
}) {
  const { verification, taskNumber, uniqueKey, commitment } = answer;
  const number = numberOf(verification, certificate);
  if (verification.values) return <PaperValues {...{ verification, number, said, onSaid }} />;
  if (certificate.state === 'retracted') return null;
  return (
    <>
      <div className="noscript:hidden">
        <Suspense fallback={null}>
          <PaperCompareForm
            named={{ taskNumber, uniqueKey, revision: certificate.revision }}
            c={commitment}
            number={number}
            onSame={(isSame) => onSaid(isSame ? 'same' : null)}
          />
        </Suspense>
      </div>
      <noscript>
        <p>The owner keeps the values private. Comparing your paper with them needs JavaScript.</p>
      </noscript>
    </>
  );
}

type Said = 'same' | 'different' | null;

function Judged({ answer }: { answer: Answered }) {
  const [said, setSaid] = useState<Said>(null);
  const { verification } = answer;
  const certificate = meantIn(verification);
  const isFallen = certificate !== null && certificate.state !== 'current';
  const isBad = certificate?.state === 'retracted' || isOtherCode(answer) || said === 'different';
  const look = looks[isBad ? 'bad' : isFallen ? 'superseded' : said === 'same' ? 'good' : 'plain'];
  return (
    <section
      aria-label="Verification"
      className={`grid grid-cols-[minmax(0,1fr)] gap-6 rounded-sm border bg-sheet p-5 [animation:appear_200ms_both] md:p-8 ${look.edge}`}
    >
      <div className="display-3 flex items-start gap-3">
        <span className="flex h-[1lh] items-center">{look.icon}</span>
        <h2 className="scroll-m-12">{titleOf(answer, certificate)}</h2>
      </div>
      <FirstWords answer={answer} certificate={certificate} isCompared={said === 'same'} />
      {isOtherCode(answer) ? null : <Details {...{ answer, certificate, said }} onSaid={setSaid} />}
    </section>
  );
}

/** The comparison and the details, for a paper whose code is the laboratory's. */
function Details({
  answer,
  certificate,
  said,
  onSaid,
}: {
  answer: Answered;
  certificate: Certificate;
  said: Said;
  onSaid: (said: Said) => void;
}) {
  const { verification } = answer;
  const { certificates, request_id, batch_code } = verification;
  const isFallen = certificate !== null && certificate.state !== 'current';
  return (
    <>
      {certificate ? <ComparePaper {...{ answer, certificate, said, onSaid }} /> : null}
      {batch_code !== null && !isFallen ? (
        <Suspense fallback={null}>
          <VialCheck batch={batch_code} compare={async (typed) => compareBatches(typed, batch_code)} />
        </Suspense>
      ) : null}
      <EarlierCertificates certificates={certificates.slice(1).filter((each) => each !== certificate)} />
      <AboutTest verification={verification} certificate={certificate} />
      {request_id ? (
        <div>
          <Button variant="secondary" to={`/tests/${request_id}`}>
            {verification.published_at ? 'Read the full result' : 'See the test’s page'}
          </Button>
        </div>
      ) : null}
      <Lookups count={verification.lookups_this_month} />
    </>
  );
}

/** Says what number and key prove about the revision on the paper. */
export function VerificationResult({ answer }: { answer: Answered }) {
  const { certificates, revision } = answer.verification;
  if (!revision && certificates.length > 1)
    return <WhichRevision answer={answer} certificates={certificates} />;
  // A new answer mounts these parts again, so that a new comparison starts.
  return (
    <Judged key={JSON.stringify([answer.taskNumber, answer.uniqueKey, revision?.asked])} answer={answer} />
  );
}
