import type { PrintedLine, Verification, VerifiedCertificate } from '@vialproof/contract/verification';
import { CircleAlert, CircleCheck, CircleX, EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Instant } from '../../ui/figures';
import { Notice } from '../../ui/states';
import { Altered } from './altered';
import { type Answered, isOtherCode, numberOf } from './check';

type Certificate = VerifiedCertificate | null;

/** What a comparison of the paper with the record showed. 'partly': what was compared is the same. */
export type Said = 'same' | 'partly' | 'different' | null;

const tones = {
  good: { colour: 'text-good', icon: <CircleCheck className="size-7" /> },
  plain: { colour: '', icon: <CircleCheck className="size-7 text-ink-soft" /> },
  wait: { colour: 'text-wait', icon: <CircleAlert className="size-7" /> },
  bad: { colour: 'text-bad', icon: <CircleX className="size-7" /> },
  hidden: { colour: '', icon: <EyeOff className="size-7 text-ink-soft" /> },
};
export type Tone = keyof typeof tones;

/** One sentence in large type. All sentences of an answer have the same size, the good and the bad ones. */
function Sentence({
  tone,
  isTitle = false,
  children,
}: {
  tone: Tone;
  isTitle?: boolean;
  children: ReactNode;
}) {
  const Element = isTitle ? 'h2' : 'p';
  return (
    <div className={`display-3 flex flex-wrap items-start gap-x-3 ${tones[tone].colour}`}>
      <span className="flex h-[1lh] shrink-0 items-center">{tones[tone].icon}</span>
      <Element className="wrap-anywhere min-w-0 flex-1 basis-32 scroll-m-12">{children}</Element>
    </div>
  );
}

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
  if (isOtherCode(answer))
    return certificate ? 'The code is not the certificate’s' : 'There is no certificate';
  if (answer.verification.verdict === 'public') return 'Verified (Public)';
  return answer.verification.values
    ? 'Verified (Private). Its owner shows the values.'
    : 'Verified (Private). Limited summary only.';
}

const failures = [
  { verdict: 'fail', tone: 'bad', words: 'This vial failed' },
  { verdict: 'conditional_fail', tone: 'wait', words: 'This vial failed conditionally' },
] as const;
/** The number of failed lines that are named with their value. */
const NAMED_LINES = 2;

/** A line of a result with its value as it is printed. */
export type JudgedValue = Pick<PrintedLine, 'analyte' | 'value' | 'unit' | 'verdict'>;

/** The lines that failed: green is only for the paper, so a failed vial is named beside it. */
export function FailedLines({ values }: { values: JudgedValue[] }) {
  return failures.map(({ verdict, tone, words }) => {
    const lines = values.filter((line) => line.verdict === verdict);
    const more = lines.length - NAMED_LINES;
    return lines.length > 0 ? (
      <Sentence key={verdict} tone={tone}>
        <span>{`${words}: `}</span>
        {lines.slice(0, NAMED_LINES).map(({ analyte, value, unit }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a result may have two lines of one name, and their order is fixed.
          <span key={`${analyte} ${place}`}>
            <span>{place > 0 ? '; ' : ''}</span>
            <bdi>{`${analyte} ${value} ${unit}`.replace('(k = 2)', '').trim()}</bdi>
          </span>
        ))}
        {more > 0 ? <span>{`; and ${more} more ${more === 1 ? 'line' : 'lines'}`}</span> : null}
      </Sentence>
    ) : null;
  });
}

/** What number and key cannot say: whether the paper in the reader's hand says what the certificate says. */
function Doubt({ said, isShown }: { said: Said; isShown: boolean }) {
  if (said === 'same') return null;
  if (said === 'different') {
    return <p className="font-medium text-bad">Your paper does not say the same. Do not rely on it.</p>;
  }
  const open = isShown
    ? 'A paper can still be altered: compare it with the record.'
    : said === 'partly'
      ? 'What you did not compare can still be altered.'
      : 'Whether your paper says what it says is not known yet.';
  return <p className="text-ink-soft text-sm">{open}</p>;
}

/** What is known about a valid certificate, and the result of the vial in the same size. */
function CurrentWords({
  verification,
  certificate,
  tone,
  said,
}: {
  verification: Verification;
  certificate: VerifiedCertificate;
  tone: Tone;
  said: Said;
}) {
  const { values } = verification;
  return (
    <>
      <p className={tone === 'good' ? 'font-medium text-good' : 'font-medium'}>
        <span>Certificate </span>
        <span className="inline-block">{numberOf(verification, certificate)}</span>
        <span> for </span>
        <span className="wrap-anywhere inline-block">{verification.sku_name}</span>
        <span>
          {' '}
          is genuine and current, issued <Instant at={certificate.issued_at} />.
        </span>
      </p>
      {values ? (
        <FailedLines values={values} />
      ) : (
        <Sentence tone="hidden">The result is not shown here</Sentence>
      )}
      <Doubt said={said} isShown={values !== null} />
    </>
  );
}

function FirstWords({
  answer,
  certificate,
  tone,
  said,
}: {
  answer: Answered;
  certificate: Certificate;
  tone: Tone;
  said: Said;
}) {
  const { verification } = answer;
  if (!certificate && isOtherCode(answer)) {
    return (
      <Altered number={`VP-${verification.task_number}`}>
        Number and key are of an order of this laboratory, but no certificate was issued for it. The code is
        not the laboratory’s.
      </Altered>
    );
  }
  if (!certificate) {
    return (
      <p>{`The order for ${verification.sku_name} is genuine. There is no result yet, and so no certificate.`}</p>
    );
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
        <CurrentWords {...{ verification, certificate, tone, said }} />
      )}
    </>
  );
}

/** The verdict: one sentence about the certificate, and what the reader must know beside it. */
export function VerdictWords({
  answer,
  certificate,
  tone,
  said,
  children,
}: {
  answer: Answered;
  certificate: Certificate;
  tone: Tone;
  said: Said;
  /** The next step. */
  children: ReactNode;
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Sentence tone={tone} isTitle>
        {titleOf(answer, certificate)}
      </Sentence>
      <FirstWords {...{ answer, certificate, tone, said }} />
      {children}
    </div>
  );
}
