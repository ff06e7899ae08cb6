import { z } from 'zod';

/** An interval of working days that includes both ends; an end is null if the interval has no end there yet. */
export const DayInterval = z.object({ low: z.number().nullable(), high: z.number().nullable() });
export type DayInterval = z.infer<typeof DayInterval>;

/** The statistics count samples that the laboratory received in the last so many days. */
export const TURNAROUND_WINDOW_DAYS = 90;
/** With fewer received samples, the page shows no statistics. */
export const TURNAROUND_LEAST_RECEIVED = 10;

/**
 * The time from receipt to the first publication of a result for the samples of one family, in working days. It is the
 * Kaplan-Meier estimate over samples received in the last 90 days, with open samples censored today. A half day means
 * that the curve lies exactly on the share. A number is null if that share is not done yet. All numbers are null below
 * 10 received samples.
 */
export const Turnaround = z
  .object({
    family: z.string(),
    n_received: z.int().nullable(),
    n_open: z.int().nullable(),
    median_days: z.number().nullable(),
    /** The 95 % interval of `median_days`, on the log scale. */
    interval: DayInterval.nullable(),
    nine_of_ten_days: z.number().nullable(),
    /** The 95 % interval of `nine_of_ten_days`. */
    nine_of_ten_interval: DayInterval.nullable(),
    /** The promise for the family's tests, as the price list states it. */
    promise_text: z.string(),
    /** Whether the counted samples include demo samples. */
    is_demo: z.boolean(),
  })
  .meta({ id: 'Turnaround' });
export type Turnaround = z.infer<typeof Turnaround>;

/** The share of promises that the laboratory kept, among samples received in the last 90 days whose promised day is over. */
export const KeptPromises = z
  .object({
    n_kept: z.int(),
    n_due: z.int(),
    /** The 95 % Wilson interval of the share, 0 to 1; null without samples. */
    interval: z.object({ low: z.number(), high: z.number() }).nullable(),
    /** Whether the counted samples include demo samples. */
    is_demo: z.boolean(),
  })
  .meta({ id: 'KeptPromises' });
export type KeptPromises = z.infer<typeof KeptPromises>;

/** An open sample: the family of its test, and today's number of its working day. The day of receipt is day 0. */
export const OpenSample = z.object({ family: z.string(), working_day: z.int() }).meta({ id: 'OpenSample' });
export type OpenSample = z.infer<typeof OpenSample>;
