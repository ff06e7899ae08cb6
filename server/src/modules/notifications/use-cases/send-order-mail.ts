import { SAMPLE_REJECTIONS } from '@vialproof/contract/sample-rejection';
import { z } from 'zod';
import { defineMailJob, MAIL_TO_ACCOUNT, mailTimes } from '../../../platform/mail/mail-jobs.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { selectEmail } from '../../accounts/accounts.service.ts';
import {
  type OrderEvent,
  reminderBeforeExpiry,
  selectOrder,
  showKey,
  skuOf,
} from '../../orders/orders.service.ts';
import type { ManyCompared, UnusualLookups } from '../../verification/verification.service.ts';
import * as order from '../mails/order.ts';
import type { OrderMailFacts, WriteOrderMail } from '../mails/order-mail.ts';
import * as result from '../mails/result.ts';
import * as sample from '../mails/sample.ts';
import { isStillTrue, MAIL_OF_EVENT, REQUEST_MAILS, type RequestMail } from '../notifications.rules.ts';
import type { NotificationsContext } from '../notifications.service.ts';
import { wasSent } from '../notifications.store.ts';
import { sendOnce } from './send-once.ts';

export const orderMailJob = defineMailJob(
  'notifications.request-mail',
  z.object({
    ...MAIL_TO_ACCOUNT,
    requestId: z.string(),
    mail: z.enum(REQUEST_MAILS),
    /** A key that is the same if the event is repeated, so that the mail is sent once. */
    dedupeKey: z.string(),
    note: z.string().nullable(),
    /** The reason why the laboratory refused the sample; null or absent in other mails. */
    rejection: z.enum(SAMPLE_REJECTIONS).nullish(),
    /** The day with many lookups; absent in other mails. */
    lookups: z.object({ day: z.string(), today: z.number() }).nullish(),
  }),
  { expireInSeconds: 120, batch: 5 },
);
type OrderMail = z.infer<typeof orderMailJob.schema>;

const TEMPLATES: Record<RequestMail, WriteOrderMail> = {
  reminder: order.reminderMail,
  shipping: sample.shippingMail,
  sample_received: sample.sampleReceivedMail,
  sample_refused: sample.sampleRefusedMail,
  result_ready: result.resultReadyMail,
  result_amended: result.resultAmendedMail,
  result_retracted: result.resultRetractedMail,
  looked_up_often: result.lookedUpOftenMail,
  compared_often: result.comparedOftenMail,
  cancelled: order.cancelledMail,
  expired: order.expiredMail,
  refunded: order.refundedMail,
  part_refunded: order.partRefundedMail,
  payment_failed: order.paymentFailedMail,
  payment_problem: order.paymentProblemMail,
  payment_returned: order.paymentReturnedMail,
};

const keyOf = (eventId: number) => `request-event:${eventId}`;

/**
 * Queues the mail about an event of an order. The test of a group gets none, because its members get the group's mails.
 */
export async function enqueueOrderMail(
  { platform, orders }: NotificationsContext,
  tx: Tx,
  { requestId, ownerId, groupTestId, event, eventId, note, reason }: OrderEvent,
): Promise<void> {
  if (groupTestId) return;
  const kind = event && MAIL_OF_EVENT[event];
  if (!kind || eventId === undefined) return;
  await platform.jobs.send(tx, orderMailJob, {
    userId: ownerId,
    requestId,
    mail: kind,
    dedupeKey: keyOf(eventId),
    note: note ?? null,
    rejection: reason ?? null,
    ...mailTimes(platform, kind === 'reminder' ? (await selectOrder(orders, requestId, tx)).expiresAt : null),
  });
}

type Publication = {
  request: { id: string; customerId: string; groupTestId: string | null };
  revision: { id: string; amendReason: string | null };
  earlier: { state: string }[];
};

/** Queues the mail about a corrected result, one for each version. Members of a group get other mails. */
export async function enqueueAmendmentMail(
  { platform }: NotificationsContext,
  tx: Tx,
  { request, revision, earlier }: Publication,
): Promise<void> {
  if (earlier.at(-1)?.state !== 'superseded' || request.groupTestId) return;
  await platform.jobs.send(tx, orderMailJob, {
    userId: request.customerId,
    requestId: request.id,
    mail: 'result_amended',
    dedupeKey: `result-revision:${revision.id}`,
    note: revision.amendReason,
    ...mailTimes(platform),
  });
}

/** Queues the mail about unusually many lookups, to the owner or organizer. */
export async function enqueueLookupMail(
  { platform }: NotificationsContext,
  tx: Tx,
  { requestId, ownerId, day, today }: UnusualLookups,
): Promise<void> {
  await platform.jobs.send(tx, orderMailJob, {
    userId: ownerId,
    requestId,
    mail: 'looked_up_often',
    dedupeKey: `lookups:${requestId}:${day}`,
    note: null,
    lookups: { day, today },
    ...mailTimes(platform),
  });
}

/** Queues the mail that many different values were compared, to the owner. */
export async function enqueueComparedMail(
  { platform }: NotificationsContext,
  tx: Tx,
  { requestId, ownerId, month }: ManyCompared,
): Promise<void> {
  await platform.jobs.send(tx, orderMailJob, {
    userId: ownerId,
    requestId,
    mail: 'compared_often',
    dedupeKey: `compared:${requestId}:${month}`,
    note: null,
    ...mailTimes(platform),
  });
}

/** Sends the mail to the order's owner, unless it is no longer true. */
export async function sendOrderMail(ctx: NotificationsContext, job: OrderMail): Promise<void> {
  const { email, isDue, ...facts } = await factsOf(ctx, job);
  // A deleted account gets no mail.
  if (!isDue || email === '' || (await wasReminded(ctx, job))) return;
  const message = TEMPLATES[job.mail](facts);
  await sendOnce(ctx, { dedupeKey: job.dedupeKey, recipient: email, template: job.mail }, message);
}

async function factsOf(
  { platform, accounts, orders }: NotificationsContext,
  job: OrderMail,
): Promise<OrderMailFacts & { email: string; isDue: boolean }> {
  const request = await selectOrder(orders, job.requestId);
  const sku = await skuOf(orders, request);
  return {
    email: await selectEmail(accounts, request.customerId),
    isDue: isStillTrue(job.mail, request),
    siteUrl: platform.publicUrl(),
    lab: platform.config.lab,
    requestId: request.id,
    taskNumber: request.taskNumber,
    uniqueKey: showKey(request.uniqueKey),
    skuName: sku.name,
    sampleRequirement: sku.sample_requirement,
    turnaround: sku.tat_text,
    dueOn: request.dueOn,
    rejection: job.rejection ?? null,
    compoundName: request.compoundName,
    isPublic: request.visibility === 'public',
    isOpen: request.valuesOpenSince !== null,
    wasPaid: request.paidAt !== null,
    priceCents: request.finalPriceCents,
    payBy: request.expiresAt,
    note: job.note,
    lookups: job.lookups ?? null,
  };
}

/** Whether the owner was reminded of the unpaid order. Then no mail says that it has ended. */
async function wasReminded(
  { platform, orders }: NotificationsContext,
  { mail, requestId }: OrderMail,
): Promise<boolean> {
  if (mail !== 'expired') return false;
  const eventId = await reminderBeforeExpiry(orders, requestId);
  return eventId !== undefined && wasSent(platform.db.orm, keyOf(eventId));
}
