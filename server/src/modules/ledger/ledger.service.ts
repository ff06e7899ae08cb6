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
 * What a module finds in its own rows against the ledger, one by one: it reads them page by page and keeps none of them.
 * `tx` reads one moment; what changed after `settledBefore` may still be on its way. Counts in `totals` what it looked at.
 */
export type LedgerAudit = (tx: Tx, settledBefore: Date, totals: Totals) => AsyncIterable<LedgerFinding>;

/** What the check adds up while it goes through the rows. */
export type Totals = {
  payments: number;
  entries: number;
  /** What the provider account holds, by currency. */
  providerCents: Map<string, number>;
};

/** The double-entry ledger: who moves money posts entries here, and an hourly check recomputes what must stand in it. */
export function createLedgerContext(platform: Platform): LedgerContext {
  const ctx: LedgerContext = { platform, audits: [] };
  platform.jobs.handle(checkLedgerJob, () => checkLedger(ctx));
  return ctx;
}
