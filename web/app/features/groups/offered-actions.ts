import type { GroupTest, GroupViewer } from '@vialproof/contract/group-tests';

export type ActionName = 'join' | 'agree' | 'leave' | 'volunteer';

/**
 * The actions that the page offers to a person: at most one primary action, and others. It offers only actions that the
 * server allows.
 */
export interface OfferedActions {
  primary: ActionName | null;
  others: ActionName[];
}

/** Whether a new person can take a seat or an unpaid share of this group. */
function hasRoom({ status, locked_at, joined_count, target_participants, open_shares }: GroupTest): boolean {
  const isUnlocked = locked_at === null && status !== 'complete' && status !== 'cancelled';
  return open_shares.length > 0 || (isUnlocked && joined_count < target_participants);
}

/**
 * The actions that the page offers to a person. `viewer` is undefined for an anonymous reader, who must sign in first.
 * An unpaid share comes before all other actions.
 */
export function offeredActions(test: GroupTest, viewer: GroupViewer | undefined): OfferedActions {
  if (!viewer) return { primary: hasRoom(test) ? 'join' : null, others: [] };
  const names = (['join', 'agree', 'leave', 'volunteer'] as const).filter((name) => viewer.may[name]);
  const isDue = viewer.shares.some(({ status }) => status === 'due');
  const isShort = test.status === 'suspended';
  const primary = names.find((name) => name === 'join' || (name === 'agree' && isShort));
  if (isDue || !primary) return { primary: null, others: names };
  return { primary, others: names.filter((name) => name !== primary) };
}

/** A list in words: 'one', 'one and two', 'one, two and three'. */
const listed = (words: string[]) => words.join(', ').replace(/, (?=[^,]*$)/, ' and ');

/** Which part the person has in the group, and how much it can cost at most. Null if the person has no part. */
export function ownPart(
  test: GroupTest,
  viewer: GroupViewer,
  money: (cents: number) => string,
): string | null {
  const roles = [
    viewer.is_member ? 'in this group' : '',
    viewer.is_organizer ? 'its organizer' : '',
    viewer.is_sender && test.locked_at !== null ? 'the sender of its vial' : '',
  ].filter(Boolean);
  if (roles.length === 0) return null;
  const isOver = test.status === 'complete' || test.status === 'cancelled';
  const most = viewer.gap?.agreed_cents ?? test.cost_at_min_cents;
  const cost =
    viewer.is_member && test.locked_at === null && !isOver ? ` You pay at most ${money(most)}.` : '';
  return `You ${isOver ? 'were' : 'are'} ${listed(roles).replace(/^its/, 'this group’s')}.${cost}`;
}
