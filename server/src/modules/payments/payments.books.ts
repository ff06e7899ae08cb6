import type { LedgerBalance, LedgerFinding, LedgerReport } from '@vialproof/contract/ledger';
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
  findLatestReport,
  insertReport,
  listInvoicesOf,
  listPaymentsAfter,
  listRefundsOf,
  listSeries,
  readOneMoment,
  sumLedger,
  sumTransactionsAfter,
} from './payments.books.store.ts';
import { factsOf } from './payments.facts.ts';
import { toSubject } from './payments.presenter.ts';
import { balances, statusOf } from './payments.rules.ts';
import type { PaymentRow, RefundRow } from './payments.tables.ts';

/**
 * What a module that sells finds in its own rows, one by one: it reads them page by page and keeps none of it. `tx` reads
 * one moment, and what changed after `settledBefore` may still be on its way.
 */
export type LedgerAudit = (tx: Tx, settledBefore: Date) => AsyncIterable<LedgerFinding>;

/** Rows of a page: what one statement reads, and all that is in memory at a time. */
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

  /** Everything that is wrong, one by one; `totals` is filled on the way. */
  async function* findings(tx: Tx, settledBefore: Date, totals: Totals): AsyncGenerator<LedgerFinding> {
    yield* auditTransactions(tx, totals);
    yield* auditPayments(tx, settledBefore, totals);
    for (const audit of audits) yield* audit(tx, settledBefore);
  }

  /** Checks the whole ledger, keeps the report and says aloud what does not add up. */
  async function check(graceSeconds = GRACE_SECONDS): Promise<LedgerReport> {
    const now = clock.now();
    const report = await bulkDb.transaction(async (tx): Promise<LedgerReport> => {
      await readOneMoment(tx);
      const totals: Totals = { payments: 0, entries: 0, providerCents: new Map() };
      const first: LedgerFinding[] = [];
      let count = 0;
      for await (const finding of findings(tx, secondsAfter(now, -graceSeconds), totals)) {
        count += 1;
        if (count <= FINDINGS_KEPT) first.push(finding);
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

/** What the check adds up while it goes through the rows. */
type Totals = {
  payments: number;
  entries: number;
  /** What the provider account holds, by currency. */
  providerCents: Map<string, number>;
};

function balancesOf({ providerCents }: Totals): LedgerBalance[] {
  return [...providerCents]
    .map(([currency, cents]) => ({ account: 'provider' as const, currency, amount_cents: cents }))
    .sort((one, other) => (one.currency < other.currency ? -1 : 1));
}

function add<Key>(sums: Map<Key, number>, key: Key, amount: number): void {
  sums.set(key, (sums.get(key) ?? 0) + amount);
}

/** Transactions whose rows do not sum to zero in each currency. */
async function* auditTransactions(tx: Tx, totals: Totals): AsyncGenerator<LedgerFinding> {
  for (let after: string | undefined; ; ) {
    const page = await sumTransactionsAfter(tx, after, PAGE);
    after = page.at(-1)?.transactionId;
    if (!after) return;
    for (const { transactionId, paymentId, currency, cents, providerCents, entryCount } of page) {
      totals.entries += entryCount;
      if (providerCents !== null) add(totals.providerCents, currency, providerCents);
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

/** Every payment against the ledger, its refunds and its documents; and the documents' numbers, which have no gaps. */
async function* auditPayments(tx: Tx, settledBefore: Date, totals: Totals): AsyncGenerator<LedgerFinding> {
  const issued = new Map<string, number>();
  for (let after: string | undefined; ; ) {
    const rows = await listPaymentsAfter(tx, after, PAGE);
    after = rows.at(-1)?.id;
    if (!after) break;
    totals.payments += rows.length;
    const ids = rows.map(({ id }) => id);
    const sums = Map.groupBy(await sumLedger(tx, ids), ({ paymentId }) => paymentId);
    const refunds = Map.groupBy(await listRefundsOf(tx, ids), ({ paymentId }) => paymentId);
    const documents = await listInvoicesOf(tx, ids);
    for (const { series } of documents) add(issued, series, 1);
    const invoices = Map.groupBy(documents, ({ paymentId }) => paymentId);
    for (const row of rows) {
      yield* judge(row, {
        sums: sums.get(row.id) ?? [],
        refunds: refunds.get(row.id) ?? [],
        invoices: row.updatedAt <= settledBefore ? (invoices.get(row.id) ?? []) : undefined,
      });
    }
  }
  for (const { series, lastSerial } of await listSeries(tx)) {
    const missing = lastSerial - (issued.get(series) ?? 0);
    if (missing === 0) continue;
    yield {
      kind: 'invoices_differ',
      payment_id: null,
      subject: null,
      detail: `The series of ${series} numbers has a gap: ${missing} missing.`,
    };
  }
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
