import { DATE_ORDERS, TIME_SOURCES } from '@vialproof/science/chromatography/types';
import { z } from 'zod';
import { optionalReasonAt } from './reason-fields.ts';

/** The order of day and month in the files of an instrument, for files that do not show the order themselves. */
export const DateOrder = z.enum(DATE_ORDERS);
export type DateOrder = z.infer<typeof DateOrder>;

/**
 * Where an injection time comes from: the file, or a person who typed it. Or why the time is unknown: the date is
 * ambiguous, unreadable, or not recorded.
 */
export const TimeSource = z.enum(TIME_SOURCES);
export type TimeSource = z.infer<typeof TimeSource>;

/** What is published about the injection time besides the time itself. */
export const InjectionTime = z
  .object({
    source: TimeSource,
    /** Only with `two_readings`: both times that the date can mean. */
    readings: z.array(z.string()).optional(),
    /** Why the time is unknown, in the words of the laboratory. */
    reason: z.string().optional(),
  })
  .meta({ id: 'InjectionTime' });
export type InjectionTime = z.infer<typeof InjectionTime>;

/** The name of the sample and the injection time of the run whose trace a result shows. */
export const runFields = {
  /** The sample's name in the file; null if the file states none. */
  sample_name: z.string().nullable().optional(),
  /** ISO 8601 as the instrument wrote it; without a time zone if the instrument wrote none; null if unknown. */
  injected_at: z.string().nullable().optional(),
  /** Where `injected_at` comes from, or why it is unknown. */
  injection_time: InjectionTime.optional(),
};

/**
 * The injection time that a person types for a file without a readable time, or the reason why it is unknown. With
 * neither of them, the person's earlier entry is removed.
 */
export const TypeTimeBody = z
  .object({
    /** ISO 8601; without a time zone it is local time. */
    injected_at: z.iso
      .datetime({ local: true, offset: true, error: 'Give a day and a time such as 2026-11-24T17:05.' })
      .nullable(),
    /** Why the time is unknown; the public can read it. */
    reason: optionalReasonAt('time', 500).default(''),
  })
  .refine(({ injected_at: at, reason }) => at === null || reason === '', {
    path: ['reason'],
    message: 'A time that is known needs no reason.',
  })
  .meta({ id: 'TypeTimeBody' });
export type TypeTime = z.infer<typeof TypeTimeBody>;
