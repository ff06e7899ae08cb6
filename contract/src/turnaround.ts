import { z } from 'zod';

/** Working days, both ends counted; null where the interval has no such end yet. */
export const DayInterval = z.object({ low: z.number().nullable(), high: z.number().nullable() });
export type DayInterval = z.infer<typeof DayInterval>;

/** Samples that were received within so many days count. */
export const TURNAROUND_WINDOW_DAYS = 90;
/** Fewer samples than this say nothing. */
export const TURNAROUND_LEAST_RECEIVED = 10;

/**
 * How long one family's samples took from receipt to the first publication of a result, in working days: the Kaplan-Meier
 * estimate over what was received in the last 90 days, open samples censored today. A whole day and a half stands where the
 * curve lies exactly on the share; null where so many are not done yet. All figures are null below 10 received.
 */
export const Turnaround = z
  .object({
    family: z.string(),
    n_received: z.int().nullable(),
    n_open: z.int().nullable(),
    median_days: z.number().nullable(),
    /** Of `median_days`: 95 %, on the log scale. */
    interval: DayInterval.nullable(),
    nine_of_ten_days: z.number().nullable(),
    /** Of `nine_of_ten_days`. */
    nine_of_ten_interval: DayInterval.nullable(),
    /** What the price list promises of the family's tests. */
    promise_text: z.string(),
    /** Demo samples are among those that were counted. */
    is_demo: z.boolean(),
  })
  .meta({ id: 'Turnaround' });
export type Turnaround = z.infer<typeof Turnaround>;

/** How many promises were kept: of samples received in the last 90 days whose promised day is over. */
export const KeptPromises = z
  .object({
    n_kept: z.int(),
    n_due: z.int(),
    /** Of the rate, 0 to 1: Wilson, 95 %. Null without any. */
    interval: z.object({ low: z.number(), high: z.number() }).nullable(),
    /** Demo samples are among those that were counted. */
    is_demo: z.boolean(),
  })
  .meta({ id: 'KeptPromises' });
export type KeptPromises = z.infer<typeof KeptPromises>;

/** An open sample: which family it is measured with, and the working day it is on; the day of receipt is 0. */
export const OpenSample = z.object({ family: z.string(), working_day: z.int() }).meta({ id: 'OpenSample' });
export type OpenSample = z.infer<typeof OpenSample>;
