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

/** The latest report of the check of all accounts. Null before the first one. */
export async function latestReport({ platform }: LedgerContext): Promise<LedgerReport | null> {
  return (await findLatestReport(platform.db.orm)) ?? null;
}

/** How many problems the latest check has found. */
export async function latestFindingCount(_: LedgerContext, db: Queryable): Promise<number | undefined> {
  return (await findLatestReport(db))?.finding_count;
}

/** All rows of the accounts for a payment, oldest first, with the balance of each account. */
export async function entriesOfPayment({ platform }: LedgerContext, paymentId: string, db?: Queryable) {
  return presentEntries(await listEntries(db ?? platform.db.orm, { paymentIds: [paymentId] }));
}

/** All rows of the accounts for an order, a share or a group, oldest first. */
export async function entriesOfSubject({ platform }: LedgerContext, subjectId: string) {
  return presentEntries(await listEntries(platform.db.orm, { subjectId }));
}

/** What has this id: an order, a share or a group. Undefined if the accounts do not know it. */
export function kindOfSubject(
  { platform }: LedgerContext,
  subjectId: string,
): Promise<Ledger['subject']['kind'] | undefined> {
  return findSubjectKind(platform.db.orm, subjectId);
}

/** All movements of a group's money, oldest first. */
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
