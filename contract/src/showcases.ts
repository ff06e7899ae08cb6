import { z } from 'zod';
import { PaymentStatus } from './checkout.ts';
import { Cents, Id, Instant, LongPageQuery, Pagination, queryNumber } from './primitives.ts';
import { reasonAt } from './reason-fields.ts';
import { ListedTest } from './tests.ts';

/** The length of a showcase in days of the laboratory's calendar (UTC), which has no summer time. */
export const SHOWCASE_DAYS = 7;
/** Number of newest results in Discoveries, besides paid showcases. */
export const DISCOVERIES_RESULTS = 12;

/** A day of the laboratory's calendar (UTC): YYYY-MM-DD. */
const Day = z.iso.date();

/** `week_starts` is the first of the seven days, `week_ends` the last. */
const week = { week_starts: Day, week_ends: Day };

/**
 * reserved: chosen and not paid. upcoming, running, ended: paid; today is before, within or after the week. stopped:
 * paid, and ended early with a refund for the remaining days. released: never paid in time, or fully refunded.
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

/** A week that is not paid. POST /api/checkout takes its `id` as `request_id`, and its `amount_cents`. */
export const ReservedShowcase = z
  .object({
    id: Id,
    request_id: Id,
    amount_cents: Cents,
    currency: z.literal('usd'),
    ...week,
    /** Until this time, no one else can reserve the place. */
    reserved_until: Instant,
  })
  .meta({ id: 'ReservedShowcase' });
export type ReservedShowcase = z.infer<typeof ReservedShowcase>;

export const NextShowcaseQuery = z.object({ request_id: Id });

/** The price and the dates of a week, before the owner reserves it. */
export const NextShowcase = z
  .object({
    ...week,
    week_cents: Cents,
    currency: z.literal('usd'),
    /** The maximum number of paid results that are shown at one time. */
    places: z.int(),
    /** The week of this result that is reserved and not paid; POST /api/showcases would return it again. */
    reserved: ReservedShowcase.nullable(),
  })
  .meta({ id: 'NextShowcase' });
export type NextShowcase = z.infer<typeof NextShowcase>;

/** How often the result's page was viewed on a day. Each reader counts once a day; the owner, staff and machines do not count. */
export const DayViews = z.object({ day: Day, views: z.int() });

const Showcase = z.object({
  id: Id,
  request_id: Id,
  task_number: z.int(),
  sku_name: z.string(),
  /** The title of the published result; null without a published result. */
  title: z.string().nullable(),
  state: ShowcaseState,
  ...week,
  /** Only for a stopped week: the first day on which the result was not shown. */
  stopped_on: Day.nullable(),
  ended_because: ShowcaseEnd.nullable(),
  amount_cents: Cents,
  currency: z.literal('usd'),
  /** The amount that was refunded, or whose refund has begun. */
  refunded_cents: Cents,
  created_at: Instant,
  paid_at: Instant.nullable(),
  views: z.int(),
});

export const MyShowcase = Showcase.extend({
  /** Null unless the week is reserved and not paid. */
  reserved_until: Instant.nullable(),
  /** The state of the latest attempt to pay; null without an attempt. */
  payment_status: PaymentStatus.nullable(),
  /** The payment, and the provider's receipt. If the provider issued none, our receipt is at /api/me/payments/{id}/receipt. */
  payment_id: Id.nullable(),
  receipt_url: z.string().nullable(),
  /** The views of all days on which the result was shown so far, oldest first. The number of today still increases. */
  views_by_day: z.array(DayViews),
  /**
   * Whether POST /api/showcases would now give the result another week, after the present week if that one still runs.
   */
  may_renew: z.boolean(),
}).meta({ id: 'MyShowcase' });
export type MyShowcase = z.infer<typeof MyShowcase>;

export const MyShowcasesQuery = z.object({ request_id: Id.optional(), ...LongPageQuery });

/** The person's showcases, newest first. */
export const MyShowcases = z.object({ items: z.array(MyShowcase), pagination: Pagination });
export type MyShowcases = z.infer<typeof MyShowcases>;

/** What Discoveries shows: the newest published results, and separately the paid showcases. */
export const Discoveries = z
  .object({
    /** The newest results first; payments change neither their order nor their content. */
    results: z.array(ListedTest),
    /** At most a third of all displayed results; the showcases whose week began earlier come first. */
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
  /** Whether an admin may end the showcase now. */
  may_stop: z.boolean(),
}).meta({ id: 'StaffShowcase' });
export type StaffShowcase = z.infer<typeof StaffShowcase>;

export const StaffShowcasePage = z.object({
  data: z.array(StaffShowcase),
  pagination: Pagination,
});
export type StaffShowcasePage = z.infer<typeof StaffShowcasePage>;

/** The showcases of each day from today on, up to the last booked day, but at least fourteen days. */
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
