import { bindContext } from '../../platform/bind-context.ts';
import type { Platform } from '../../platform/platform.ts';
import type { LedgerContext } from './ledger.context.ts';
import {
  entriesOfPayment,
  entriesOfSubject,
  kindOfSubject,
  latestFindingCount,
  latestReport,
  movementsOfGroup,
  sumsOfPayments,
} from './ledger.queries.ts';
import { addAudit, auditLedger, checkLedger, checkLedgerJob } from './use-cases/check-ledger.ts';
import { bookOwed, bookPayout, postEntries } from './use-cases/post-entries.ts';

export type { AccountSum } from './ledger.store.ts';
export type { NewEntry } from './ledger.tables.ts';
export type Ledger = ReturnType<typeof createLedger>;

/** The double-entry ledger: who moves money posts entries here, and an hourly check recomputes what must stand in it. */
export function createLedger(platform: Platform) {
  const ctx: LedgerContext = { platform, audits: [] };
  platform.jobs.handle(checkLedgerJob, () => checkLedger(ctx));
  return bindContext(ctx, {
    post: postEntries,
    bookOwed,
    bookPayout,
    addAudit,
    check: checkLedger,
    auditAll: auditLedger,
    latestReport,
    latestFindingCount,
    entriesOfPayment,
    entriesOfSubject,
    kindOfSubject,
    movementsOf: movementsOfGroup,
    sumsOfPayments,
  });
}
