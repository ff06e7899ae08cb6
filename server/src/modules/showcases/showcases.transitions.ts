import type { ShowcaseEnd } from '@vialproof/contract/showcases';
import { dayOf } from '@vialproof/science/calendar/dates';
import type { Tx } from '../../platform/postgres/database.ts';
import { isRefusal } from '../../platform/refusal.ts';
import {
  closeCheckoutSoon,
  type PaymentRecord,
  requestRefund,
  returnRest,
  selectPayment,
} from '../payments/payments.service.ts';
import { stopOn } from './rules/refunds.ts';
import { type ShowcaseStep, stateAfter } from './rules/states.ts';
import { weekFrom } from './rules/weeks.ts';
import type { ShowcaseEventKind, ShowcasesContext } from './showcases.service.ts';
import { lockUnfinished, updateShowcase } from './showcases.store.ts';
import type { ShowcaseRow } from './showcases.tables.ts';

/** Changes the state of a locked week on the home page. @throws if the change is impossible. */
async function move(
  { platform }: ShowcasesContext,
  tx: Tx,
  row: ShowcaseRow,
  step: ShowcaseStep,
  change: Partial<ShowcaseRow>,
): Promise<ShowcaseRow> {
  const state = stateAfter(row.state, step);
  if (!state) throw new Error(`a ${row.state} showcase cannot be ${step}`);
  const changed = { ...change, state, updatedAt: platform.clock.now() };
  await updateShowcase(tx, row.id, changed);
  return { ...row, ...changed };
}

/** Tells other modules about an event of a paid week on the home page. */
export async function followWeek(
  ctx: ShowcasesContext,
  tx: Tx,
  { id: showcaseId, requestId, accountId }: Pick<ShowcaseRow, 'id' | 'requestId' | 'accountId'>,
  event: ShowcaseEventKind,
  { detail = '', endsAt = null }: { detail?: string; endsAt?: Date | null } = {},
): Promise<void> {
  const key = `showcase:${showcaseId}:${event}${detail && `:${detail}`}`;
  await ctx.afterShowcaseEvent(tx, { showcaseId, requestId, accountId, event, key, endsAt });
}

/** Gives a result the paid week on the home page, from `startsOn` on. */
export async function book(
  ctx: ShowcasesContext,
  tx: Tx,
  row: ShowcaseRow,
  { startsOn, paymentId }: { startsOn: string; paymentId: string },
): Promise<void> {
  const paidAt = ctx.platform.clock.now();
  const week = weekFrom(startsOn);
  await move(ctx, tx, row, 'paid', { ...week, paymentId, paidAt, endedBecause: null });
  await followWeek(ctx, tx, row, startsOn === row.startsOn ? 'booked' : 'moved');
}

/**
 * Ends the reservation of an unpaid week on the home page. A job closes its payment page, because no transaction may
 * wait for a provider.
 */
export async function release(
  ctx: ShowcasesContext,
  tx: Tx,
  row: ShowcaseRow,
  because: ShowcaseEnd,
): Promise<void> {
  await move(ctx, tx, row, 'released', { endedBecause: because });
  await closeCheckoutSoon(ctx.payments, tx, { kind: 'showcase', id: row.id });
}

/**
 * Ends a paid week on the home page today, and refunds the days that have not begun. Money that the customer's bank
 * disputes is not refunded.
 */
export async function stop(
  ctx: ShowcasesContext,
  tx: Tx,
  row: ShowcaseRow,
  { because, reason, actorId = null }: { because: ShowcaseEnd; reason: string; actorId?: string | null },
): Promise<ShowcaseRow> {
  const { paymentId } = row;
  if (paymentId === null) throw new Error(`showcase ${row.id} was never paid`);
  const { stoppedOn, refundCents } = stopOn(dayOf(ctx.platform.clock.now()), row);
  const { heldCents } = await selectPayment(ctx.payments, paymentId, tx);
  const due = Math.min(refundCents, heldCents);
  const stopped = await move(ctx, tx, row, 'stopped', { stoppedOn, refundCents: due, endedBecause: because });
  if (due > 0) {
    const refund = await requestRefund(ctx.payments, tx, { paymentId, amountCents: due, reason, actorId });
    if (isRefusal(refund)) throw new Error(`payment ${paymentId} could not be refunded: ${refund.code}`);
  }
  await followWeek(ctx, tx, row, 'stopped');
  return stopped;
}

/** Ends all weeks on the home page of a result or a person. */
export async function endAll(
  ctx: ShowcasesContext,
  tx: Tx,
  of: { requestId: string } | { accountId: string },
  end: { because: ShowcaseEnd; reason: string },
): Promise<void> {
  for (const row of await lockUnfinished(tx, of, dayOf(ctx.platform.clock.now()))) {
    if (row.state === 'booked') await stop(ctx, tx, row, end);
    else await release(ctx, tx, row, end.because);
  }
}

/** Refunds a payment for which the result got no week on the home page. */
export async function giveBack(
  ctx: ShowcasesContext,
  tx: Tx,
  row: ShowcaseRow,
  { id: paymentId }: Pick<PaymentRecord, 'id'>,
): Promise<void> {
  // All refunds have the same reason, because a refund that failed is only repeated for another reason.
  const reason = 'No week of display was given for it';
  const isReturned = await returnRest(ctx.payments, tx, { paymentId, reason });
  if (isReturned) await followWeek(ctx, tx, row, 'returned', { detail: paymentId });
}
