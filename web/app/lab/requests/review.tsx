import type { LabRequest, Revision } from '@vialproof/contract/lab';
import type { Secret } from '@vialproof/contract/signatures';
import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { api } from '../../lib/api';
import { useSession } from '../../lib/session';
import { Button } from '../../ui/button';
import { Notice } from '../../ui/states';
import { notify } from '../../ui/toast';
import { Panel } from '../panel';
import { ReasonDialog } from '../reason-dialog';
import { ShortcutList, useShortcuts } from '../shortcuts';
import { SignDialog } from '../sign-dialog';
import { useStep } from '../use-step';
import { ReviewDiff } from './review-diff';
import { RevisionView } from './revision-view';

/** Why this person may not decide. It is shown before the person tries. */
export function whyNot(
  data: LabRequest,
  revision: Revision,
  person: { id: string; role: string } | undefined,
): string {
  if (data.is_own) return 'This is your own order. Staff never handle their own order.';
  if (revision.contributors.some((contributor) => contributor.id === person?.id)) {
    return 'You worked on this revision, or made the key that a trace of it came with. A result is published by a second person: somebody who did not touch it.';
  }
  if (person?.role === 'analyst') return 'Publishing is a reviewer’s task. Your part is done.';
  return 'You cannot decide on this revision at present.';
}

/** The page for the second person, who reads everything and then publishes the result or gives it back. */
export function Review({ id, data, revision }: { id: string; data: LabRequest; revision: Revision }) {
  const [asking, setAsking] = useState<'publish' | 'return' | null>(null);
  const person = useSession()?.user;
  // The version that the person has read. If the result changes while the dialog is open, the unread version must not
  // be published.
  const [readAt, setReadAt] = useState(revision.submitted_at);
  const json = readAt ? { submitted_at: readAt } : {};
  const publish = useStep(id, (secret: Secret) =>
    parseResponse(
      api.lab.requests[':id'].publish.$post({
        param: { id },
        json: { ...json, ...secret, meaning: 'released' },
      }),
    ),
  );
  const sendBack = useStep(id, (comment: string) =>
    parseResponse(api.lab.requests[':id'].return.$post({ param: { id }, json: { comment } })),
  );
  const may = data.may.review;
  const askToPublish = () => {
    if (asking === 'publish') return;
    publish.reset();
    setReadAt(revision.submitted_at);
    setAsking('publish');
  };
  useShortcuts({ Enter: may ? askToPublish : undefined });
  const task = data.request.task_number;
  // The valid result. If it was withdrawn, the one that was published last.
  const before = data.revisions.find(({ state }) => state === 'published') ?? data.revisions[0];
  return (
    <Panel
      title={`In review, revision ${revision.revision}`}
      aside={may ? <ShortcutList items={[{ key: 'Enter', does: 'publish' }]} /> : null}
    >
      {revision.amend_reason ? (
        <Notice>
          <span className="font-medium">Amendment:</span> {revision.amend_reason}
        </Notice>
      ) : null}
      {before ? <ReviewDiff before={before} after={revision} /> : null}
      {before ? <h3 className="border-rule border-t pt-5 font-medium">The revision in full</h3> : null}
      <RevisionView revision={revision} whole={{ id }} />
      {may ? null : <Notice tone="wait">{whyNot(data, revision, person)}</Notice>}
      <div className="flex flex-wrap gap-3 border-rule border-t pt-5">
        <Button size="large" disabled={!may} aria-keyshortcuts="Control+Enter" onClick={askToPublish}>
          Publish
        </Button>
        <Button size="large" variant="secondary" disabled={!may} onClick={() => setAsking('return')}>
          Return with a comment
        </Button>
      </div>
      <SignDialog
        open={asking === 'publish'}
        onClose={() => setAsking(null)}
        title={`Publish the result of task ${task}?`}
        action="Sign and publish"
        busyAction="Publishing…"
        meaning="released"
        step={publish}
        onSign={(secret) =>
          publish.mutate(secret, {
            onSuccess: () => {
              setAsking(null);
              notify.success(`Task ${task} published.`);
            },
          })
        }
      >
        <p>
          The certificate is issued and the customer is told. A published revision never changes: a mistake
          found later needs an amendment or a retraction, which everybody can see.
        </p>
      </SignDialog>
      <ReasonDialog
        open={asking === 'return'}
        onClose={() => setAsking(null)}
        kept={`lab.${id}.return`}
        title={`Return task ${task}?`}
        label="Comment"
        missing="Say what to change."
        action="Return"
        busyAction="Returning…"
        step={sendBack}
      >
        <p>It becomes a draft again, with your comment on top.</p>
      </ReasonDialog>
    </Panel>
  );
}
