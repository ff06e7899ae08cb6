import { DATE_ORDERS, TIME_SOURCES } from '@vialproof/science/chromatography/types';
import { z } from 'zod';
import { optionalReasonAt } from './reason-fields.ts';

/** Whether the day or the month comes first in dates of an instrument's files. */
export const DateOrder = z.enum(DATE_ORDERS);
export type DateOrder = z.infer<typeof DateOrder>;

/** Where an injection time comes from (the file or a person), or why it is unknown. */
export const TimeSource = z.enum(TIME_SOURCES);
export type TimeSource = z.infer<typeof TimeSource>;

/** What is published about the injection time. */
export const InjectionTime = z
  .object({
    source: TimeSource,
    /** Only with `two_readings`: the two times that a date such as 3/4 can mean. */
    readings: z.array(z.string()).optional(),
    reason: z.string().optional(),
  })
  .meta({ id: 'InjectionTime' });
export type InjectionTime = z.infer<typeof InjectionTime>;

/** The sample's name and the time of the injection that is shown. */
export const runFields = {
  /** The sample's name in the file; null if the file states none. */
  sample_name: z.string().nullable().optional(),
  /** In ISO 8601, as the instrument wrote it; without a time zone if the file has none; null if unknown. */
  injected_at: z.string().nullable().optional(),
  /** Where `injected_at` comes from, or why it is unknown. */
  injection_time: InjectionTime.optional(),
};

/**
 * The time of an injection whose file has none, as a person typed it, or the reason why it is unknown. Without both,
 * the earlier entry is removed.
 */
export const TypeTimeBody = z
  .object({
    /** In ISO 8601; a time without a time zone is local time. */
    injected_at: z.iso
      .datetime({ local: true, offset: true, error: 'Give a day and a time such as 2026-11-24T17:05.' })
      .nullable(),
    /** Why the time is unknown; readers can see it. */
    reason: optionalReasonAt('time', 500).default(''),
  })
  .refine(({ injected_at: at, reason }) => at === null || reason === '', {
    path: ['reason'],
    message: 'A time that is known needs no reason.',
  })
  .meta({ id: 'TypeTimeBody' });
export type TypeTime = z.infer<typeof TypeTimeBody>;
