import type { VerifiedCertificate } from '@vialproof/contract/verification';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../../ui/button';
import { AnswerFolds } from './answer-folds';
import { type Answered, isOtherCode, meantIn, numberOf } from './check';
import { PaperValues } from './paper-values';
import { type Said, type Tone, VerdictWords } from './verdict-words';
import { WhichRevision } from './which-revision';

const PaperCompareForm = lazy(async () => ({
  default: (await import('./paper-compare-form')).PaperCompareForm,
}));

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
            onSaid={onSaid}
          />
        </Suspense>
      </div>
      <noscript>
        <p>The owner keeps the values private. Comparing your paper with them needs JavaScript.</p>
      </noscript>
    </>
  );
}

/** Good means: the laboratory holds this certificate, and it is valid. It says nothing about the vial. */
function toneOf(answer: Answered, certificate: VerifiedCertificate | null, said: Said): Tone {
  if (certificate?.state === 'retracted' || isOtherCode(answer) || said === 'different') return 'bad';
  if (certificate?.state === 'superseded') return 'wait';
  return certificate ? 'good' : 'plain';
}

const edges = {
  good: 'border-good/60',
  plain: 'border-edge',
  wait: 'border-wait/60',
  bad: 'border-bad/60',
  hidden: 'border-edge',
};

function Judged({ answer }: { answer: Answered }) {
  const [said, setSaid] = useState<Said>(null);
  const { verification } = answer;
  const certificate = meantIn(verification);
  const tone = toneOf(answer, certificate, said);
  // The edge is good only after the reader has compared the paper.
  const edge = edges[tone === 'good' && said !== 'same' ? 'plain' : tone];
  const isOther = isOtherCode(answer);
  return (
    <section
      aria-label="Verification"
      className={`grid grid-cols-[minmax(0,1fr)] gap-5 rounded-sm border bg-sheet p-5 [animation:appear_200ms_both] md:p-8 ${edge}`}
    >
      <VerdictWords {...{ answer, certificate, tone, said }}>
        {verification.request_id && !isOther ? (
          <div>
            <Button to={`/tests/${verification.request_id}`}>
              {verification.published_at ? 'Read the full result' : 'See the test’s page'}
            </Button>
          </div>
        ) : null}
      </VerdictWords>
      {isOther ? null : (
        <>
          {certificate ? <ComparePaper {...{ answer, certificate, said }} onSaid={setSaid} /> : null}
          <AnswerFolds verification={verification} certificate={certificate} />
        </>
      )}
    </section>
  );
}

/** Says what number and key prove about the revision on the paper. `onShown` is called for each answer that it shows. */
export function VerificationResult({ answer, onShown }: { answer: Answered; onShown: () => void }) {
  const { verification } = answer;
  const { certificates, revision } = verification;
  const tell = useEffectEvent(onShown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per answer.
  useEffect(() => tell(), [verification]);
  if (!revision && certificates.length > 1)
    return <WhichRevision answer={answer} certificates={certificates} />;
  // A new answer builds these parts anew, so that a new comparison starts.
  return (
    <Judged key={JSON.stringify([answer.taskNumber, answer.uniqueKey, revision?.asked])} answer={answer} />
  );
}
