import { z } from 'zod';
import { PaymentStatus } from './checkout.ts';
import { Cents, Id, Instant, LongPageQuery, Pagination, queryNumber } from './primitives.ts';
import { reasonAt } from './reason-fields.ts';
import { ListedTest } from './tests.ts';

/** A showcase lasts so many days of the laboratory's calendar (UTC), whatever clocks do meanwhile. */
export const SHOWCASE_DAYS = 7;
/** How many of the newest results Discoveries shows, besides those whose display is paid. */
export const DISCOVERIES_RESULTS = 12;

/** A day of the laboratory's calendar (UTC): YYYY-MM-DD. */
const Day = z.iso.date();

/** `week_starts` and `week_ends` are the first and the last of the seven days. */
const week = { week_starts: Day, week_ends: Day };

/**
 * reserved: named and not paid. upcoming, running, ended: paid, by today's date. stopped: paid, and ended before its time, with
 * what was left of it refunded. released: never paid in time, or all of the money went back.
 */
export const SHOWCASE_STATES = ['reserved', 'upcoming', 'running', 'ended', 'stopped', 'released'] as const;
export const ShowcaseState = z.enum(SHOWCASE_STATES);
export type ShowcaseState = z.infer<typeof ShowcaseState>;

/**
 * Why a week is stopped or released. expired: not paid in time. full: paid late, when no week was free within seven days.
 * not_public: the result was withdrawn, or is not public any more. account_deleted: its owner is gone. admin: an admin ended it.
 * refunded: its payment was given back as a whole. replaced: its owner reserved a later week in its place.
 */
export const SHOWCASE_ENDS = [
  'expired',
  'full',
  'not_public',
  'account_deleted',
  'admin',
  'refunded',
  'replaced',
] as const;
export const ShowcaseEnd = z.enum(SHOWCASE_ENDS);
export type ShowcaseEnd = z.infer<typeof ShowcaseEnd>;

export const CreateShowcaseBody = z.object({ request_id: Id });

/** A week that waits to be paid: `id` and `amount_cents` go to POST /api/checkout as `request_id` and `amount_cents`. */
export const ReservedShowcase = z
  .object({
    id: Id,
    request_id: Id,
    amount_cents: Cents,
    currency: z.literal('usd'),
    ...week,
    /** Until then nobody else gets the place. */
    reserved_until: Instant,
  })
  .meta({ id: 'ReservedShowcase' });
export type ReservedShowcase = z.infer<typeof ReservedShowcase>;

export const NextShowcaseQuery = z.object({ request_id: Id });

/** What a week costs and which one it would be, before anything is reserved. */
export const NextShowcase = z
  .object({
    ...week,
    week_cents: Cents,
    currency: z.literal('usd'),
    /** How many results are shown for money at once, at most. */
    places: z.int(),
    /** The week of this result that is reserved and not paid: POST /api/showcases answers it again. */
    reserved: ReservedShowcase.nullable(),
  })
  .meta({ id: 'NextShowcase' });
export type NextShowcase = z.infer<typeof NextShowcase>;

/** How often the result's page was opened on a day: once a reader and day; never by its owner, staff or machines. */
export const DayViews = z.object({ day: Day, views: z.int() });

const Showcase = z.object({
  id: Id,
  request_id: Id,
  task_number: z.int(),
  sku_name: z.string(),
  /** Of the published result; null while there is none. */
  title: z.string().nullable(),
  state: ShowcaseState,
  ...week,
  /** Of a week that was stopped: the first day on which it was not shown. */
  stopped_on: Day.nullable(),
  ended_because: ShowcaseEnd.nullable(),
  amount_cents: Cents,
  currency: z.literal('usd'),
  /** Given back or on its way back. */
  refunded_cents: Cents,
  created_at: Instant,
  paid_at: Instant.nullable(),
  views: z.int(),
});

export const MyShowcase = Showcase.extend({
  /** While it is reserved. */
  reserved_until: Instant.nullable(),
  /** How the latest attempt to pay stands; null when there was none. */
  payment_status: PaymentStatus.nullable(),
  /** The payment that paid it, and the provider's receipt; without one there is our own at /api/me/payments/{id}/receipt. */
  payment_id: Id.nullable(),
  receipt_url: z.string().nullable(),
  /** Every day on which it was shown so far, oldest first; today's goes on. */
  views_by_day: z.array(DayViews),
  /** Whether POST /api/showcases gives the result another week now, after this one where it still runs. */
  may_renew: z.boolean(),
}).meta({ id: 'MyShowcase' });
export type MyShowcase = z.infer<typeof MyShowcase>;

export const MyShowcasesQuery = z.object({ request_id: Id.optional(), ...LongPageQuery });

/** Newest first. */
export const MyShowcases = z.object({ items: z.array(MyShowcase), pagination: Pagination });
export type MyShowcases = z.infer<typeof MyShowcases>;

/** What Discoveries shows: the newest published results, and apart from them those whose display is paid. */
export const Discoveries = z
  .object({
    /** Newest first: the same, in the same order, whatever is paid. */
    results: z.array(ListedTest),
    /** At most a third of all that is shown; those whose week began first come first. */
    showcased: z.array(ListedTest),
  })
  .meta({ id: 'Discoveries' });
export type Discoveries = z.infer<typeof Discoveries>;

// administration -------------------------------------------------------------------------------------

export const StaffShowcasesQuery = z.object({
  page: queryNumber(1, 1_000_000).default(1),
  limit: queryNumber(1, 100).default(25),
});

export const StaffShowcase = Showcase.extend({
  payment_id: Id.nullable(),
  /** Whether an admin may end it now. */
  may_stop: z.boolean(),
}).meta({ id: 'StaffShowcase' });
export type StaffShowcase = z.infer<typeof StaffShowcase>;

export const StaffShowcasePage = z.object({
  data: z.array(StaffShowcase),
  pagination: Pagination,
});
export type StaffShowcasePage = z.infer<typeof StaffShowcasePage>;

/** Who is on which day: today and the days after it, as far as a place is taken and fourteen at least. */
export const ShowcaseCalendar = z
  .object({
    places: z.int(),
    week_cents: Cents,
    days: z.array(
      z.object({
        day: Day,
        showcases: z.array(
          z.object({
            id: Id,
            request_id: Id,
            task_number: z.int(),
            state: ShowcaseState,
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'ShowcaseCalendar' });
export type ShowcaseCalendar = z.infer<typeof ShowcaseCalendar>;

export const StopShowcaseBody = z.object({ reason: reasonAt('showcase', 500) });
