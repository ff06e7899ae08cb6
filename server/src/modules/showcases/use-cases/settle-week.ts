import { dayOf } from '@vialproof/science/calendar/dates';
import { secondsAfter } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { findPeople } from '../../accounts/accounts.service.ts';
import { lockOrderForChange } from '../../orders/orders.service.ts';
import { type PaymentRecord, selectPayment } from '../../payments/payments.service.ts';
import { publishedTests } from '../../publications/publications.service.ts';
import { countPlaces, readOccupancy } from '../places.queries.ts';
import { LATE_DAYS, PROCESSING_SECONDS } from '../rules/reservations.ts';
import { isReserved, mayBePaid, mayBeStopped } from '../rules/states.ts';
import { daysAfter, firstFreeDay, isFree } from '../rules/weeks.ts';
import type { ShowcasesContext } from '../showcases.service.ts';
import { findShowcase, listOfRequest, lockPlaces, lockShowcase, updateShowcase } from '../showcases.store.ts';
import type { ShowcaseRow } from '../showcases.tables.ts';
import { book, giveBack, release, stop } from '../showcases.transitions.ts';

/**
 * Reacts to a change of the payment for a week on the home page. When all is paid, the result gets its reserved week,
 * or the first free one within seven days. Otherwise the money is refunded.
 */
export async function settleWeek(ctx: ShowcasesContext, paymentId: string): Promise<void> {
  const { orders, payments, platform } = ctx;
  const { subject } = await selectPayment(payments, paymentId);
  await platform.db.transaction(async (tx) => {
    const known = await findShowcase(tx, subject.id);
    if (!known) throw new Error(`payment ${paymentId} is for a showcase that is missing`);
    await lockOrderForChange(orders, tx, known.requestId);
    await lockPlaces(tx);
    // Reads the row again under its lock, because another transaction may have changed it.
    const row = (await lockShowcase(tx, subject.id)) ?? known;
    await settle(ctx, tx, row, await selectPayment(payments, paymentId, tx));
  });
}

async function settle(
  ctx: ShowcasesContext,
  tx: Tx,
  row: ShowcaseRow,
  payment: PaymentRecord,
): Promise<void> {
  const now = ctx.platform.clock.now();
  if (row.paymentId === payment.id) {
    if (!mayBeStopped(row, now) || !isGivenBack(payment)) return;
    await stop(ctx, tx, row, { because: 'refunded', reason: 'Its payment was given back' });
    return;
  }
  if (payment.receivedCents === 0) {
    if (payment.status === 'processing') await waitFor(ctx, tx, row);
    return;
  }
  if (!(await isAwaited(ctx, tx, row))) return giveBack(ctx, tx, row, payment);
  if (!payment.isPaidFor || payment.amountCents < row.amountCents) return;
  const startsOn = await findWeek(ctx, tx, row);
  if (startsOn !== undefined) return book(ctx, tx, row, { startsOn, paymentId: payment.id });
  await release(ctx, tx, row, 'full');
  await giveBack(ctx, tx, row, payment);
}

/** Whether an admin has refunded all of the payment. */
const isGivenBack = ({ status, heldCents }: PaymentRecord) =>
  heldCents === 0 && (status === 'refunded' || status === 'refund_pending');

/** Keeps the place on the home page reserved while the payment is on its way. */
async function waitFor(ctx: ShowcasesContext, tx: Tx, row: ShowcaseRow): Promise<void> {
  const now = ctx.platform.clock.now();
  const until = secondsAfter(row.createdAt, PROCESSING_SECONDS);
  if (row.state !== 'reserved' || until <= row.reservedUntil) return;
  const hasPlace = isReserved(row, now) || isFree(row.startsOn, await occupancyBeside(ctx, tx, row));
  if (hasPlace) await updateShowcase(tx, row.id, { reservedUntil: until, updatedAt: now });
}

/**
 * Whether a payment can still buy the week on the home page. Not if the result is no longer published, the owner's
 * account is deleted, or the result has a later week.
 */
async function isAwaited(ctx: ShowcasesContext, tx: Tx, row: ShowcaseRow): Promise<boolean> {
  if (!mayBePaid(row)) return false;
  const shown = await publishedTests(ctx.publications, [row.requestId], tx);
  const owner = (await findPeople(ctx.accounts, [row.accountId], tx)).get(row.accountId);
  if (shown.size === 0 || !owner?.email) return false;
  const now = ctx.platform.clock.now();
  const others = await listOfRequest(tx, row.requestId);
  return !others.some(
    (other) => other.createdAt > row.createdAt && (isReserved(other, now) || mayBeStopped(other, now)),
  );
}

/** The first day of the week that the result gets on the home page. Undefined if no week is free. */
async function findWeek(ctx: ShowcasesContext, tx: Tx, row: ShowcaseRow): Promise<string | undefined> {
  const now = ctx.platform.clock.now();
  const today = dayOf(now);
  const occupancy = await occupancyBeside(ctx, tx, row);
  const isKept = isReserved(row, now) || isFree(row.startsOn, occupancy);
  if (row.startsOn >= today && isKept) return row.startsOn;
  if (occupancy.places === 0) return undefined;
  const first = firstFreeDay(today, occupancy);
  return first <= daysAfter(today, LATE_DAYS) ? first : undefined;
}

async function occupancyBeside(ctx: ShowcasesContext, tx: Tx, { id, requestId }: ShowcaseRow) {
  return readOccupancy(ctx, tx, { requestId, places: await countPlaces(ctx, tx), exceptId: id });
}
