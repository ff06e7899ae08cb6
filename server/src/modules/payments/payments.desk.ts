import type { Ledger } from '@vialproof/contract/ledger';
import type { StaffPaymentDetail, StaffPaymentPage } from '@vialproof/contract/payments-staff';
import type { WebhookEventDetail, WebhookPage } from '@vialproof/contract/webhooks';
import { adminOnly, notOwnOrder, type Viewer } from '../../platform/access.ts';
import { recordAudit, recordView } from '../../platform/audit.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Invoices } from '../invoices/invoices.service.ts';
import type { Ledger as LedgerModule } from '../ledger/ledger.service.ts';
import {
  countDecisions,
  countReplay,
  type EventsFilter,
  findSubjectKind,
  listEvents,
  listEventsOfPayment,
  listForDesk,
  listHistory,
  type PaymentsFilter,
} from './payments.desk.store.ts';
import { findEvent } from './payments.events.store.ts';
import type { Events } from './payments.events.ts';
import { factsOf } from './payments.facts.ts';
import { ProviderUnavailable } from './payments.provider.ts';
import type { createRefunds } from './payments.refunds.ts';
import type { Settlement } from './payments.settlement.ts';
import { toStaffDetail, toStaffPayment, toWebhookEvent } from './payments.staff.presenter.ts';
import { findPayment, listRefunds, lockPayment, updatePayment, updateRefund } from './payments.store.ts';
import type { PaymentRow } from './payments.tables.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type DropFirst<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never;
type Deps = {
  accounts: Accounts;
  ledger: LedgerModule;
  invoices: Invoices;
  events: Events;
  settlement: Settlement;
  refunds: ReturnType<typeof createRefunds>;
};

