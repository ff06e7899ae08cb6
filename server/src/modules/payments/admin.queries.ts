import type { Ledger } from '@vialproof/contract/ledger';
import type { StaffPaymentDetail, StaffPaymentPage } from '@vialproof/contract/payments-staff';
import type { WebhookEventDetail, WebhookPage } from '@vialproof/contract/webhooks';
import { listAudit } from '../../platform/audit.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { findPeople } from '../accounts/accounts.service.ts';
import { invoiceNumberOf } from '../invoices/invoices.service.ts';
import { entriesOfPayment, entriesOfSubject, kindOfSubject } from '../ledger/ledger.service.ts';
import {
  countDecisions,
  type EventsFilter,
  findSubjectKind,
  listEvents,
  listEventsOfPayment,
  listPaymentsForAdmin,
  type PaymentsFilter,
} from './admin.store.ts';
import { findEvent } from './events.store.ts';
import type { PaymentsContext } from './payments.context.ts';
import { findPayment, listRefunds } from './payments.store.ts';
import { presentStaffDetail, presentStaffPayment, presentWebhookEvent } from './payments-staff.presenter.ts';
import { factsOf } from './rules/payment-facts.ts';

/** A page of payments, with how many need a decision. */
export async function readPaymentsForAdmin(
  { platform: { db } }: PaymentsContext,
  filter: PaymentsFilter,
): Promise<Omit<StaffPaymentPage, 'pagination'> & { total: number }> {
  const { rows, total } = await listPaymentsForAdmin(db.orm, filter);
  return { data: rows.map(presentStaffPayment), total, decisions: await countDecisions(db.orm) };
}

const MOST_STEPS = 200;

/** All details of a payment. Refusal: `not_found`. */
export async function detailOf(
  { platform: { db }, accounts, ledger, invoices }: PaymentsContext,
  id: string,
  from: Queryable = db.orm,
): Promise<StaffPaymentDetail | Refusal> {
  const row = isUuid(id) ? await findPayment(from, id) : undefined;
  if (!row) return refuse('not_found');
  const refunds = await listRefunds(from, row.id);
  const history = await listAudit(from, { subjectIds: [row.id], withoutLooks: true, limit: MOST_STEPS });
  const actors = [...refunds.map(({ actorId }) => actorId), ...history.map((entry) => entry.actorId)];
  const people = await findPeople(
    accounts,
    actors.filter((actor) => actor !== null),
    from,
  );
  return presentStaffDetail(row, {
    facts: factsOf(row, refunds),
    refunds,
    ledger: await entriesOfPayment(ledger, row.id, from),
    events: await listEventsOfPayment(from, row.id),
    history,
    invoiceNumber: await invoiceNumberOf(invoices, row.id, from),
    nameOf: (actor) => (actor === null ? null : (people.get(actor)?.email ?? actor)),
  });
}

/** The money movements of an order or a share. */
export async function paymentLedgerOf(
  { platform: { db }, ledger }: PaymentsContext,
  subjectId: string,
): Promise<Ledger | Refusal> {
  if (!isUuid(subjectId)) return refuse('not_found');
  // A group has no payment of its own, except the payout to the sender of its vial.
  const kind = (await findSubjectKind(db.orm, subjectId)) ?? (await kindOfSubject(ledger, subjectId));
  if (!kind) return refuse('not_found');
  return { subject: { kind, id: subjectId }, ...(await entriesOfSubject(ledger, subjectId)) };
}

export async function listWebhooks(
  { platform: { db } }: PaymentsContext,
  filter: EventsFilter,
): Promise<{ data: WebhookPage['data']; total: number }> {
  const { rows, total } = await listEvents(db.orm, filter);
  return { data: rows.map(presentWebhookEvent), total };
}

/** An event with its body. May return the refusal `not_found`. */
export async function webhookOf(
  { platform: { db } }: PaymentsContext,
  id: string,
): Promise<WebhookEventDetail | Refusal> {
  const event = isUuid(id) ? await findEvent(db.orm, id) : undefined;
  return event ? { ...presentWebhookEvent(event), payload: event.payload } : refuse('not_found');
}
