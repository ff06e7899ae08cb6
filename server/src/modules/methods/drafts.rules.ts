import type { ErrorCode } from '@vialproof/contract/errors';

export type DraftState = 'open' | 'approved' | 'refused' | 'withdrawn';
/** A refusal: an error code and a sentence. */
export type No = { no: ErrorCode; words: string };
export type Decision = 'approve' | 'refuse' | 'withdraw';

/** The version that a draft changes: of the test's own template, or of its family's. */
export type Base = { version: number; familyVersion: number | null };
type Draft = Base & { state: DraftState; byId: string };

const AFTER: Record<Decision, Exclude<DraftState, 'open'>> = {
  approve: 'approved',
  refuse: 'refused',
  withdraw: 'withdrawn',
};

/** Whether two drafts change the same versions. */
export const isSameBase = (one: Base, other: Base) =>
  one.version === other.version && one.familyVersion === other.familyVersion;

/** Why a person may not propose a change: another person's draft is open. */
export function refuseDrafting(open: Pick<Draft, 'byId'> | undefined, viewerId: string): No | undefined {
  if (!open || open.byId === viewerId) return undefined;
  return {
    no: 'wrong_state',
    words: 'Somebody else’s draft of this template waits for a decision. Approve or refuse it first.',
  };
}

/**
 * The state of a draft after a decision. Refusals: `wrong_state` if it is decided already, `same_person` for its
 * author, `forbidden` to withdraw another's, and `stale_version` if the template has changed.
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
