import { DATE_ORDERS, TIME_SOURCES } from '@vialproof/science/chromatography/types';
import { z } from 'zod';
import { optionalReasonAt } from './reason-fields.ts';

/** Order of day and month in an instrument's files, if the files do not show it. */
export const DateOrder = z.enum(DATE_ORDERS);
export type DateOrder = z.infer<typeof DateOrder>;

/**
 * Source of an injection time: the file, or a person who typed it; or why it is unknown: ambiguous date, unreadable, or
 * not recorded.
 */
export const TimeSource = z.enum(TIME_SOURCES);
export type TimeSource = z.infer<typeof TimeSource>;

/** Published facts about the time besides the time itself. */
export const InjectionTime = z
  .object({
    source: TimeSource,
    /** Both possible times of the date, for `two_readings`. */
    readings: z.array(z.string()).optional(),
    /** Why there is no time, in the laboratory's words. */
    reason: z.string().optional(),
  })
  .meta({ id: 'InjectionTime' });
export type InjectionTime = z.infer<typeof InjectionTime>;

/** Sample and time of the run whose trace a result shows. */
export const runFields = {
  /** As named in the file; null if it names none. */
  sample_name: z.string().nullable().optional(),
  /** ISO 8601 as the instrument wrote it, without a time zone if it had none; null if unknown. */
  injected_at: z.string().nullable().optional(),
  /** Source of `injected_at`, or why it is unknown. */
  injection_time: InjectionTime.optional(),
};

/** A typed time for a file without a readable one, or why it is unknown; with neither, the entry is removed. */
export const TypeTimeBody = z
  .object({
    /** ISO 8601, local if without a time zone. */
    injected_at: z.iso
      .datetime({ local: true, offset: true, error: 'Give a day and a time such as 2026-11-24T17:05.' })
      .nullable(),
    /** The reason is public. */
    reason: optionalReasonAt('time', 500).default(''),
  })
  .refine(({ injected_at: at, reason }) => at === null || reason === '', {
    path: ['reason'],
    message: 'A time that is known needs no reason.',
  })
  .meta({ id: 'TypeTimeBody' });
export type TypeTime = z.infer<typeof TypeTimeBody>;
