import type { LabRequest } from '@vialproof/contract/lab';
import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { api } from '../../lib/api';
import { Button } from '../../ui/button';
import { ReasonDialog } from '../reason-dialog';
import { useStep } from '../use-step';

/** Two actions on a published result: correct it or withdraw it. */
export function PublishedActions({ id, data }: { id: string; data: LabRequest }) {
  const [asking, setAsking] = useState<'amend' | 'retract' | null>(null);
  const amend = useStep(id, (reason: string) =>
    parseResponse(api.lab.requests[':id'].amend.$post({ param: { id }, json: { reason } })),
  );
  const retract = useStep(id, (reason: string) =>
    parseResponse(api.lab.requests[':id'].retract.$post({ param: { id }, json: { reason } })),
  );
  const { may, request } = data;
  if (!may.amend && !may.retract) return null;
  return (
    <div className="flex flex-wrap gap-3">
      {may.amend ? (
        <Button size="large" variant="secondary" onClick={() => setAsking('amend')}>
          Amend
        </Button>
      ) : null}
      {may.retract ? (
        <Button size="large" variant="danger" onClick={() => setAsking('retract')}>
          Retract
        </Button>
      ) : null}
      <ReasonDialog
        open={asking === 'amend'}
        onClose={() => setAsking(null)}
        place="amendment"
        kept={`lab.${request.id}.amend`}
        title={`Amend the result of task ${request.task_number}?`}
        action="Begin the amendment"
        busyAction="Beginning…"
        step={amend}
      >
        <p>
          A new draft begins on top of the published revision, which stands until a second person publishes
          the new one. The reason is public.
        </p>
      </ReasonDialog>
      <ReasonDialog
        open={asking === 'retract'}
        onClose={() => setAsking(null)}
        place="retraction"
        kept={`lab.${request.id}.retract`}
        title={`Retract the result of task ${request.task_number}?`}
        action="Retract"
        busyAction="Retracting…"
        danger
        step={retract}
        done={`The result of task ${request.task_number} is withdrawn.`}
      >
        <p>
          The result disappears from the public page and the certificate can no longer be downloaded.
          Verification says that it was retracted, and why. The request goes back to received. This cannot be
          undone.
        </p>
      </ReasonDialog>
    </div>
  );
}
