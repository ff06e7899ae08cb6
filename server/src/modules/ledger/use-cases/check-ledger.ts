import type { LedgerBalance, LedgerFinding, LedgerReport } from '@vialproof/contract/ledger';
import { z } from 'zod';
import { recordAudit } from '../../../platform/audit.ts';
import { secondsAfter } from '../../../platform/clock.ts';
import { NIL_ID } from '../../../platform/ids.ts';
import { defineJob } from '../../../platform/jobs/jobs.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import type { LedgerAudit, LedgerContext, Totals } from '../ledger.service.ts';
import { insertReport, readOneMoment, sumTransactionsAfter } from '../ledger.store.ts';

/** How many rows are read at a time. */
const PAGE = 500;
const FINDINGS_KEPT = 200;
const REPORT_LIFE_SECONDS = 90 * 86_400;
/** If a job is later than this, it has failed. */
const GRACE_SECONDS = 900;

/** Adds the check of another module. The checks run in the order in which they were added. */
export function addAudit({ audits }: LedgerContext, audit: LedgerAudit): void {
  audits.push(audit);
}

export const checkLedgerJob = defineJob('payment.check-ledger', z.object({}), {
  retryLimit: 1,
  expireInSeconds: 600,
  every: '23 * * * *',
});

/** Checks all accounts. Stores and logs what is wrong. */
export async function checkLedger(ctx: LedgerContext, graceSeconds = GRACE_SECONDS): Promise<LedgerReport> {
  const { db, clock, log } = ctx.platform;
  const now = clock.now();
  const report = await auditLedger(ctx, graceSeconds);
  const detail = { count: report.finding_count, first: report.findings.slice(0, 10) };
  await db.transaction(async (tx) => {
    await insertReport(tx, report, secondsAfter(now, -REPORT_LIFE_SECONDS));
    if (report.finding_count === 0) return;
    await recordAudit(tx, {
      at: now,
      actorId: null,
      action: 'ledger.finding',
      subject: { kind: 'ledger', id: NIL_ID },
      detail,
    });
  });
  if (report.finding_count > 0) log.error(detail, 'the ledger does not add up');
  return report;
}

/** Checks all accounts. Stores and logs nothing. */
export async function auditLedger(
  { platform, audits }: LedgerContext,
  graceSeconds = GRACE_SECONDS,
): Promise<LedgerReport> {
  const now = platform.clock.now();
  const settledBefore = secondsAfter(now, -graceSeconds);
  return platform.bulkDb.transaction(async (tx): Promise<LedgerReport> => {
    await readOneMoment(tx);
    const totals: Totals = { payments: 0, entries: 0, providerCents: new Map() };
    const first: LedgerFinding[] = [];
    let count = 0;
    for (const audit of [auditTransactions, ...audits]) {
      for await (const finding of audit(tx, settledBefore, totals)) {
        count += 1;
        if (count <= FINDINGS_KEPT) first.push(finding);
      }
    }
    return {
      checked_at: now.toISOString(),
      payment_count: totals.payments,
      entry_count: totals.entries,
      provider_balances: balancesOf(totals),
      finding_count: count,
      findings: first,
    };
  });
}

function balancesOf({ providerCents }: Totals): LedgerBalance[] {
  return [...providerCents]
    .map(([currency, cents]) => ({ account: 'provider' as const, currency, amount_cents: cents }))
    .sort((one, other) => (one.currency < other.currency ? -1 : 1));
}

/** Finds transactions whose sum is not zero. */
async function* auditTransactions(tx: Tx, _: Date, totals: Totals): AsyncGenerator<LedgerFinding> {
  for (let after: string | undefined; ; ) {
    const page = await sumTransactionsAfter(tx, after, PAGE);
    after = page.at(-1)?.transactionId;
    if (!after) return;
    for (const { transactionId, paymentId, currency, cents, providerCents, entryCount } of page) {
      totals.entries += entryCount;
      if (providerCents !== null) {
        totals.providerCents.set(currency, (totals.providerCents.get(currency) ?? 0) + providerCents);
      }
      if (cents === 0) continue;
      yield {
        kind: 'unbalanced_transaction',
        payment_id: paymentId,
        subject: null,
        detail: `Transaction ${transactionId} is ${cents} cents out of balance.`,
      };
    }
  }
}
