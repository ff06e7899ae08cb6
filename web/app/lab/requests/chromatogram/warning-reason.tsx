import type { LabChromatogram } from '@vialproof/contract/chromatograms';
import { warningNames } from '@vialproof/science/chromatography/trace-reasons';
import { parseResponse } from 'hono/client';
import { useEffect, useRef } from 'react';
import { api } from '../../../lib/api';
import { Button } from '../../../ui/button';
import { TextArea } from '../../../ui/inputs';
import { StepError } from '../../../ui/step-error';
import { notify } from '../../../ui/toast';
import { OfferedReasons } from '../../offered-reasons';
import { useKeptText } from '../../use-kept-form';
import { useStep } from '../../use-step';

/** Why the server did not take a result, and which version of the chromatogram it checked. */
export type TraceRefusal = { message: string; version: number | undefined };

/** Asks why a purity is reported although the chromatogram has warnings. */
export function WarningReason({
  id,
  data,
  refusal,
}: {
  id: string;
  data: LabChromatogram;
  refusal: TraceRefusal | null;
}) {
  const { unexplained, explained, version } = data;
  const [typed, setTyped] = useKeptText(`lab.${id}.warnings`);
  const reason = typed ?? explained?.reason ?? '';
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (refusal) field.current?.focus();
  }, [refusal]);
  const save = useStep(id, () =>
    parseResponse(
      api.lab.requests[':id'].chromatogram.reason.$put({ param: { id }, json: { reason, version } }),
    ),
  );
  if (unexplained.length === 0 && !data.explained_warnings) return null;
  const isStanding = refusal?.version === version && unexplained.length > 0;
  const isSaved = unexplained.length === 0 && reason.trim() === explained?.reason;
  return (
    <div className="grid gap-3">
      <TextArea
        ref={field}
        rows={2}
        label="Why a purity by this trace is reported in spite of the warnings"
        help={
          unexplained.length > 0
            ? `Without it no purity by this trace is handed in. Not answered yet: ${warningNames(unexplained)}. The reviewer reads it, and so does everybody who reads the certificate.`
            : 'The reviewer reads it, and so does everybody who reads the certificate.'
        }
        maxLength={1000}
        value={reason}
        error={isStanding ? refusal.message : undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
      <OfferedReasons place="warnings" onChoose={setTyped} />
      <StepError error={save.error} />
      <div>
        <Button
          variant="secondary"
          busy={save.isPending}
          aria-disabled={isSaved || (reason.trim() === '' && !explained)}
          onClick={() =>
            save.mutate(undefined, {
              onSuccess: () => {
                setTyped(null);
                notify.success('Reason saved.');
              },
            })
          }
        >
          {save.isPending ? 'Saving…' : 'Save the reason'}
        </Button>
      </div>
    </div>
  );
}
