import { useQuery } from '@tanstack/react-query';
import type { Template, TemplateDraft } from '@vialproof/contract/methods';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../../lib/session';
import { Button } from '../../../ui/button';
import { Instant } from '../../../ui/figures';
import { Notice } from '../../../ui/states';
import { StepError } from '../../../ui/step-error';
import { notify } from '../../../ui/toast';
import { Panel } from '../../panel';
import { staffQuery } from '../../queries';
import { ReasonDialog } from '../../reason-dialog';
import { Comparison } from './comparison';
import { useDecideDraft } from './queries';
import { compare } from './template-words';

/**
 * A hint for the only admin: which role a second person needs to decide about drafts. Renders nothing if such a person
 * exists. Only admins see it.
 */
export function NobodyDecides() {
  const me = useSession()?.user.id;
  const staff = useQuery(staffQuery);
  const others = staff.data?.filter(({ id, role }) => id !== me && (role === 'reviewer' || role === 'admin'));
  if (!others || others.length > 0) return null;
  return (
    <Notice tone="wait">
      <p>
        <span>Another reviewer or admin has to approve this; there is none yet: </span>
        <Link to="/lab/staff" className="link">
          make one under Staff.
        </Link>
      </p>
    </Notice>
  );
}

function Decision({ template, draft }: { template: Template; draft: TemplateDraft }) {
  const { approve, refuse } = useDecideDraft(template.id, draft.id);
  const [isRefusing, setRefusing] = useState(false);
  return (
    <>
      <StepError error={approve.error} />
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <Button
          size="large"
          busy={approve.isPending}
          onClick={() => approve.mutate(undefined, { onSuccess: () => notify.success('Approved.') })}
        >
          {approve.isPending ? 'Approving…' : `Approve as version ${draft.version + 1}`}
        </Button>
        <Button variant="secondary" size="large" onClick={() => setRefusing(true)}>
          Refuse
        </Button>
      </div>
      <ReasonDialog
        place="template_refusal"
        open={isRefusing}
        onClose={() => setRefusing(false)}
        title="Refuse this draft"
        action="Refuse"
        busyAction="Refusing…"
        done="Refused."
        step={refuse}
      >
        <p>The template stays as it is. The reason stands in its history, and the author reads it.</p>
      </ReasonDialog>
    </>
  );
}

function Own({ template, draft }: { template: Template; draft: TemplateDraft }) {
  const { withdraw } = useDecideDraft(template.id, draft.id);
  return (
    <>
      <p>This is your draft: somebody else decides about it.</p>
      <NobodyDecides />
      <StepError error={withdraw.error} />
      <div>
        <Button
          variant="secondary"
          busy={withdraw.isPending}
          onClick={() => withdraw.mutate(undefined, { onSuccess: () => notify.success('Withdrawn.') })}
        >
          {withdraw.isPending ? 'Withdrawing…' : 'Withdraw'}
        </Button>
      </div>
    </>
  );
}

/** An open draft: its changes, its author, its reason, and the actions that this person may take. */
export function DraftPanel({ template, draft }: { template: Template; draft: TemplateDraft }) {
  const me = useSession()?.user.id;
  return (
    <Panel title="Waits for approval">
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
        <dt className="text-ink-soft">Proposed by</dt>
        <dd className="wrap-anywhere">
          <bdi>{draft.by.display_name}</bdi>
        </dd>
        <dt className="text-ink-soft">On</dt>
        <dd>
          <Instant at={draft.at} exact />
        </dd>
        <dt className="text-ink-soft">Reason</dt>
        <dd className="wrap-anywhere">{draft.reason}</dd>
      </dl>
      <Comparison of={compare(template, draft)} />
      {draft.by.id === me ? (
        <Own template={template} draft={draft} />
      ) : (
        <Decision template={template} draft={draft} />
      )}
    </Panel>
  );
}
