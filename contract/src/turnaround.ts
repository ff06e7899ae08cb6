import { z } from 'zod';

/** Working days, both ends included; null where the interval has no end yet. */
export const DayInterval = z.object({ low: z.number().nullable(), high: z.number().nullable() });
export type DayInterval = z.infer<typeof DayInterval>;

/** Samples received within this many days count. */
export const TURNAROUND_WINDOW_DAYS = 90;
/** With fewer samples no figures are shown. */
export const TURNAROUND_LEAST_RECEIVED = 10;

/**
 * Time of one family's samples from receipt to the first publication of a result, in working days: the Kaplan-Meier
 * estimate over samples received in the last 90 days, with open samples censored today. A half day means that the curve
 * lies exactly on the share; null if so many are not done yet. All figures are null below 10 received samples.
 */
export const Turnaround = z
  .object({
    family: z.string(),
    n_received: z.int().nullable(),
    n_open: z.int().nullable(),
    median_days: z.number().nullable(),
    /** 95 % interval of `median_days`, on the log scale. */
    interval: DayInterval.nullable(),
    nine_of_ten_days: z.number().nullable(),
    /** Interval of `nine_of_ten_days`. */
    nine_of_ten_interval: DayInterval.nullable(),
    /** The price list's promise for the family's tests. */
    promise_text: z.string(),
    /** The counted samples include demo samples. */
    is_demo: z.boolean(),
  })
  .meta({ id: 'Turnaround' });
export type Turnaround = z.infer<typeof Turnaround>;

/** Share of kept promises: of samples received in the last 90 days whose promised day is over. */
export const KeptPromises = z
  .object({
    n_kept: z.int(),
    n_due: z.int(),
    /** 95 % Wilson interval of the rate, 0 to 1. Null without samples. */
    interval: z.object({ low: z.number(), high: z.number() }).nullable(),
    /** The counted samples include demo samples. */
    is_demo: z.boolean(),
  })
  .meta({ id: 'KeptPromises' });
export type KeptPromises = z.infer<typeof KeptPromises>;

/** An open sample: its family, and its current working day; the day of receipt is 0. */
export const OpenSample = z.object({ family: z.string(), working_day: z.int() }).meta({ id: 'OpenSample' });
export type OpenSample = z.infer<typeof OpenSample>;
