import { z } from 'zod';

/** An interval of working days with both ends; an end is null if it is not known yet. */
export const DayInterval = z.object({ low: z.number().nullable(), high: z.number().nullable() });
export type DayInterval = z.infer<typeof DayInterval>;

/** The figures use the samples that were received in this number of days. */
export const TURNAROUND_WINDOW_DAYS = 90;
/** With fewer samples, the page shows no figures. */
export const TURNAROUND_LEAST_RECEIVED = 10;

/**
 * How many working days a family of tests takes from the arrival of a sample to its first result. It is the
 * Kaplan-Meier estimate for samples of the last 90 days; unfinished ones count until today. A number is null if it is
 * not known yet, or with fewer than 10 samples.
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
    /** The turnaround that the price list promises. */
    promise_text: z.string(),
    /** Whether demo samples are among the counted ones. */
    is_demo: z.boolean(),
  })
  .meta({ id: 'Turnaround' });
export type Turnaround = z.infer<typeof Turnaround>;

/** How often the laboratory kept its promised day, among the samples of the last 90 days. */
export const KeptPromises = z
  .object({
    n_kept: z.int(),
    n_due: z.int(),
    /** The 95 % interval (Wilson) for the kept part, 0 to 1. Null without samples. */
    interval: z.object({ low: z.number(), high: z.number() }).nullable(),
    is_demo: z.boolean(),
  })
  .meta({ id: 'KeptPromises' });
export type KeptPromises = z.infer<typeof KeptPromises>;

/** An unfinished sample: the family of its test, and how many working days it has been in the laboratory. */
export const OpenSample = z.object({ family: z.string(), working_day: z.int() }).meta({ id: 'OpenSample' });
export type OpenSample = z.infer<typeof OpenSample>;
