import type { Role } from '@vialproof/contract/accounts';
import type { InjectionDoubt } from '@vialproof/contract/injections';
import type { LabRequest, RevisionState } from '@vialproof/contract/lab';
import type { RequestStatus } from '@vialproof/contract/orders';
import { isOfTime } from './injection-doubts.ts';
import { mayBegin, maySomebodyWork } from './revisions.ts';

type Person = { id: string; role: Role };

const isReviewer = ({ role }: Pick<Person, 'role'>) => role === 'reviewer' || role === 'admin';

/**
 * Who may read a certificate, a chromatogram or a file: everybody if the test is public, otherwise owner, group and
 * staff.
 */
export const mayReadResult = (
  person: Pick<Person, 'role'> | null,
  { isOwn, isPublic }: { isOwn: boolean; isPublic: boolean },
): boolean => isPublic || (person !== null && (isOwn || person.role !== 'customer'));

/** Analysts see neither the customer nor the expected values. */
export const seesCustomer = ({ role }: Pick<Person, 'role'>): boolean => role !== 'analyst';

/** What the page offers to a person of the laboratory. The server checks it again. */
export function mayDo(facts: {
  role: Role;
  isOwnOrder: boolean;
  status: RequestStatus;
  open: RevisionState | undefined;
  hasPublished: boolean;
  hasContributed: boolean;
}): LabRequest['may'] {
  const { open, status, hasPublished } = facts;
  const reviews = isReviewer(facts);
  const hands = !facts.isOwnOrder && facts.role !== 'customer';
  return {
    assign: hands && maySomebodyWork(status, open),
    intake: hands && status === 'awaiting_sample',
    edit: hands && (open === 'draft' || (open === undefined && mayBegin(status))),
    submit: hands && open === 'draft',
    review: hands && reviews && open === 'in_review' && !facts.hasContributed,
    handle: hands && reviews && status !== 'complete' && status !== 'cancelled',
    allow: hands && reviews && open !== undefined,
    release: hands && reviews,
    redact: hands && facts.role === 'admin',
    amend: hands && hasPublished && open === undefined,
    retract: hands && reviews && hasPublished,
  };
}

/** A reviewer may decide about the proposal of another person. */
export const mayDecideRedaction = (person: Person, { byId }: { byId: string }): boolean =>
  isReviewer(person) && person.id !== byId;

/** Why a person may not allow an injection: the person sent it, made its key, or typed its time. */
export function denyAllowing(
  { id }: Pick<Person, 'id'>,
  what: InjectionDoubt,
  by: { uploadedBy: string; keyMakers: string[]; timeTypedBy: string | undefined },
): string | undefined {
  const says = 'does not allow it: that is a second person’s word.';
  if (by.uploadedBy === id) return `Whoever uploaded a trace ${says}`;
  if (by.keyMakers.includes(id)) return `Whoever made the key that a trace came with ${says}`;
  return by.timeTypedBy === id && isOfTime(what) ? `Whoever typed a time ${says}` : undefined;
}
