import type { Role } from '@vialproof/contract/accounts';
import type { ErrorCode } from '@vialproof/contract/errors';
import type { GroupViewer } from '@vialproof/contract/group-tests';
import type { GroupRow, MemberRow, ShareRow, VolunteerRow } from '../group-tests.tables.ts';
import { awaitsVial, type GroupState, isFull, isUnlocked } from './states.ts';

/** Why a person may not do something. `detail`: one more sentence. */
export type Denial = { code: ErrorCode; detail?: string };
type Person = { id: string; role: Role };
/** A group with all that decides who may do what. */
export type GroupRecords = {
  row: GroupRow;
  members: MemberRow[];
  shares: ShareRow[];
  volunteers: VolunteerRow[];
};

export const joinedOf = (members: MemberRow[]): MemberRow[] =>
  members.filter(({ state }) => state === 'joined');

/** Who sends the vial: the person who already gets money for it, the chosen volunteer, or the organizer. */
export const senderAmong = (
  { senderId, organizerId }: { senderId: string | null; organizerId: string },
  volunteers: VolunteerRow[],
): string => senderId ?? volunteers.find(({ isSender }) => isSender)?.userId ?? organizerId;

/** People who offered to send the vial and wait for an answer. */
export const waitingVolunteers = (volunteers: VolunteerRow[]): string[] =>
  volunteers.filter(({ status }) => status !== 'rejected').map(({ userId }) => userId);

/** Whether a person is organizer or member. */
export const isOrganizerOrMember = (
  person: Pick<Person, 'id'>,
  row: GroupRow,
  members: MemberRow[],
): boolean => person.id === row.organizerId || joinedOf(members).some(({ userId }) => userId === person.id);

/** Whether a person is organizer, member or admin. */
export const isInside = (person: Person, row: GroupRow, members: MemberRow[]): boolean =>
  person.role === 'admin' || isOrganizerOrMember(person, row, members);

/** Whether a person has paid a share, also one that was refunded since. */
export const hasPaidShare = ({ id }: Pick<Person, 'id'>, shares: ShareRow[]): boolean =>
  shares.some(({ holderId, paymentId }) => holderId === id && paymentId !== null);

export type MembershipAction = 'join' | 'leave' | 'agree';
export type MembershipFacts = {
  state: GroupState;
  joinedCount: number;
  minSeats: number;
  targetSeats: number;
  /** Whether the person is a member now. */
  isIn: boolean;
  /** Only when shares are fixed. `hasOpen`: nobody has some share. `isDue`, `isPaid`: about the person's own share. */
  shares?: { hasOpen: boolean; isDue: boolean; isPaid: boolean };
};

export const shareFacts = (personId: string, shares: ShareRow[]): Required<MembershipFacts>['shares'] => {
  const own = shares.filter(({ holderId }) => holderId === personId);
  return {
    hasOpen: shares.some(({ status }) => status === 'open'),
    isDue: own.some(({ status }) => status === 'due'),
    isPaid: own.some(({ status }) => status === 'paid'),
  };
};

/** Why a person may not join, leave or agree. Undefined if the person may, or if this function does not know. */
export function denyMembership(action: MembershipAction, facts: MembershipFacts): Denial | undefined {
  const { state, isIn, joinedCount, shares } = facts;
  if (action === 'join' && isIn) return { code: 'already_joined' };
  if (action !== 'join' && !isIn) return { code: 'not_a_member' };
  if (isUnlocked(state)) {
    if (action === 'join' && isFull(facts)) return { code: 'group_full' };
    return action === 'agree' && joinedCount >= facts.minSeats ? { code: 'no_gap' } : undefined;
  }
  if (state === 'short' && action !== 'leave') {
    if (!shares) return undefined;
    if (action === 'agree' && shares.isDue) return { code: 'no_gap', detail: 'Pay your own share first.' };
    if (action === 'agree' && !shares.isPaid) return { code: 'not_a_member' };
    if (shares.hasOpen) return undefined;
    if (action === 'agree') return { code: 'no_gap' };
  }
  return { code: action === 'join' && isFull(facts) ? 'group_full' : 'group_locked' };
}

