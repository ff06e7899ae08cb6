import { recordAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Ledger } from '../ledger/ledger.service.ts';
import { absorb, bookings, type Draft, openDraft, wantsDocuments } from './payments.absorb.ts';
import { decisionChange, factsOf, newsOf } from './payments.facts.ts';
import { toSubject } from './payments.presenter.ts';
import { type News, type ProviderOf, ProviderRefused } from './payments.provider.ts';
import { accept, type Facts, PAYMENT_SETTLED, type PaymentSettled } from './payments.rules.ts';
import {
  findPayment,
  insertRefund,
  listRefunds,
  listRefundsOf,
  lockPayment,
  lockPayments,
  updatePayment,
  updateRefund,
  writePayments,
} from './payments.store.ts';

export type Settlement = ReturnType<typeof createSettlement>;
export type NewsOfPayment = { paymentId: string; news: News };

/** Turns what providers say into what is true here. Every path to a new status leads through `absorbAll`. */
export function createSettlement({ db, jobs, clock, log }: Platform, providerOf: ProviderOf, ledger: Ledger) {
  /**
   * Works news about payments into them, in one transaction with their ledger rows and the word to whoever sells: once or
   * ten times, early or late, the end is the same. Answers for each piece of news whether it changed anything.
   */
  async function absorbAll(tx: Tx, all: NewsOfPayment[]): Promise<boolean[]> {
    const ids = [...new Set(all.map(({ paymentId }) => paymentId))];
    const rows = await lockPayments(tx, ids);
    const refunds = Map.groupBy(await listRefundsOf(tx, ids), ({ paymentId }) => paymentId);
    const drafts = new Map(rows.map((row) => [row.id, openDraft(row, refunds.get(row.id) ?? [])]));
    const now = clock.now();
    const changed = all.map(({ paymentId, news }) => {
      const draft = drafts.get(paymentId);
      if (!draft) throw new Error(`there is no payment ${paymentId}`);
      return absorb(draft, news, now);
    });
    await write(tx, [...drafts.values()], now);
    return changed;
  }

  async function write(tx: Tx, drafts: Draft[], now: Date): Promise<void> {
    for (const { newRefunds, changedRefunds } of drafts) {
      for (const refund of newRefunds) await insertRefund(tx, refund);
      for (const refund of changedRefunds) await updateRefund(tx, refund.id, refund);
    }
    await writePayments(
      tx,
      drafts.map(({ row }) => row),
    );
    await ledger.post(
      tx,
      drafts.flatMap(({ ledger }) => ledger),
    );
    const wanting = (want: keyof Draft['wants']) =>
      drafts.filter(({ wants }) => wants[want]).map(({ row }) => ({ paymentId: row.id }));
    await jobs.sendMany(tx, 'payment.receipt', wanting('receipt'));
    await jobs.sendMany(tx, 'payment.invoice', wanting('documents'));
    await jobs.sendMany(tx, 'payment.return-excess', wanting('excess'));
    for (const draft of drafts) await reportFailedRefunds(tx, draft, now);
    const settled = drafts.flatMap((draft) => draft.settled ?? []);
    await jobs.sendMany(tx, PAYMENT_SETTLED, settled);
    for (const { paymentId, status, cause } of settled) log.info({ paymentId, to: status, cause }, 'payment');
  }

  /** A refund that failed is a person's business: it stands in the audit log, and an admin looks there. */
  async function reportFailedRefunds(tx: Tx, { row, failedRefunds }: Draft, now: Date): Promise<void> {
    for (const refund of failedRefunds) {
      await recordAudit(tx, {
        at: now,
        actorId: null,
        action: 'payment.refund_failed',
        subject: { kind: 'payment', id: row.id },
        detail: { refund_id: refund.id, amount_cents: refund.amountCents, reason: refund.failureReason },
      });
      log.warn({ paymentId: row.id, refundId: refund.id }, 'a refund failed');
    }
  }

  /** An admin's word takes what came as the whole price; undefined when there is nothing to take. */
  async function acceptAsPaid(tx: Tx, paymentId: string): Promise<Facts | undefined> {
    const row = await lockPayment(tx, paymentId);
    const refunds = await listRefunds(tx, paymentId);
    const before = factsOf(row, refunds);
    const after = accept(before);
    if (!after) return undefined;
    const now = clock.now();
    await updatePayment(tx, paymentId, {
      status: after.status,
      acceptedCents: after.acceptedCents,
      updatedAt: now,
      ...decisionChange({ facts: before, refunds }, { facts: after, refunds }, now),
    });
    await ledger.post(tx, bookings(row, before, after, now));
    if (wantsDocuments(before, after)) await jobs.send(tx, 'payment.invoice', { paymentId });
    const settled: PaymentSettled = {
      paymentId,
      subject: toSubject(row),
      status: after.status,
      cause: 'checkout',
    };
    await jobs.send(tx, PAYMENT_SETTLED, settled);
    return after;
  }

  /** Asks the provider about a payment and works the answer in; closes the page when its time is over. */
  async function check(paymentId: string): Promise<void> {
    const row = await findPayment(db.orm, paymentId);
    if (!row) return;
    const now = clock.now();
    // Noted before the answer: one that never comes keeps nobody else's turn.
    await updatePayment(db.orm, row.id, { checkedAt: now });
    const over = row.expiresAt <= now;
    if (!row.providerSessionId) {
      // Nobody ever got an address to pay at, so nothing can come.
      if (over) await absorbAlone(row.id, newsOf({ signals: [{ kind: 'expired' }] }));
      return;
    }
    const provider = providerOf(row.provider);
    try {
      if (over && row.status === 'pending') await provider.expire(row.providerSessionId);
      const snapshot = await provider.retrieve(row.providerSessionId);
      await absorbAlone(row.id, snapshot.news);
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error;
      // The provider does not know its own session: the keys have changed. Money that came after all still counts.
      log.warn({ err: error, paymentId }, 'the payment provider has no answer about a payment');
      if (over) await absorbAlone(row.id, newsOf({ signals: [{ kind: 'expired' }] }));
    }
  }

  async function absorbAlone(paymentId: string, news: News): Promise<void> {
    await db.transaction((tx) => absorbAll(tx, [{ paymentId, news }]));
  }

  return { absorb: absorbAlone, absorbAll, acceptAsPaid, check };
}
