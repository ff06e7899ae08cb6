import type { LedgerFinding, LedgerReport } from '@vialproof/contract/ledger';
import { adminOnly, type Viewer } from '../../platform/access.ts';
import { recordAudit } from '../../platform/audit.ts';
import { secondsAfter } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal } from '../../platform/refusal.ts';
import { missingDocuments } from './invoices.rules.ts';
import type { InvoiceRow } from './invoices.tables.ts';
import {
  type AccountSum,
  countEntries,
  findLatestReport,
  insertReport,
  listGaps,
  listInvoicesOf,
  listPaymentsAfter,
  listRefundsOf,
  listUnbalanced,
  readOneMoment,
  sumLedger,
  sumProvider,
} from './payments.books.store.ts';
import { factsOf } from './payments.facts.ts';
import { toSubject } from './payments.present.ts';
import { balances, statusOf } from './payments.rules.ts';
import type { PaymentRow, RefundRow } from './payments.tables.ts';

/**
 * What a module that sells finds in its own rows: `tx` reads one moment, and what changed after `settledBefore` may
 * still be on its way.
 */
export type LedgerAudit = (tx: Tx, settledBefore: Date) => Promise<LedgerFinding[]>;

const PAGE = 500;
const FINDINGS_KEPT = 200;
const REPORT_LIFE_SECONDS = 90 * 86_400;
/** What a job has not followed up by then is late. */
const GRACE_SECONDS = 900;
/** Findings are about the whole ledger where they are about no payment. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Recomputes what every payment's accounts must hold, and compares. */
export function createBooks({ db, bulkDb, clock, log }: Platform) {
  const audits: LedgerAudit[] = [];

  async function findings(
    tx: Tx,
    settledBefore: Date,
  ): Promise<{ found: LedgerFinding[]; payments: number }> {
    const found: LedgerFinding[] = (await listUnbalanced(tx)).map(({ transactionId, paymentId, cents }) => ({
      kind: 'unbalanced_transaction',
      payment_id: paymentId,
      subject: null,
      detail: `Transaction ${transactionId} is ${cents} cents out of balance.`,
    }));
    for (const { series, missing } of await listGaps(tx)) {
      found.push({
        kind: 'invoices_differ',
        payment_id: null,
        subject: null,
        detail: `The series of ${series} numbers has a gap: ${missing} missing.`,
      });
    }
    let payments = 0;
    for (let after: string | undefined; ; ) {
      const rows = await listPaymentsAfter(tx, after, PAGE);
      payments += rows.length;
      after = rows.at(-1)?.id;
      if (!after) break;
      const ids = rows.map(({ id }) => id);
      const sums = Map.groupBy(await sumLedger(tx, ids), ({ paymentId }) => paymentId);
      const refunds = Map.groupBy(await listRefundsOf(tx, ids), ({ paymentId }) => paymentId);
      const invoices = Map.groupBy(await listInvoicesOf(tx, ids), ({ paymentId }) => paymentId);
      for (const row of rows) {
        const parts = {
          sums: sums.get(row.id) ?? [],
          refunds: refunds.get(row.id) ?? [],
          invoices: row.updatedAt <= settledBefore ? (invoices.get(row.id) ?? []) : undefined,
        };
        found.push(...judge(row, parts));
      }
    }
    for (const audit of audits) found.push(...(await audit(tx, settledBefore)));
    return { found, payments };
  }

  /** Checks the whole ledger, keeps the report and says aloud what does not add up. */
  async function check(graceSeconds = GRACE_SECONDS): Promise<LedgerReport> {
    const now = clock.now();
    const report = await bulkDb.transaction(async (tx): Promise<LedgerReport> => {
      await readOneMoment(tx);
      const { found, payments } = await findings(tx, secondsAfter(now, -graceSeconds));
      return {
        checked_at: now.toISOString(),
        payment_count: payments,
        entry_count: await countEntries(tx),
        provider_balances: await sumProvider(tx),
        finding_count: found.length,
        findings: found.slice(0, FINDINGS_KEPT),
      };
    });
    await db.transaction(async (tx) => {
      await insertReport(tx, report, secondsAfter(now, -REPORT_LIFE_SECONDS));
      if (report.finding_count === 0) return;
      await recordAudit(tx, {
        at: now,
        actorId: null,
        action: 'ledger.finding',
        subject: { kind: 'ledger', id: NOBODY },
        detail: { count: report.finding_count, first: report.findings.slice(0, 10) },
      });
    });
    if (report.finding_count > 0) {
      log.error(
        { count: report.finding_count, first: report.findings.slice(0, 10) },
        'the books do not add up',
      );
    }
    return report;
  }

  return {
    check,
    addAudit: (audit: LedgerAudit): number => audits.push(audit),

    /** The latest report for an admin; null before the first. */
    async latest(viewer: Viewer): Promise<LedgerReport | null | Refusal> {
      return adminOnly(viewer) ?? (await findLatestReport(db.orm)) ?? null;
    },

    async checkFor(viewer: Viewer): Promise<LedgerReport | Refusal> {
      const hidden = adminOnly(viewer);
      return isRefusal(hidden) ? hidden : check();
    },
  };
}

/** `invoices` is undefined while they may still be on their way. */
type Parts = { sums: AccountSum[]; refunds: RefundRow[]; invoices: InvoiceRow[] | undefined };

function judge(row: PaymentRow, { sums, refunds, invoices }: Parts): LedgerFinding[] {
  const facts = factsOf(row, refunds);
  const found: LedgerFinding[] = [];
  const say = (kind: LedgerFinding['kind'], detail: string) =>
    found.push({ kind, payment_id: row.id, subject: toSubject(row), detail });
  const expected = balances(facts);
  const currency = row.receivedCurrency ?? row.currency;
  const held = new Map(sums.map((sum) => [`${sum.account} ${sum.currency}`, sum.amountCents]));
  for (const [account, cents] of Object.entries(expected)) {
    const key = `${account} ${currency}`;
    const is = held.get(key) ?? 0;
    if (is !== cents) say('books_differ', `${account} holds ${is} cents ${currency}, not ${cents}.`);
    held.delete(key);
  }
  for (const [key, cents] of held)
    if (cents !== 0) say('books_differ', `${key} holds ${cents} cents, not 0.`);
  if (row.refundedCents !== facts.refundedCents) {
    say(
      'books_differ',
      `${row.refundedCents} cents are said to be returned; the refunds say ${facts.refundedCents}.`,
    );
  }
  const status = statusOf(facts);
  if (status !== row.status) say('status_differs', `The status is ${row.status}; the facts say ${status}.`);
  const missing = invoices ? missingDocuments(facts, invoices) : [];
  for (const { kind, amountCents } of missing) {
    say('invoices_differ', `A ${kind.replace('_', ' ')} over ${amountCents} cents is missing.`);
  }
  return found;
}