/** A group and one person's membership, read without a lock. `nextAt`: the next deadline of the group. */
export type MembershipSnapshot = Omit<MembershipFacts, 'shares'> & { nextAt: Date | null };

/**
 * Refuses at once what no change at the same time can allow. So a crowd that comes too late need not wait for the lock.
 */
export function precheckMembership(
  snapshot: MembershipSnapshot,
  action: MembershipAction,
  now: Date,
): Denial | undefined {
  if (snapshot.nextAt !== null && snapshot.nextAt <= now) return undefined;
  return denyMembership(action, snapshot);
}

/** Why a person may not describe the vial. Staff may never. */
export const denySpecimen = (personId: string, row: GroupRow): Denial | undefined =>
  personId === row.organizerId ? undefined : { code: 'forbidden', detail: 'Only the organizer can do this.' };

/** Why a person may not write the tracking number. */
export const denyTracking = (personId: string, row: GroupRow, senderId: string): Denial | undefined =>
  personId === row.organizerId || personId === senderId
    ? undefined
    : { code: 'forbidden', detail: 'Only whoever sends the vial, and the organizer, can do this.' };

/** Why a person may not manage the group. The organizer may, and an admin who is not in it. */
export function denyManaging(
  person: Person,
  row: GroupRow,
  members: MemberRow[],
  volunteers: VolunteerRow[],
): Denial | undefined {
  if (person.id === row.organizerId) return undefined;
  if (person.role !== 'admin') return { code: 'forbidden', detail: 'Only the organizer can do this.' };
  const isInvolved =
    joinedOf(members).some(({ userId }) => userId === person.id) ||
    waitingVolunteers(volunteers).includes(person.id);
  return isInvolved
    ? { code: 'own_order', detail: 'Staff do not handle a group that they are in.' }
    : undefined;
}

/** Why a person who manages the group may not cancel it: once the shares are fixed, only an admin may. */
export function denyCancelling(
  person: Person,
  { state, organizerId }: Pick<GroupRow, 'state' | 'organizerId'>,
): Denial | undefined {
  if (isUnlocked(state)) return undefined;
  if (person.role !== 'admin') return { code: 'group_locked' };
  return person.id === organizerId ? { code: 'own_order' } : undefined;
}

/**
 * Whether an offer to send the vial can change anything. Once the shares are fixed only members may offer, until the
 * vial is on its way. The organizer sends it anyway.
 */
function canVolunteer(person: Person, { row, members, volunteers }: GroupRecords, parcel: Parcel): boolean {
  if (!awaitsVial(row) || volunteers.some(({ userId }) => userId === person.id)) return false;
  if (isUnlocked(row.state)) return true;
  const isMember = joinedOf(members).some(({ userId }) => userId === person.id);
  return isMember && person.id !== row.organizerId && !parcel.isSent;
}

/** `isAwaited`: the laboratory waits for the vial. `isSent`: it has a tracking number. */
export type Parcel = { isAwaited: boolean; isSent: boolean };

/** All that a person may do now. */
export function permissionsOf(person: Person, group: GroupRecords, parcel: Parcel): GroupViewer['may'] {
  const { row, members, shares, volunteers } = group;
  const joined = joinedOf(members);
  const isOrganizer = person.id === row.organizerId;
  const isManager = denyManaging(person, row, members, volunteers) === undefined;
  const isFree = isUnlocked(row.state);
  const canCover = row.state === 'gap' && joined.some(({ agreedCents }) => agreedCents !== null);
  const facts = {
    ...row,
    isIn: joined.some(({ userId }) => userId === person.id),
    shares: shareFacts(person.id, shares),
  };
  return {
    join: !denyMembership('join', facts),
    leave: !denyMembership('leave', facts),
    agree: !denyMembership('agree', facts),
    volunteer: canVolunteer(person, group, parcel),
    finalise: isManager && isFree && (row.joinedCount >= row.minSeats || canCover),
    cancel: isOrganizer ? isFree : isManager && awaitsVial(row),
    message: isManager,
    decide: isManager && awaitsVial(row),
    track: (isOrganizer || senderAmong(row, volunteers) === person.id) && parcel.isAwaited,
  };
}
