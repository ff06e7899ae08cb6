import { randomUUID } from 'node:crypto';
import { recordAudit } from '../../platform/audit.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { toSubject } from './payments.present.ts';
import { type News, type ProviderOf, ProviderRefused, type RefundNews } from './payments.provider.ts';
import {
  accept,
  balances,
  decisionOf,
  excessCents,
  type Facts,
  laterRefundStatus,
  learn,
  learnRefunds,
  ledgerRows,
  PAYMENT_SETTLED,
  type PaymentSettled,
} from './payments.rules.ts';
import {
  closeEvent,
  findEvent,
  findPayment,
  findPaymentOfMovement,
  findPaymentOfSession,
  insertLedger,
  insertRefund,
  listRefunds,
  lockPayment,
  updatePayment,
  updateRefund,
} from './payments.store.ts';
import type { EventRow, PaymentRow, RefundRow } from './payments.tables.ts';

/** How long an event may wait for the payment it speaks of: a dispute can arrive before the completion. */
const ORPHAN_MILLISECONDS = 3_600_000;

export type Settlement = ReturnType<typeof createSettlement>;

/** Turns what providers say into what is true here. Every path to a new status leads through `absorb`. */
export function createSettlement({ db, jobs, clock, log }: Platform, providerOf: ProviderOf) {
  /**
   * Works news about one payment into it, in one transaction with its ledger rows and the word to whoever
   * sells: once or ten times, early or late, the end is the same. Answers whether anything changed.
   */
  async function absorb(tx: Tx, paymentId: string, news: News): Promise<boolean> {
    const row = await lockPayment(tx, paymentId);
    const known = await listRefunds(tx, paymentId);
    const now = clock.now();
    const before = factsOf(row, known);
    const refunds = await absorbRefunds(tx, row, known, news.refunds);
    const learned = news.signals.reduce(learn, before);
    const after = learnRefunds(learned, ...refundSums(refunds));

    const firstMoney = before.receivedCents === 0 && after.receivedCents > 0;
    const failure = news.signals.find((signal) => signal.kind === 'failed');
    await updatePayment(tx, paymentId, {
      status: after.status,
      receivedCents: after.receivedCents,
      receivedCurrency: after.receivedCurrency,
      refundedCents: after.refundedCents,
      dispute: after.dispute,
      providerSessionId: row.providerSessionId ?? news.about.sessionId,
      providerPaymentId: row.providerPaymentId ?? news.about.providerPaymentId,
      failureReason: after.status === 'failed' ? (failure?.reason ?? row.failureReason) : null,
      transactionHash: row.transactionHash ?? news.transactionHash ?? null,
      settledAt: row.settledAt ?? (firstMoney ? now : null),
      updatedAt: now,
      ...decisionChange({ facts: before, refunds: known }, { facts: after, refunds }, now),
    });
    await writeLedger(tx, row, before, after, now);

    if (firstMoney) await jobs.send(tx, 'payment.receipt', { paymentId });
    await askForDocuments(tx, row, before, after);
    if (excessCents(after) > 0 && excessCents(before) === 0) {
      await jobs.send(tx, 'payment.return-excess', { paymentId });
    }
    const refundFailed = await reportFailedRefunds(tx, row, known, refunds);
    if (after.status !== before.status || refundFailed) {
      const cause =
        firstMoney || after.receivedCents === 0
          ? 'checkout'
          : before.dispute !== after.dispute
            ? 'dispute'
            : 'refund';
      const settled: PaymentSettled = { paymentId, subject: toSubject(row), status: after.status, cause };
      await jobs.send(tx, PAYMENT_SETTLED, settled);
      log.info({ paymentId, from: before.status, to: after.status, cause }, 'payment');
    }
    return JSON.stringify(before) !== JSON.stringify(after);
  }

  async function absorbRefunds(tx: Tx, row: PaymentRow, known: RefundRow[], news: RefundNews[]) {
    const now = clock.now();
    const refunds = known.map((refund) => ({ ...refund }));
    for (const told of news) {
      const ours = refunds.find(
        (refund) =>
          refund.id === told.refundId ||
          (told.providerRefundId !== null && refund.providerRefundId === told.providerRefundId),
      );
      if (!ours) {
        const foreign: RefundRow = {
          id: randomUUID(),
          paymentId: row.id,
          amountCents: told.amountCents,
          reason: "Made in the payment provider's console",
          actorId: null,
          status: told.status,
          providerRefundId: told.providerRefundId,
          failureReason: told.failureReason,
          createdAt: now,
          updatedAt: now,
          resolvedAt: null,
        };
        await insertRefund(tx, foreign);
        refunds.push(foreign);
        continue;
      }
      ours.status = laterRefundStatus(ours.status, told.status);
      ours.providerRefundId ??= told.providerRefundId;
      ours.failureReason = ours.status === 'failed' ? (told.failureReason ?? ours.failureReason) : null;
      ours.updatedAt = now;
      await updateRefund(tx, ours.id, ours);
    }
    return refunds;
  }

  async function writeLedger(tx: Tx, row: PaymentRow, before: Facts, after: Facts, at: Date): Promise<void> {
    const transactionId = randomUUID();
    const kind =
      before.receivedCents !== after.receivedCents
        ? 'charge'
        : before.dispute !== after.dispute
          ? 'dispute'
          : before.acceptedCents !== after.acceptedCents
            ? 'decision'
            : 'refund';
    await insertLedger(
      tx,
      ledgerRows(before, after).map((entry) => ({
        ...entry,
        transactionId,
        paymentId: row.id,
        subjectKind: row.subjectKind,
        subjectId: row.subjectId,
        currency: after.receivedCurrency ?? after.currency,
        kind,
        at,
      })),
    );
  }

  /** An invoice, a credit note: issued by a job, so that the settlement holds no lock on their numbers. */
  async function askForDocuments(tx: Tx, row: PaymentRow, before: Facts, after: Facts): Promise<void> {
    const [was, is] = [balances(before), balances(after)];
    if (was.revenue !== is.revenue || was.refunds !== is.refunds) {
      await jobs.send(tx, 'payment.invoice', { paymentId: row.id });
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
    await writeLedger(tx, row, before, after, now);
    await askForDocuments(tx, row, before, after);
    const settled: PaymentSettled = {
      paymentId,
      subject: toSubject(row),
      status: after.status,
      cause: 'checkout',
    };
    await jobs.send(tx, PAYMENT_SETTLED, settled);
    return after;
  }

  /** A refund that failed is a person's business: it stands in the audit log, and an admin looks there. */
  async function reportFailedRefunds(
    tx: Tx,
    row: PaymentRow,
    was: RefundRow[],
    is: RefundRow[],
  ): Promise<boolean> {
    const failed = is.filter(
      (refund) => refund.status === 'failed' && was.find(({ id }) => id === refund.id)?.status !== 'failed',
    );
    for (const refund of failed) {
      await recordAudit(tx, {
        at: clock.now(),
        actorId: null,
        action: 'payment.refund_failed',
        subject: { kind: 'payment', id: row.id },
        detail: { refund_id: refund.id, amount_cents: refund.amountCents, reason: refund.failureReason },
      });
      log.warn({ paymentId: row.id, refundId: refund.id }, 'a refund failed');
    }
    return failed.length > 0;
  }

  /** Asks the provider about a payment and works the answer in; closes the page when its time is over. */
  async function check(paymentId: string): Promise<void> {
    const row = await findPayment(db.orm, paymentId);
    if (!row) return;
    const now = clock.now();
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
    await updatePayment(db.orm, row.id, { checkedAt: now });
  }

  function absorbAlone(paymentId: string, news: News): Promise<boolean> {
    return db.transaction((tx) => absorb(tx, paymentId, news));
  }

  /** Works through one stored event, once; `again` also what has been worked through. */
  async function processEvent(eventId: string, again = false): Promise<void> {
    const event = await findEvent(db.orm, eventId);
    if (!event || (event.processedAt && !again)) return;
    const now = clock.now();
    const news = readOrNull(event);
    if (!news) {
      const outcome = news === null ? 'unreadable' : 'irrelevant';
      await closeEvent(db.orm, eventId, { paymentId: null, processedAt: now, outcome });
      return;
    }
    const row = await findSubjectOf(event.provider, news.about);
    if (!row) {
      // Only an event that knows nothing but the money's movement can be early; reconciliation brings it back.
      const early = !news.about.sessionId && now.getTime() - event.receivedAt.getTime() < ORPHAN_MILLISECONDS;
      if (early) return;
      log.warn({ eventId, type: event.type }, 'an event about no payment of ours');
      await closeEvent(db.orm, eventId, { paymentId: null, processedAt: now, outcome: 'unknown_payment' });
      return;
    }
    if (news.askAgain) await check(row.id);
    await db.transaction(async (tx) => {
      const changed = await absorb(tx, row.id, news);
      await closeEvent(tx, eventId, {
        paymentId: row.id,
        processedAt: now,
        // Read again, an event that changed something once still is the one that did.
        outcome: changed || news.askAgain || event.outcome === 'applied' ? 'applied' : 'nothing_new',
      });
    });
  }

  /** null for a signed event of a shape that nobody announced: reading it again would not help. */
  function readOrNull(event: EventRow) {
    try {
      return providerOf(event.provider).readEvent(event.payload);
    } catch (error) {
      log.error({ err: error, eventId: event.id, type: event.type }, 'an event could not be read');
      return null;
    }
  }

  async function findSubjectOf(provider: PaymentRow['provider'], about: News['about']) {
    const { paymentId, sessionId, providerPaymentId } = about;
    const found =
      (sessionId && (await findPaymentOfSession(db.orm, sessionId))) ||
      (providerPaymentId && (await findPaymentOfMovement(db.orm, provider, providerPaymentId))) ||
      (paymentId && UUID.test(paymentId) && (await findPayment(db.orm, paymentId))) ||
      undefined;
    if (!found || found.provider !== provider) return undefined;
    // A session that names our payment but is not the one we opened is none of ours.
    if (sessionId && found.providerSessionId && found.providerSessionId !== sessionId) return undefined;
    return found;
  }

  return { absorb: absorbAlone, acceptAsPaid, check, processEvent };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function factsOf(row: PaymentRow, refunds: RefundRow[]): Facts {
  const [refundedCents, refundingCents] = refundSums(refunds);
  return {
    amountCents: row.amountCents,
    currency: row.currency,
    status: row.status,
    receivedCents: row.receivedCents,
    receivedCurrency: row.receivedCurrency,
    refundedCents,
    refundingCents,
    dispute: row.dispute,
    acceptedCents: row.acceptedCents,
  };
}

export async function factsIn(db: Queryable, row: PaymentRow): Promise<Facts> {
  return factsOf(row, await listRefunds(db, row.id));
}

type Known = { facts: Facts; refunds: RefundRow[] };

/**
 * Whether a payment waits for a person: set anew when its reason changes, a dispute turns or another refund fails;
 * else whatever somebody decided about it stands.
 */
export function decisionChange(
  was: Known,
  is: Known,
  now: Date,
): Pick<PaymentRow, 'decision' | 'decisionSince'> | undefined {
  const open = ({ refunds }: Known) => refunds.filter((row) => row.status === 'failed' && !row.resolvedAt);
  const decision = decisionOf(is.facts, open(is).length > 0);
  const isNews =
    decision !== decisionOf(was.facts, open(was).length > 0) ||
    was.facts.dispute !== is.facts.dispute ||
    open(is).length > open(was).length;
  return isNews ? { decision, decisionSince: decision && now } : undefined;
}

/** News of ours, for what we know without being told. */
export function newsOf(part: Partial<News>): News {
  return {
    about: { paymentId: null, sessionId: null, providerPaymentId: null },
    signals: [],
    refunds: [],
    ...part,
  };
}

/** Cents given back, and cents on their way back. */
function refundSums(refunds: RefundRow[]): [refunded: number, refunding: number] {
  const sum = (...statuses: RefundRow['status'][]) =>
    refunds.reduce((cents, refund) => cents + (statuses.includes(refund.status) ? refund.amountCents : 0), 0);
  return [sum('succeeded'), sum('requested', 'pending')];
}
