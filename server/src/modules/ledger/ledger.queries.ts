import type { Ledger, LedgerReport } from '@vialproof/contract/ledger';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { presentEntries } from './ledger.presenter.ts';
import type { LedgerContext } from './ledger.service.ts';
import {
  type AccountSum,
  findLatestReport,
  findSubjectKind,
  listEntries,
  listMovements,
  type Movement,
  sumAccounts,
} from './ledger.store.ts';

/** The latest report of the ledger check, for an admin; null before the first check. */
export async function latestReport({ platform }: LedgerContext): Promise<LedgerReport | null> {
  return (await findLatestReport(platform.db.orm)) ?? null;
}

/** How many findings the latest ledger check had; undefined before the first check. */
export async function latestFindingCount(_: LedgerContext, db: Queryable): Promise<number | undefined> {
  return (await findLatestReport(db))?.finding_count;
}

/** Every entry of one payment, oldest first, with the balance of each account. */
export async function entriesOfPayment({ platform }: LedgerContext, paymentId: string, db?: Queryable) {
  return presentEntries(await listEntries(db ?? platform.db.orm, { paymentIds: [paymentId] }));
}

/** Every entry of an order, a share or a group, oldest first, with the balance of each account. */
export async function entriesOfSubject({ platform }: LedgerContext, subjectId: string) {
  return presentEntries(await listEntries(platform.db.orm, { subjectId }));
}

/** Which kind of thing has this id in the ledger; undefined if the id is unknown. */
export function kindOfSubject(
  { platform }: LedgerContext,
  subjectId: string,
): Promise<Ledger['subject']['kind'] | undefined> {
  return findSubjectKind(platform.db.orm, subjectId);
}

/** Every movement of a group's money, oldest first: its shares at the provider, and payouts to its sender. */
export function movementsOfGroup(
  { platform }: LedgerContext,
  groupId: string,
  shareIds: string[],
  tx?: Tx,
): Promise<Movement[]> {
  return listMovements(tx ?? platform.db.orm, groupId, shareIds);
}

/** The balance of each account for each of these payments, in cents. */
export function sumsOfPayments(_: LedgerContext, tx: Tx, paymentIds: string[]): Promise<AccountSum[]> {
  return sumAccounts(tx, paymentIds);
}
