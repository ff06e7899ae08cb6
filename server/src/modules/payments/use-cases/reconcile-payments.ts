import { z } from 'zod';
import { secondsAfter } from '../../../platform/clock.ts';
import { defineJob } from '../../../platform/jobs/jobs.ts';
import { listForgottenEvents } from '../events.store.ts';
import type { PaymentsContext } from '../payments.context.ts';
import { listPaymentsToCheck, listStuckRefunds, touchRefund } from '../payments.store.ts';
import { checkPaymentJob } from './check-payment.ts';
import { refundJob } from './send-refund.ts';
import { settleEventJob } from './settle-event.ts';

export const reconcileJob = defineJob('payment.reconcile', z.object({}), {
  retryLimit: 1,
  every: '* * * * *',
});

/** One run handles at most this many of each kind. */
const BATCH = 50;

/** Runs every minute: queues jobs again for payments, events and refunds that wait too long. */
export async function reconcilePayments({ platform: { db, jobs, clock } }: PaymentsContext): Promise<void> {
  const now = clock.now();
  for (const eventId of await listForgottenEvents(db.orm, secondsAfter(now, -60), BATCH)) {
    await jobs.send(db.orm, settleEventJob, { eventId }, { singletonKey: eventId });
  }
  for (const paymentId of await listPaymentsToCheck(db.orm, now, BATCH)) {
    await jobs.send(db.orm, checkPaymentJob, { paymentId });
  }
  for (const refund of await listStuckRefunds(db.orm, secondsAfter(now, -600))) {
    await touchRefund(db.orm, refund.id, now);
    if (refund.status === 'requested') await jobs.send(db.orm, refundJob, { refundId: refund.id });
    else await jobs.send(db.orm, checkPaymentJob, { paymentId: refund.paymentId });
  }
}
