import type { LabRequest, Revision, RevisionState } from '@vialproof/contract/lab';
import { ChevronDown } from 'lucide-react';
import { Instant } from '../../ui/figures';
import { Badge } from '../../ui/status-badge';
import { Fold } from '../fold';
import { RevisionView } from './revision-view';
import { saysOf } from './section-words';

const tones: Record<RevisionState, 'good' | 'wait' | 'bad' | 'plain'> = {
  draft: 'plain',
  in_review: 'wait',
  published: 'good',
  superseded: 'plain',
  retracted: 'bad',
};

function Entry({ revision, open }: { revision: Revision; open: boolean }) {
  return (
    <details open={open} className="group border-rule border-b last:border-b-0">
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-4 py-2 hover:text-accent [&::-webkit-details-marker]:hidden">
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
          <span className="figures font-medium">{`Revision ${revision.revision}`}</span>
          <Badge tone={tones[revision.state]}>{revision.state.replace('_', ' ').toUpperCase()}</Badge>
          {revision.published_at ? (
            <span className="text-ink-soft text-sm">
              published <Instant at={revision.published_at} exact />
              <span>{revision.published_by ? ` by ${revision.published_by.display_name}` : ''}</span>
            </span>
          ) : null}
        </span>
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-ink-soft transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="grid gap-4 pt-2 pb-6">
        {revision.amend_reason ? <p>{`Amended because: ${revision.amend_reason}`}</p> : null}
        {revision.retract_reason ? (
          <p className="text-bad">{`Retracted because: ${revision.retract_reason}`}</p>
        ) : null}
        <RevisionView revision={revision} />
      </div>
    </details>
  );
}

/** All finished revisions of the result, newest first. The valid one is open. */
export function RevisionHistory({ data }: { data: LabRequest }) {
  if (data.revisions.length === 0) return null;
  return (
    <Fold name="revisions" title="Revisions" says={saysOf.revisions(data)} startsOpen={data.draft === null}>
      <div className="border-rule border-t">
        {data.revisions.map((revision) => (
          <Entry key={revision.id} revision={revision} open={revision.state === 'published' && !data.draft} />
        ))}
      </div>
    </Fold>
  );
}
