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
 * A module's comparison of its own rows with the ledger, as single findings: it reads page by page and keeps none. `tx`
 * reads one snapshot; changes after `settledBefore` may still be in progress. Counts its rows in `totals`.
 */
export type LedgerAudit = (tx: Tx, settledBefore: Date, totals: Totals) => AsyncIterable<LedgerFinding>;

/** Sums of the check. */
export type Totals = {
  payments: number;
  entries: number;
  /** The provider account's balance, by currency. */
  providerCents: Map<string, number>;
};

/** The double-entry ledger: modules that move money post entries here, and an hourly check recomputes them. */
export function createLedgerContext(platform: Platform): LedgerContext {
  const ctx: LedgerContext = { platform, audits: [] };
  platform.jobs.handle(checkLedgerJob, () => checkLedger(ctx));
  return ctx;
}
