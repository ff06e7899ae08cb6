import type {
  MyShowcase,
  ReservedShowcase,
  ShowcaseCalendar,
  StaffShowcase,
} from '@vialproof/contract/showcases';
import { dayOf, isoOf } from '@vialproof/science/calendar/dates';
import { endOf, mayBeStopped, stateOf } from './rules/states.ts';
import { daysAfter, placeOf, type Span } from './rules/weeks.ts';
import type { ShowcaseRow } from './showcases.tables.ts';

type DayCount = { day: string; views: number };

/** The first and the last day of a week on the home page. */
export const presentWeek = ({ startsOn, endsOn }: Span) => ({
  week_starts: startsOn,
  week_ends: daysAfter(endsOn, -1),
});

export function presentReserved(row: ShowcaseRow): ReservedShowcase {
  return {
    id: row.id,
    request_id: row.requestId,
    amount_cents: row.amountCents,
    currency: row.currency,
    ...presentWeek(row),
    reserved_until: row.reservedUntil.toISOString(),
  };
}

/** The test that the home page shows in a paid week, and the refunds of its payments. */
export type Known = {
  taskNumber: number;
  skuName: string;
  title: string | null;
  refundedCents: number;
  views: DayCount[];
};

function present(row: ShowcaseRow, known: Known, now: Date) {
  return {
    id: row.id,
    request_id: row.requestId,
    task_number: known.taskNumber,
    sku_name: known.skuName,
    title: known.title,
    state: stateOf(row, now),
    ...presentWeek(row),
    stopped_on: row.stoppedOn,
    ended_because: endOf(row, now),
    amount_cents: row.amountCents,
    currency: row.currency,
    refunded_cents: known.refundedCents,
    created_at: row.createdAt.toISOString(),
    paid_at: isoOf(row.paidAt),
    views: known.views.reduce((sum, { views }) => sum + views, 0),
  };
}

/** A week on the home page as its buyer sees it. */
export function presentMine(
  row: ShowcaseRow,
  known: Known & {
    payment: { status: MyShowcase['payment_status']; receiptUrl: string | null } | undefined;
    mayRenew: boolean;
  },
  now: Date,
): MyShowcase {
  const state = stateOf(row, now);
  return {
    ...present(row, known, now),
    reserved_until: state === 'reserved' ? row.reservedUntil.toISOString() : null,
    payment_status: known.payment?.status ?? null,
    payment_id: row.paymentId,
    receipt_url: row.paymentId ? (known.payment?.receiptUrl ?? null) : null,
    views_by_day: row.paymentId ? viewsByDay(row, known.views, dayOf(now)) : [],
    may_renew: known.mayRenew,
  };
}

/** The number of views on each day that has begun. */
function viewsByDay(row: ShowcaseRow, views: DayCount[], today: string): DayCount[] {
  const counted = new Map(views.map((each) => [each.day, each.views]));
  const { startsOn, endsOn } = placeOf(row);
  const days: DayCount[] = [];
  for (let day = startsOn; day < endsOn && day <= today; day = daysAfter(day, 1)) {
    days.push({ day, views: counted.get(day) ?? 0 });
  }
  return days;
}

/** A week on the home page as admins see it. */
export function presentForStaff(row: ShowcaseRow, known: Known, now: Date): StaffShowcase {
  return {
    ...present(row, known, now),
    payment_id: row.paymentId,
    may_stop: mayBeStopped(row, now),
  };
}

/** The next fourteen days, and later days on which places are taken. */
export function presentDays(
  rows: ShowcaseRow[],
  taskNumberOf: (row: ShowcaseRow) => number,
  now: Date,
): ShowcaseCalendar['days'] {
  const today = dayOf(now);
  const ends = [daysAfter(today, 14), ...rows.map((row) => placeOf(row).endsOn)].sort();
  const days: ShowcaseCalendar['days'] = [];
  for (let day = today; day < (ends.at(-1) ?? today); day = daysAfter(day, 1)) {
    const there = rows.filter((row) => placeOf(row).startsOn <= day && day < placeOf(row).endsOn);
    const showcases = there.map((row) => ({
      id: row.id,
      request_id: row.requestId,
      task_number: taskNumberOf(row),
      state: stateOf(row, now),
    }));
    days.push({ day, showcases });
  }
  return days;
}
