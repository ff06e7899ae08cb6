import { randomUUID } from 'node:crypto';
import type { NextShowcase, ReservedShowcase } from '@vialproof/contract/showcases';
import { dayOf } from '@vialproof/science/calendar/dates';
import { ownerOnly, type Viewer } from '../../../platform/access.ts';
import { secondsAfter } from '../../../platform/clock.ts';
import type { Queryable, Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { findOrder, lockOrderForChange } from '../../orders/orders.service.ts';
import { registerGoods } from '../../payments/payments.service.ts';
import { publishedTests } from '../../publications/publications.service.ts';
import { countPlaces, readOccupancy } from '../places.queries.ts';
import { RESERVED_SECONDS } from '../rules/reservations.ts';
import { isReserved, stateOf } from '../rules/states.ts';
import { firstFreeDay, weekFrom } from '../rules/weeks.ts';
import { presentReserved, presentWeek } from '../showcases.presenter.ts';
import type { ShowcasesContext } from '../showcases.service.ts';
import { countUnpaid, insertShowcase, listOfRequest, lockPlaces } from '../showcases.store.ts';
import type { ShowcaseRow } from '../showcases.tables.ts';
import { release } from '../showcases.transitions.ts';

/** How many unpaid reservations a person may make per day. There is a limit because each reservation takes a place. */
const MOST_UNPAID = 10;
const DAY_SECONDS = 86_400;

/**
 * The dates and the price of the next week on the home page for a result. Refusals: `not_found`, `not_showable`,
 * `showcase_closed`, `wrong_state`.
 */
export async function readNextWeek(
  ctx: ShowcasesContext,
  viewer: Viewer,
  requestId: string,
): Promise<NextShowcase | Refusal> {
  const { clock, config, db } = ctx.platform;
  const row = await findOrder(ctx.orders, requestId);
  if (!row) return refuse('not_found');
  const refused = ownerOnly(viewer, row.customerId);
  if (refused) return refused;
  const asked = await readOffer(ctx, db.orm, requestId);
  if (isRefusal(asked)) return asked;
  const { places, reserved } = asked;
  const occupancy = await readOccupancy(ctx, db.orm, {
    requestId,
    places,
    ...(reserved ? { exceptId: reserved.id } : {}),
  });
  const next = weekFrom(reserved?.startsOn ?? firstFreeDay(dayOf(clock.now()), occupancy));
  return {
    ...presentWeek(next),
    week_cents: config.showcase.weekCents,
    currency: 'usd',
    places,
    reserved: reserved ? presentReserved(reserved) : null,
  };
}

/**
 * Reserves the first free week on the home page for a result, or returns its unpaid reservation. Refusals: `not_found`,
 * `not_showable`, `showcase_closed`, `rate_limited`, `wrong_state`.
 */
export async function reserveWeek(
  ctx: ShowcasesContext,
  tx: Tx,
  viewer: Viewer,
  requestId: string,
): Promise<ReservedShowcase | Refusal> {
  const found = await findOrder(ctx.orders, requestId, tx);
  if (!found) return refuse('not_found');
  const foreign = ownerOnly(viewer, found.customerId);
  if (foreign) return foreign;
  // The row is locked, so that a withdrawal of the result either comes before the reservation, or ends the reserved
  // week.
  await lockOrderForChange(ctx.orders, tx, requestId);
  await lockPlaces(tx);
  const asked = await readOffer(ctx, tx, requestId);
  if (isRefusal(asked)) return asked;
  const { places, reserved, begun } = asked;
  if (reserved) return presentReserved(reserved);
  if (begun) await release(ctx, tx, begun, 'replaced');
  const { clock, config } = ctx.platform;
  const now = clock.now();
  if ((await countUnpaid(tx, viewer.id, secondsAfter(now, -DAY_SECONDS))) >= MOST_UNPAID) {
    return refuse(
      'rate_limited',
      'You have reserved many weeks today without paying them. Please try again tomorrow.',
      { retryAfterSeconds: DAY_SECONDS },
    );
  }
  const row: ShowcaseRow = {
    id: randomUUID(),
    requestId,
    accountId: viewer.id,
    ...weekFrom(firstFreeDay(dayOf(now), await readOccupancy(ctx, tx, { requestId, places }))),
    amountCents: config.showcase.weekCents,
    currency: 'usd',
    state: 'reserved',
    reservedUntil: secondsAfter(now, RESERVED_SECONDS),
    paymentId: null,
    paidAt: null,
    stoppedOn: null,
    refundCents: 0,
    endedBecause: null,
    remindedAt: null,
    createdAt: now,
    updatedAt: now,
  };
  await insertShowcase(tx, row);
  await registerGoods(ctx.payments, tx, 'showcase', [row.id]);
  return presentReserved(row);
}

type Offer = {
  places: number;
  /** The unpaid reservation of this result, if its first day on the home page is still to come. */
  reserved: ShowcaseRow | undefined;
  /** An unpaid reservation that is over, because its first day on the home page has begun. */
  begun: ShowcaseRow | undefined;
};

/** The next free week on the home page, and its price. Refusals: `not_showable`, `showcase_closed`, `wrong_state`. */
async function readOffer(ctx: ShowcasesContext, db: Queryable, requestId: string): Promise<Offer | Refusal> {
  const { clock, config } = ctx.platform;
  if (config.showcase.places === 0) return refuse('showcase_closed');
  const shown = await publishedTests(ctx.publications, [requestId], db);
  if (shown.size === 0) return refuse('not_showable');
  const places = await countPlaces(ctx, db);
  if (places === 0) {
    return refuse('showcase_closed', 'There are too few published results yet to display one of them apart.');
  }
  const now = clock.now();
  const own = await listOfRequest(db, requestId);
  const open = own.find((row) => isReserved(row, now));
  if (!open && own.some((row) => stateOf(row, now) === 'upcoming')) {
    return refuse('wrong_state', 'The next week of this result is paid already.');
  }
  const hasBegun = open !== undefined && open.startsOn < dayOf(now);
  return { places, reserved: hasBegun ? undefined : open, begun: hasBegun ? open : undefined };
}
