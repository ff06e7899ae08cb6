import type { ErrorCode } from '@vialproof/contract/errors';

export type DraftState = 'open' | 'approved' | 'refused' | 'withdrawn';
/** A refusal: a code of the closed list and a sentence. */
export type No = { no: ErrorCode; words: string };
export type Decision = 'approve' | 'refuse' | 'withdraw';

/** The version of the template that a draft changes, and that of the family's template if the test has no own one. */
export type Base = { version: number; familyVersion: number | null };
type Draft = Base & { state: DraftState; byId: string };

const AFTER: Record<Decision, Exclude<DraftState, 'open'>> = {
  approve: 'approved',
  refuse: 'refused',
  withdraw: 'withdrawn',
};

/** Whether two drafts have the same base versions. */
export const isSameBase = (one: Base, other: Base) =>
  one.version === other.version && one.familyVersion === other.familyVersion;

/**
 * The reason why a person may not propose a change: another person's draft is open. A person's new draft replaces the
 * same person's open draft.
 */
export function refuseDrafting(open: Pick<Draft, 'byId'> | undefined, viewerId: string): No | undefined {
  if (!open || open.byId === viewerId) return undefined;
  return {
    no: 'wrong_state',
    words: 'Somebody else’s draft of this template waits for a decision. Approve or refuse it first.',
  };
}

/**
 * The state of a draft after a decision. May return the refusals `wrong_state` if the draft is already decided, and
 * `same_person` if the author approves or refuses the draft. May return the refusals `forbidden` if another person
 * withdraws it, and `stale_version` if the template has changed before the approval.
 */
export function decide(
  draft: Draft,
  decision: Decision,
  { viewerId, now }: { viewerId: string; now: Base },
): Exclude<DraftState, 'open'> | No {
  if (draft.state !== 'open')
    return { no: 'wrong_state', words: `This draft was ${draft.state} already. Reload to see the template.` };
  const isAuthor = draft.byId === viewerId;
  if (decision === 'withdraw' && !isAuthor)
    return { no: 'forbidden', words: 'Only its author takes a draft back. Refuse it instead.' };
  if (decision !== 'withdraw' && isAuthor)
    return { no: 'same_person', words: 'Another reviewer or admin decides about a draft, never its author.' };
  if (decision === 'approve' && !isSameBase(draft, now))
    return {
      no: 'stale_version',
      words: 'The template has changed since this draft was made. Refuse it; its author makes another.',
    };
  return AFTER[decision];
}
