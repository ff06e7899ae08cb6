import type { LedgerFinding } from '@vialproof/contract/ledger';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/database.ts';
import { checkLedger, checkLedgerJob } from './use-cases/check-ledger.ts';

export {
  entriesOfPayment,
  entriesOfSubject,
  kindOfSubject,
  latestFindingCount,
  latestReport,
  movementsOfGroup,
  sumsOfPayments,
} from './ledger.queries.ts';
export type { AccountSum } from './ledger.store.ts';
export type { NewEntry } from './ledger.tables.ts';
export { addAudit, auditLedger, checkLedger } from './use-cases/check-ledger.ts';
export { bookOwed, bookPayout, postEntries } from './use-cases/post-entries.ts';

export type LedgerContext = { platform: Platform; audits: LedgerAudit[] };

/**
 * Compares a module's rows with the accounts, page by page, and gives what is wrong. Rows that changed after
 * `settledBefore` may not be finished yet.
 */
export type LedgerAudit = (tx: Tx, settledBefore: Date, totals: Totals) => AsyncIterable<LedgerFinding>;

/** The sums that the check of the accounts found. */
export type Totals = {
  payments: number;
  entries: number;
  /** The balance at the provider, by currency. */
  providerCents: Map<string, number>;
};

/** The accounts (ledger). Modules that move money write rows, and a check adds them up every hour. */
export function createLedgerContext(platform: Platform): LedgerContext {
  const ctx: LedgerContext = { platform, audits: [] };
  platform.jobs.handle(checkLedgerJob, () => checkLedger(ctx));
  return ctx;
}
