import type { GroupTest, GroupViewer } from '@vialproof/contract/group-tests';
import { isOver, isSettled } from './words';

export type ActionName = 'join' | 'agree' | 'leave' | 'volunteer';

/**
 * The actions that the page offers to a person: at most one primary action, and others. It offers only actions that the
 * server allows.
 */
export interface OfferedActions {
  primary: ActionName | null;
  others: ActionName[];
}

/** Whether a new person can take a free place or an unpaid share. */
function hasRoom(test: GroupTest): boolean {
  return test.open_shares.length > 0 || (!isSettled(test) && test.joined_count < test.target_participants);
}

/**
 * The actions for a person. `viewer` is undefined for a reader who is not signed in. Paying comes first. Once the
 * shares are fixed, the offer to send the vial stands beside the volunteers.
 */
export function offeredActions(test: GroupTest, viewer: GroupViewer | undefined): OfferedActions {
  if (!viewer) return { primary: hasRoom(test) ? 'join' : null, others: [] };
  const names = (['join', 'agree', 'leave', 'volunteer'] as const).filter(
    (name) => viewer.may[name] && !(name === 'volunteer' && isSettled(test)),
  );
  const isDue = viewer.shares.some(({ status }) => status === 'due');
  const isShort = test.status === 'suspended';
  const primary = names.find((name) => name === 'join' || (name === 'agree' && isShort));
  if (isDue || !primary) return { primary: null, others: names };
  return { primary, others: names.filter((name) => name !== primary) };
}

/** A list in words: 'one', 'one and two', 'one, two and three'. */
const listed = (words: string[]) => words.join(', ').replace(/, (?=[^,]*$)/, ' and ');

/** Which part the person has in the group. Null if the person has no part. */
export function ownPart(test: GroupTest, viewer: GroupViewer): string | null {
  const roles = [
    viewer.is_member ? 'in this group' : '',
    viewer.is_organizer ? 'its organizer' : '',
    // While the laboratory waits for the vial, another sentence says who sends it.
    viewer.is_sender && test.locked_at !== null && test.phase !== 'testing' ? 'the sender of its vial' : '',
  ].filter(Boolean);
  if (roles.length === 0) return null;
  return `You ${isOver(test) ? 'were' : 'are'} ${listed(roles).replace(/^its/, 'this group’s')}.`;
}