/** What admins see of payments and decide about them. Everybody else is refused, as the interface says. */
export function createDesk(
  { db, clock }: Platform,
  { accounts, ledger, invoices, events, settlement, refunds }: Deps,
) {
  async function describe(row: PaymentRow, from: Queryable): Promise<StaffPaymentDetail> {
    const ofPayment = await listRefunds(from, row.id);
    const history = await listHistory(from, row.id);
    const actors = [...ofPayment.map(({ actorId }) => actorId), ...history.map((entry) => entry.actor_id)];
    const people = await accounts.findPeople(
      actors.filter((id) => id !== null),
      from,
    );
    return toStaffDetail(row, {
      facts: factsOf(row, ofPayment),
      refunds: ofPayment,
      ledger: await ledger.entriesOfPayment(row.id, from),
      events: await listEventsOfPayment(from, row.id),
      history,
      invoiceNumber: await invoices.numberOf(row.id, from),
      nameOf: (id) => (id === null ? null : (people.get(id)?.email ?? id)),
    });
  }

  async function detail(
    viewer: Viewer,
    id: string,
    from: Queryable = db.orm,
  ): Promise<StaffPaymentDetail | Refusal> {
    const hidden = adminOnly(viewer);
    if (hidden) return hidden;
    const row = UUID.test(id) ? await findPayment(from, id) : undefined;
    return row ? describe(row, from) : refuse('not_found');
  }

  /** One admin's step on a payment of somebody else's, with its audit row; answers the payment afterwards. */
  async function decideIn(
    tx: Tx,
    viewer: Viewer,
    id: string,
    action: string,
    detailOf: Record<string, unknown>,
    work: (tx: Tx, row: PaymentRow) => Promise<undefined | Refusal>,
  ): Promise<StaffPaymentDetail | Refusal> {
    const hidden = adminOnly(viewer);
    if (hidden) return hidden;
    if (!UUID.test(id)) return refuse('not_found');
    if (!(await findPayment(tx, id))) return refuse('not_found');
    const row = await lockPayment(tx, id);
    const own = notOwnOrder(viewer, row.customerId);
    if (own) return own;
    const failed = await work(tx, row);
    if (failed) return failed;
    await recordAudit(tx, {
      at: clock.now(),
      actorId: viewer.id,
      action,
      subject: { kind: 'payment', id },
      detail: detailOf,
    });
    return detail(viewer, id, tx);
  }

  const decide = (...decision: DropFirst<Parameters<typeof decideIn>>) =>
    db.transaction((tx) => decideIn(tx, ...decision));

  async function findWebhook(viewer: Viewer, id: string): Promise<WebhookEventDetail | Refusal> {
    const hidden = adminOnly(viewer);
    if (hidden) return hidden;
    const event = UUID.test(id) ? await findEvent(db.orm, id) : undefined;
    return event ? { ...toWebhookEvent(event), payload: event.payload } : refuse('not_found');
  }

  function recordSight(viewer: Viewer, action: string, subject: { kind: string; id: string }): Promise<void> {
    return recordView(db.orm, { at: clock.now(), actorId: viewer.id, action, subject });
  }

  return {
    /** A page of payments with what waits for a decision. */
    async list(
      viewer: Viewer,
      filter: PaymentsFilter,
    ): Promise<(Omit<StaffPaymentPage, 'pagination'> & { total: number }) | Refusal> {
      const hidden = adminOnly(viewer);
      if (hidden) return hidden;
      const { rows, total } = await listForDesk(db.orm, filter);
      return { data: rows.map(toStaffPayment), total, decisions: await countDecisions(db.orm) };
    },

    /** Looking at a payment shows its customer, so it is written down like a decision. */
    async detail(viewer: Viewer, id: string): Promise<StaffPaymentDetail | Refusal> {
      const found = await detail(viewer, id);
      if (!isRefusal(found)) await recordSight(viewer, 'payment.viewed', { kind: 'payment', id: found.id });
      return found;
    },

    /** Takes what came as the whole price; whoever sells is told as of any payment. Refuses wrong_state. */
    accept: (viewer: Viewer, id: string, reason: string) =>
      decide(viewer, id, 'payment.accepted', { reason }, async (tx) =>
        (await settlement.acceptAsPaid(tx, id))
          ? undefined
          : refuse('wrong_state', 'This payment is not one that can be accepted.'),
      ),

    /** Sends back `amountCents`, or all that can go back. Refuses wrong_state. */
    refund: (tx: Tx, viewer: Viewer, id: string, ask: { amountCents: number | null; reason: string }) =>
      decideIn(
        tx,
        viewer,
        id,
        'payment.refund_decided',
        { amount_cents: ask.amountCents, reason: ask.reason },
        async () => {
          const refund = await refunds.refund(tx, {
            paymentId: id,
            amountCents: ask.amountCents ?? 'rest',
            reason: ask.reason,
            actorId: viewer.id,
          });
          return isRefusal(refund) ? refund : undefined;
        },
      ),

    /** Asks again for a refund that failed. Refuses not_found, wrong_state. */
    retryRefund: (viewer: Viewer, id: string, refundId: string) =>
      decide(viewer, id, 'payment.refund_retried', { refund_id: refundId }, (tx) =>
        refunds.retry(tx, id, refundId, viewer.id),
      ),

    /** Leaves a payment as it is until something new happens to it. Refuses wrong_state. */
    dismiss: (viewer: Viewer, id: string, reason: string) =>
      decide(viewer, id, 'payment.dismissed', { reason }, async (tx, row) => {
        if (row.decision === null) return refuse('wrong_state', 'This payment waits for no decision.');
        const now = clock.now();
        for (const refund of await listRefunds(tx, id)) {
          if (refund.status === 'failed' && !refund.resolvedAt) {
            await updateRefund(tx, refund.id, { resolvedAt: now });
          }
        }
        // That it was left stays visible until something new happens.
        await updatePayment(tx, id, { decision: null, decisionSince: now, updatedAt: now });
        return undefined;
      }),

    /** Asks the provider what is true now. Refuses provider_unavailable. */
    async check(viewer: Viewer, id: string): Promise<StaffPaymentDetail | Refusal> {
      const before = await detail(viewer, id);
      if (isRefusal(before)) return before;
      try {
        await settlement.check(id);
      } catch (error) {
        if (error instanceof ProviderUnavailable) return refuse('provider_unavailable');
        throw error;
      }
      return detail(viewer, id);
    },

    /** Every movement for an order or a share. */
    async ledgerOf(viewer: Viewer, subjectId: string): Promise<Ledger | Refusal> {
      const hidden = adminOnly(viewer);
      if (hidden) return hidden;
      if (!UUID.test(subjectId)) return refuse('not_found');
      // A group is never paid for itself; money stands under it once its sender is owed some.
      const kind = (await findSubjectKind(db.orm, subjectId)) ?? (await ledger.kindOfSubject(subjectId));
      if (!kind) return refuse('not_found');
      return { subject: { kind, id: subjectId }, ...(await ledger.entriesOfSubject(subjectId)) };
    },

    async webhooks(
      viewer: Viewer,
      filter: EventsFilter,
    ): Promise<{ data: WebhookPage['data']; total: number } | Refusal> {
      const hidden = adminOnly(viewer);
      if (hidden) return hidden;
      const { rows, total } = await listEvents(db.orm, filter);
      return { data: rows.map(toWebhookEvent), total };
    },

    /** An event with its body, which names the customer: the look is written down. */
    async webhook(viewer: Viewer, id: string): Promise<WebhookEventDetail | Refusal> {
      const found = await findWebhook(viewer, id);
      if (!isRefusal(found))
        await recordSight(viewer, 'webhook.viewed', { kind: 'payment_event', id: found.id });
      return found;
    },

    /** Works through an event again: what was settled stays settled once. Refuses provider_unavailable. */
    async replay(viewer: Viewer, id: string): Promise<WebhookEventDetail | Refusal> {
      const before = await findWebhook(viewer, id);
      if (isRefusal(before)) return before;
      await db.transaction(async (tx) => {
        await countReplay(tx, id);
        await recordAudit(tx, {
          at: clock.now(),
          actorId: viewer.id,
          action: 'webhook.replayed',
          subject: { kind: 'payment_event', id },
          detail: { provider: before.provider, type: before.type },
        });
      });
      try {
        await events.process(id, true);
      } catch (error) {
        if (error instanceof ProviderUnavailable) return refuse('provider_unavailable');
        throw error;
      }
      return findWebhook(viewer, id);
    },
  };
}
