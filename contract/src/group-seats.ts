import type { GroupTest } from './group-tests.ts';

type Seats = Pick<GroupTest, 'joined_count' | 'min_participants'>;

/** The number of people that a group still needs to reach its minimum. */
export const neededBy = ({ min_participants: min, joined_count: joined }: Seats): number =>
  Math.max(0, min - joined);

/** '1 person', '5 people'. */
export const people = (count: number): string => (count === 1 ? '1 person' : `${count} people`);

/** '1 person still needed', '5 people still needed'; null if enough people have joined. */
export function neededWords(test: Seats): string | null {
  const needed = neededBy(test);
  return needed > 0 ? `${people(needed)} still needed` : null;
}

/** '2 of 5 joined, 1 person still needed'. Once the shares are fixed or the group is over: only how many joined. */
export function joinedWords(
  test: Pick<GroupTest, 'status' | 'locked_at' | 'target_participants'> & Seats,
): string {
  const joined = `${test.joined_count} of ${test.target_participants} joined`;
  const needed = test.locked_at === null && test.status !== 'cancelled' ? neededWords(test) : null;
  return needed ? `${joined}, ${needed}` : joined;
}
