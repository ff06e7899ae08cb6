import { z } from 'zod';
import { PaymentStatus } from './checkout.ts';
import { Cents, Id, Instant, LongPageQuery, Pagination, queryNumber } from './primitives.ts';
import { reasonAt } from './reason-fields.ts';
import { ListedTest } from './tests.ts';

/** The number of days for which a paid result is shown on the home page. */
export const SHOWCASE_DAYS = 7;
/** The number of newest results in Discoveries, besides the paid ones. */
export const DISCOVERIES_RESULTS = 12;

/** A day of the laboratory's calendar (UTC): YYYY-MM-DD. */
const Day = z.iso.date();

/** `week_starts` is the first of the seven days, `week_ends` the last. */
const week = { week_starts: Day, week_ends: Day };

/**
 * The states of a week for which an owner pays to show a result on the home page.
 * reserved: not paid yet. upcoming, running, ended: paid, before, during or after the week. stopped: ended early with a
 * refund. released: not paid in time, or all refunded.
 */
export const SHOWCASE_STATES = ['reserved', 'upcoming', 'running', 'ended', 'stopped', 'released'] as const;
export const ShowcaseState = z.enum(SHOWCASE_STATES);
export type ShowcaseState = z.infer<typeof ShowcaseState>;

/**
 * Why a week of a result on the home page ended early. expired: not paid in time. full: paid late, and no other week
 * was free. not_public: the result was withdrawn or became private. account_deleted: the owner deleted the account.
 * admin: an admin ended it. refunded: its price was refunded. replaced: the owner chose a later week.
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

/** A reserved, unpaid week of a result on the home page. POST /api/checkout takes its `id` and `amount_cents`. */
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

/** The price and the dates of a week on the home page, before the owner reserves it. */
export const NextShowcase = z
  .object({
    ...week,
    week_cents: Cents,
    currency: z.literal('usd'),
    /** The largest number of paid results at one time. */
    places: z.int(),
    /** The week of this result that is reserved and not paid; POST /api/showcases would return it again. */
    reserved: ReservedShowcase.nullable(),
  })
  .meta({ id: 'NextShowcase' });
export type NextShowcase = z.infer<typeof NextShowcase>;

/**
 * The views of the result's page on a day. A reader is counted once a day; owner, staff and machines are not counted.
 */
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
  /** The first day on which the home page no longer showed the result, if the week ended early. */
  stopped_on: Day.nullable(),
  ended_because: ShowcaseEnd.nullable(),
  amount_cents: Cents,
  currency: z.literal('usd'),
  /** The amount that was refunded or is being refunded. */
  refunded_cents: Cents,
  created_at: Instant,
  paid_at: Instant.nullable(),
  views: z.int(),
});

export const MyShowcase = Showcase.extend({
  reserved_until: Instant.nullable(),
  /** The state of the latest attempt to pay; null without an attempt. */
  payment_status: PaymentStatus.nullable(),
  /** The payment, and the provider's receipt. Without one, our receipt is at /api/me/payments/{id}/receipt. */
  payment_id: Id.nullable(),
  receipt_url: z.string().nullable(),
  /** The views of each day so far, oldest first. */
  views_by_day: z.array(DayViews),
  /** Whether the owner could now reserve one more week on the home page for the result. */
  may_renew: z.boolean(),
}).meta({ id: 'MyShowcase' });
export type MyShowcase = z.infer<typeof MyShowcase>;

export const MyShowcasesQuery = z.object({ request_id: Id.optional(), ...LongPageQuery });

/** The weeks on the home page that the person has reserved or paid, newest first. */
export const MyShowcases = z.object({ items: z.array(MyShowcase), pagination: Pagination });
export type MyShowcases = z.infer<typeof MyShowcases>;

/** The newest published results, and separately the paid ones. */
export const Discoveries = z
  .object({
    /** The newest results first; a payment does not change their order. */
    results: z.array(ListedTest),
    /** The results with a paid week on the home page: at most a third of all, the earliest start first. */
    showcased: z.array(ListedTest),
  })
  .meta({ id: 'Discoveries' });
export type Discoveries = z.infer<typeof Discoveries>;

export const StaffShowcasesQuery = z.object({
  page: queryNumber(1, 1_000_000).default(1),
  limit: queryNumber(1, 100).default(25),
});

export const StaffShowcase = Showcase.extend({
  payment_id: Id.nullable(),
  /** Whether an admin may now end the paid week. */
  may_stop: z.boolean(),
}).meta({ id: 'StaffShowcase' });
export type StaffShowcase = z.infer<typeof StaffShowcase>;

export const StaffShowcasePage = z.object({
  data: z.array(StaffShowcase),
  pagination: Pagination,
});
export type StaffShowcasePage = z.infer<typeof StaffShowcasePage>;

/** The paid results of each day from today on, for fourteen days or up to the last booked day. */
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
