import { z } from 'zod';
import { PaymentStatus } from './checkout.ts';
import { Cents, Id, Instant, LongPageQuery, Pagination, queryNumber } from './primitives.ts';
import { reasonAt } from './reason-fields.ts';
import { ListedTest } from './tests.ts';

/** Length of a showcase in days of the laboratory's calendar (UTC), independent of clock changes. */
export const SHOWCASE_DAYS = 7;
/** Number of newest results in Discoveries, besides paid showcases. */
export const DISCOVERIES_RESULTS = 12;

/** A day of the laboratory's calendar (UTC): YYYY-MM-DD. */
const Day = z.iso.date();

/** `week_starts` and `week_ends` are the first and the last of the seven days. */
const week = { week_starts: Day, week_ends: Day };

/**
 * reserved: chosen and not paid. upcoming, running, ended: paid, by today's date. stopped: paid, and ended early, with
 * the rest refunded. released: never paid in time, or fully refunded.
 */
export const SHOWCASE_STATES = ['reserved', 'upcoming', 'running', 'ended', 'stopped', 'released'] as const;
export const ShowcaseState = z.enum(SHOWCASE_STATES);
export type ShowcaseState = z.infer<typeof ShowcaseState>;

/**
 * Why a week is stopped or released. expired: not paid in time. full: paid late, when no week was free within seven
 * days. not_public: the result was retracted, or is not public any more. account_deleted: its owner's account was
 * deleted. admin: an admin ended it. refunded: its payment was fully refunded. replaced: its owner reserved a later
 * week instead.
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

/** An unpaid week: `id` and `amount_cents` go to POST /api/checkout as `request_id` and `amount_cents`. */
export const ReservedShowcase = z
  .object({
    id: Id,
    request_id: Id,
    amount_cents: Cents,
    currency: z.literal('usd'),
    ...week,
    /** Until then the place is blocked for others. */
    reserved_until: Instant,
  })
  .meta({ id: 'ReservedShowcase' });
export type ReservedShowcase = z.infer<typeof ReservedShowcase>;

export const NextShowcaseQuery = z.object({ request_id: Id });

/** Price and dates of a week, before a reservation. */
export const NextShowcase = z
  .object({
    ...week,
    week_cents: Cents,
    currency: z.literal('usd'),
    /** Maximum number of paid results shown at once. */
    places: z.int(),
    /** The reserved and unpaid week of this result: POST /api/showcases returns it again. */
    reserved: ReservedShowcase.nullable(),
  })
  .meta({ id: 'NextShowcase' });
export type NextShowcase = z.infer<typeof NextShowcase>;

/** Views of the result's page on a day: one per reader and day; without its owner, staff and machines. */
export const DayViews = z.object({ day: Day, views: z.int() });

const Showcase = z.object({
  id: Id,
  request_id: Id,
  task_number: z.int(),
  sku_name: z.string(),
  /** Title of the published result; null without one. */
  title: z.string().nullable(),
  state: ShowcaseState,
  ...week,
  /** For a stopped week: the first day on which it was not shown. */
  stopped_on: Day.nullable(),
  ended_because: ShowcaseEnd.nullable(),
  amount_cents: Cents,
  currency: z.literal('usd'),
  /** Refunded, or in the process of being refunded. */
  refunded_cents: Cents,
  created_at: Instant,
  paid_at: Instant.nullable(),
  views: z.int(),
});

export const MyShowcase = Showcase.extend({
  /** Only while reserved. */
  reserved_until: Instant.nullable(),
  /** State of the latest payment attempt; null without one. */
  payment_status: PaymentStatus.nullable(),
  /** The payment, and the provider's receipt; without it, ours is at /api/me/payments/{id}/receipt. */
  payment_id: Id.nullable(),
  receipt_url: z.string().nullable(),
  /** All days of display so far, oldest first; today's count is still increasing. */
  views_by_day: z.array(DayViews),
  /** Whether POST /api/showcases grants the result another week now, after the current one if that still runs. */
  may_renew: z.boolean(),
}).meta({ id: 'MyShowcase' });
export type MyShowcase = z.infer<typeof MyShowcase>;

export const MyShowcasesQuery = z.object({ request_id: Id.optional(), ...LongPageQuery });

/** Newest first. */
export const MyShowcases = z.object({ items: z.array(MyShowcase), pagination: Pagination });
export type MyShowcases = z.infer<typeof MyShowcases>;

/** Content of Discoveries: the newest published results, and separately the paid showcases. */
export const Discoveries = z
  .object({
    /** Newest first; order and content do not depend on payments. */
    results: z.array(ListedTest),
    /** At most a third of all displayed results; earlier weeks first. */
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

/** The showcases of each day: today and the following days, up to the last booked one and at least fourteen. */
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
