import type { CertificateState } from '@vialproof/contract/certificates';
import { CircleHelp } from 'lucide-react';
import { Form } from 'react-router';
import { Button } from '../../ui/button';
import type { Answered } from './check';

/** Asks which certificate the reader has, if there are several and the code names none. */
export function WhichRevision({
  answer,
  certificates,
}: {
  answer: Answered;
  certificates: CertificateState[];
}) {
  const revisions = certificates.map((each) => each.revision).sort((one, other) => one - other);
  return (
    <section
      aria-label="Verification"
      className="grid gap-5 rounded-sm border border-wait/60 bg-sheet p-5 [animation:appear_200ms_both] md:p-8"
    >
      <div className="display-3 flex items-start gap-3">
        <span className="flex h-[1lh] items-center">
          <CircleHelp className="size-7 text-wait" />
        </span>
        <h2>Which revision does your paper name?</h2>
      </div>
      <p>{`Number and key belong together, but ${revisions.length} certificates were issued for this test, and at most one of them still holds. The certificate’s number tells which is yours: VP-${answer.verification.task_number}-R1 is revision 1.`}</p>
      <Form method="post" action="/verify" replace preventScrollReset className="flex flex-wrap gap-3">
        <input type="hidden" name="taskNumber" value={answer.taskNumber} />
        <input type="hidden" name="uniqueKey" value={answer.uniqueKey} />
        <input type="hidden" name="c" value={answer.commitment ?? ''} />
        {revisions.map((revision) => (
          <Button
            key={revision}
            type="submit"
            variant="secondary"
            name="revision"
            value={revision}
          >{`Revision ${revision}`}</Button>
        ))}
      </Form>
    </section>
  );
}
