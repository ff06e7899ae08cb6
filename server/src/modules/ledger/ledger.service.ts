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
 * Compares one module's rows with the ledger and yields single findings. It reads page by page and does not collect
 * rows. `tx` reads one snapshot of the database. Rows that changed after `settledBefore` may still be in progress. The
 * audit counts its rows in `totals`.
 */
export type LedgerAudit = (tx: Tx, settledBefore: Date, totals: Totals) => AsyncIterable<LedgerFinding>;

/** The sums that the ledger check computes. */
export type Totals = {
  payments: number;
  entries: number;
  /** The balance of the account that stands for the provider, by currency. */
  providerCents: Map<string, number>;
};

/** The double-entry ledger: modules that move money post entries here, and an hourly check computes them again. */
export function createLedgerContext(platform: Platform): LedgerContext {
  const ctx: LedgerContext = { platform, audits: [] };
  platform.jobs.handle(checkLedgerJob, () => checkLedger(ctx));
  return ctx;
}
