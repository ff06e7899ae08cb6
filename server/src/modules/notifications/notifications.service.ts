import type { SampleRejection } from '@vialproof/contract/sample-rejection';
import { defineMailJob, type MailPayload, sendMailJob } from '../../platform/mail-jobs.ts';
import type { MailText } from '../../platform/mail-layout.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import { type Orders, showKey } from '../orders/orders.service.ts';
import type { Results } from '../results/results.service.ts';
import type { MailFacts } from './mails/mail-facts.ts';
import * as order from './mails/order.mails.ts';
import * as result from './mails/result.mails.ts';
import * as sample from './mails/sample.mails.ts';
import { isStillTrue, MAIL_OF_EVENT, type RequestMail } from './notifications.rules.ts';
import { claimDispatch, markSent, wasSent } from './notifications.store.ts';

export const REQUEST_MAIL = 'notifications.request-mail';

type RequestMailJob = MailPayload & {
  requestId: string;
  mail: RequestMail;
  /** The same for the same news, however often it comes. */
  dedupeKey: string;
  note: string | null;
  /** Of a refused sample; absent in jobs of before. */
  rejection?: SampleRejection | null;
};

const TEMPLATES: Record<RequestMail, (facts: MailFacts, requestId: string) => MailText> = {
  reminder: order.reminderMail,
  shipping: sample.shippingMail,
  sample_received: sample.sampleReceivedMail,
  sample_refused: sample.sampleRefusedMail,
  result_ready: result.resultReadyMail,
  result_amended: result.resultAmendedMail,
  result_retracted: result.resultRetractedMail,
  cancelled: order.cancelledMail,
  expired: order.expiredMail,
  refunded: order.refundedMail,
  part_refunded: order.partRefundedMail,
  payment_failed: order.paymentFailedMail,
  payment_problem: order.paymentProblemMail,
  payment_returned: order.paymentReturnedMail,
};

const keyOf = (eventId: number) => `request-event:${eventId}`;

/** Mails about test requests: enqueued in the transaction of the news, sent once by a job. */
export function createNotifications(
  platform: Platform,
  { accounts, orders, results }: { accounts: Accounts; orders: Orders; results: Results },
): void {
  const { db, mail, clock, config } = platform;

  async function factsOf(job: RequestMailJob): Promise<MailFacts & { email: string; isDue: boolean }> {
    const request = await orders.select(job.requestId);
    const sku = await orders.skuOf(request);
    return {
      email: await accounts.selectEmail(request.customerId),
      isDue: isStillTrue(job.mail, request),
      brand: { name: config.brandName, url: platform.publicUrl() },
      lab: config.lab,
      taskNumber: request.taskNumber,
      uniqueKey: showKey(request.uniqueKey),
      skuName: sku.name,
      sampleRequirement: sku.sample_requirement,
      turnaround: sku.tat_text,
      dueOn: request.dueOn,
      rejection: job.rejection ?? null,
      compoundName: request.compoundName,
      isPublic: request.visibility === 'public',
      wasPaid: request.paidAt !== null,
      priceCents: request.finalPriceCents,
      payBy: request.expiresAt,
      note: job.note,
    };
  }

  /** A draft gets one mail: when the reminder left, its end is no news. */
  async function wasToldOfEnd({ mail: kind, requestId }: RequestMailJob): Promise<boolean> {
    if (kind !== 'expired') return false;
    const eventId = await orders.reminderBeforeExpiry(requestId);
    return eventId !== undefined && wasSent(db.orm, keyOf(eventId));
  }

  async function send(job: RequestMailJob): Promise<void> {
    // Older versions wrote at creation; such a job may still wait.
    if (!(job.mail in TEMPLATES)) return;
    const { email, isDue, ...facts } = await factsOf(job);
    // Somebody who deleted the account is written to no more.
    if (!isDue || email === '' || (await wasToldOfEnd(job))) return;
    const { dedupeKey } = job;
    const message = TEMPLATES[job.mail](facts, job.requestId);
    await db.transaction(async (tx) => {
      const dispatch = { dedupeKey, recipient: email, template: job.mail, createdAt: clock.now() };
      if (await claimDispatch(tx, dispatch)) return;
      const messageId = `<${dedupeKey.replace(':', '-')}@${new URL(facts.brand.url).hostname}>`;
      await mail.send({ about: 'order', ...message, to: email, messageId });
      await markSent(tx, dedupeKey, clock.now());
    });
  }

  defineMailJob<RequestMailJob>(platform, REQUEST_MAIL, { expireInSeconds: 120, batch: 5 }, send);

  orders.changed.subscribe(async (tx, { requestId, ownerId, groupTestId, event, eventId, note, reason }) => {
    // A group writes to its members and its sender itself.
    if (groupTestId) return;
    const kind = event && MAIL_OF_EVENT[event];
    if (!kind || eventId === undefined) return;
    const dedupeKey = keyOf(eventId);
    const rejection = reason ?? null;
    await sendMailJob<RequestMailJob>(platform, tx, REQUEST_MAIL, {
      userId: ownerId,
      requestId,
      mail: kind,
      dedupeKey,
      note: note ?? null,
      rejection,
      endsAt: kind === 'reminder' ? (await orders.select(requestId, tx)).expiresAt : null,
    });
  });

  // Told of by its revision, so that one mail goes out to each; a result that follows a retraction completes an order,
  // and is told of as such. A group writes to its members itself.
  results.published.subscribe(async (tx, { request, revision, replaces }) => {
    if (replaces?.state !== 'superseded' || request.groupTestId) return;
    const dedupeKey = `result-revision:${revision.id}`;
    const note = revision.amendReason;
    await sendMailJob<RequestMailJob>(platform, tx, REQUEST_MAIL, {
      userId: request.customerId,
      requestId: request.id,
      mail: 'result_amended',
      dedupeKey,
      note,
    });
  });
}
