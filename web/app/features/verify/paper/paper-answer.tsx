import { useSubmit } from 'react-router';
import { Button } from '../../../ui/button';
import { Notice } from '../../../ui/states';
import { Altered } from '../altered';
import type { Credentials } from '../certificate-code';
import type { PaperJudgement } from './judge-pdf';
import type { Finding } from './paper-compare';

const Said = ({ text }: { text: string }) => <bdi className="figures wrap-anywhere">{text}</bdi>;

function Difference({ finding: { label, outcome, says, record } }: { finding: Finding }) {
  return (
    <li className="wrap-anywhere border-rule border-t py-2.5">
      <strong className="font-medium">{`${label}:`}</strong>{' '}
      {outcome === 'added' ? (
        <span key="added">
          your PDF says <Said text={says} />, the record has no such line.
        </span>
      ) : (
        <span key="other">
          your PDF says <Said text={says} />, the record says <Said text={record} />.
        </span>
      )}
    </li>
  );
}

function Compared({ findings, number }: { findings: Finding[]; number: string }) {
  const labelsOf = (...outcomes: Finding['outcome'][]) =>
    findings.filter(({ outcome }) => outcomes.includes(outcome)).map(({ label }) => label);
  const different = findings.filter(({ outcome }) => outcome === 'different' || outcome === 'added');
  const [same, missing] = [labelsOf('same'), labelsOf('missing')];
  return (
    <div className="grid gap-4">
      {different.length > 0 ? (
        <>
          <Altered number={number} lines={different.map(({ label }) => label)}>
            {`It names certificate ${number}, whose record says something else in ${different.length === 1 ? 'one line' : `${different.length} lines`}.`}
          </Altered>
          <ul aria-label="What differs" className="border-rule border-b">
            {different.map((finding) => (
              <Difference key={`${finding.label} ${finding.says}`} finding={finding} />
            ))}
          </ul>
        </>
      ) : (
        <Notice tone="wait">
          {same.length > 0
            ? `No line that could be compared with certificate ${number} differs. It is still not the file that was issued: ask for that one.`
            : `Nothing in this PDF could be compared with certificate ${number}. Compare it by eye with the record.`}
        </Notice>
      )}
      {same.length > 0 ? (
        <p className="wrap-anywhere text-ink-soft text-sm">{`The same: ${same.join(', ')}.`}</p>
      ) : null}
      {missing.length > 0 ? (
        <p className="wrap-anywhere text-ink-soft text-sm">{`Not found in your PDF: ${missing.join(', ')}.`}</p>
      ) : null}
    </div>
  );
}

/** Number and key that the PDF contains. A button verifies them as if the reader had typed them. */
function VerifyNamed({ named }: { named: Credentials }) {
  const submit = useSubmit();
  const { taskNumber, uniqueKey, revision } = named;
  return (
    <Button
      variant="secondary"
      onClick={(event) => {
        // The answer takes the focus only if no element has it.
        event.currentTarget.blur();
        void submit(
          { taskNumber, uniqueKey, revision: revision?.toString() ?? '' },
          { method: 'post', action: '/verify', replace: true, preventScrollReset: true },
        );
      }}
    >
      {`Verify ${taskNumber}${revision ? `, revision ${revision}` : ''}`}
    </Button>
  );
}

function Judged({ judgement }: { judgement: PaperJudgement }) {
  switch (judgement.kind) {
    case 'picture':
      return (
        <Notice tone="wait">
          {judgement.isCovered
            ? 'Use what the picture shows: give the photo, or a screenshot of the page with its QR code, instead.'
            : 'This PDF holds only a picture: give the photo, or a screenshot of the page with its QR code, instead.'}
        </Notice>
      );
    case 'unnamed':
      return (
        <Notice tone="wait">
          Its text names no task number with a key of this laboratory. If the paper shows them, enter them in
          the form: the text is then compared with what is on record.
        </Notice>
      );
    case 'unknown':
      return (
        <Notice tone="bad">
          <p className="font-medium text-bad">The certificate that it names was never issued.</p>
          <p className="mt-1">
            It shows task number <Said text={judgement.named.taskNumber} />, key{' '}
            <Said text={judgement.named.uniqueKey} />
            <span>
              {`${judgement.named.revision ? ` and revision ${judgement.named.revision}` : ''}, which do not belong together.`}
            </span>
          </p>
        </Notice>
      );
    case 'closed':
      return (
        <div className="grid gap-3">
          <Notice tone="wait">
            The record that it names is not shown here: it is private, withdrawn, or of several revisions.
            Verify number and key to learn more, and to compare line by line.
          </Notice>
          {judgement.named ? (
            <div>
              <VerifyNamed named={judgement.named} />
            </div>
          ) : null}
        </div>
      );
    case 'compared':
      return (
        <div className="grid gap-4">
          {judgement.state === 'superseded' ? (
            <Notice tone="wait">{`Certificate ${judgement.number} was replaced by a newer revision.`}</Notice>
          ) : null}
          <Compared findings={judgement.findings} number={judgement.number} />
        </div>
      );
  }
}

/** Shows how a PDF that was never issued differs from the record of its certificate. */
export function PaperAnswer({ judgement }: { judgement: PaperJudgement }) {
  return (
    <div className="grid gap-4">
      {judgement.isCovered ? (
        <Notice tone="wait">
          In this PDF a picture or a note stands over text. Text under a picture proves nothing, so those
          lines were not compared: compare what you see with the record by eye.
        </Notice>
      ) : null}
      <Judged judgement={judgement} />
    </div>
  );
}
