import type { Fact } from '@vialproof/science/proof/certificate-check';
import { Check, CircleAlert, CircleCheck, Download, type LucideIcon, Minus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { saveText } from '../../lib/save-file';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { Facts } from '../../ui/data-table';
import { Details } from '../../ui/details';
import { Instant } from '../../ui/figures';
import type { PdfAnswer } from './pdf-check';
import { FailedLines } from './verdict-words';

const looks = {
  genuine: { Icon: CircleCheck, colour: 'text-good', border: 'border-good/60' },
  issued: { Icon: CircleCheck, colour: 'text-good', border: 'border-good/60' },
  superseded: { Icon: CircleAlert, colour: 'text-wait', border: 'border-wait/60' },
  retracted: { Icon: CircleAlert, colour: 'text-bad', border: 'border-bad/60' },
  keys: { Icon: X, colour: 'text-bad', border: 'border-bad/60' },
  compare: { Icon: CircleAlert, colour: 'text-wait', border: 'border-wait/60' },
  refused: { Icon: X, colour: 'text-bad', border: 'border-bad/60' },
  open: { Icon: CircleAlert, colour: 'text-wait', border: 'border-wait/60' },
  newer: { Icon: CircleAlert, colour: 'text-wait', border: 'border-wait/60' },
} as const satisfies Record<string, { Icon: LucideIcon; colour: string; border: string }>;

const signs = {
  good: { Icon: Check, colour: 'text-good', word: 'Yes' },
  bad: { Icon: X, colour: 'text-bad', word: 'No' },
  unknown: { Icon: Minus, colour: 'text-ink-soft', word: 'Not known' },
} as const satisfies Record<Fact['state'], { Icon: LucideIcon; colour: string; word: string }>;

function Line({ question, fact }: { question: string; fact: Fact }) {
  const { Icon, colour, word } = signs[fact.state];
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-3 border-rule border-t py-3">
      <Icon className={`mt-1 size-4 ${colour}`} />
      <div className="min-w-0">
        <p>
          <span className="font-medium">{question}</span> <span className={colour}>{word}</span>
        </p>
        <p className="mt-0.5 break-words text-ink-soft text-sm">{fact.words}</p>
      </div>
    </li>
  );
}

/** The results for a file: four answers and a conclusion. `children` is the comparison of its text, shown first. */
export function PdfAnswerView({ answer, children }: { answer: PdfAnswer; children?: ReactNode }) {
  const { verdict, report, record, name, issuedAt, lines } = answer;
  const look = looks[verdict.outcome];
  return (
    <section
      aria-label="The file"
      className={`grid gap-6 rounded-sm border bg-sheet p-6 [animation:appear_200ms_both] md:p-8 ${look.border}`}
    >
      <div>
        <div className="flex items-start gap-3">
          <look.Icon className={`mt-0.5 size-7 ${look.colour}`} />
          <h2 className="display-3">{verdict.title}</h2>
        </div>
        <p className="mt-2 break-all text-ink-soft text-sm">{name}</p>
      </div>
      <FailedLines values={lines} />
      {children}
      {record ? (
        <div className="flex flex-wrap gap-3">
          {record.request_id ? (
            <Button to={`/tests/${record.request_id}`}>Read the full result</Button>
          ) : null}
          {record.proof ? (
            // With the proof and the keys, a reader can check the certificate without our site.
            <Button
              variant="secondary"
              icon={<Download className="size-4" />}
              onClick={() => saveText(`${name.replace(/\.pdf$/i, '')}.tlog-proof`, record.proof ?? '')}
            >
              Keep its proof
            </Button>
          ) : null}
        </div>
      ) : null}
      <ul>
        {verdict.keys ? <Line question="The laboratory’s keys?" fact={verdict.keys} /> : null}
        <Line question="Signed by the laboratory?" fact={verdict.signature} />
        <Line question="Every byte unchanged?" fact={verdict.bytes} />
        <Line question="In the public log?" fact={verdict.log} />
        <Line question="Still standing?" fact={verdict.standing} />
      </ul>
      <Details title="Details">
        <Facts
          items={[
            ...(record?.task_number === undefined
              ? []
              : [{ label: 'Task number', value: record.task_number, figures: true }]),
            ...(record ? [{ label: 'Revision', value: record.revision, figures: true }] : []),
            ...(issuedAt ? [{ label: 'Issued', value: <Instant at={issuedAt} exact /> }] : []),
            ...(report.signer ? [{ label: 'Signature names', value: report.signer.name }] : []),
          ]}
        />
        <div>
          <p className="label flex items-center gap-1">
            SHA-256 of the file
            <CopyButton text={report.sha256} label="Copy fingerprint" />
          </p>
          <p className="figures break-all text-sm">{report.sha256}</p>
        </div>
      </Details>
    </section>
  );
}
