import { DATE_ORDERS, TIME_SOURCES } from '@vialproof/science/chromatography/types';
import { z } from 'zod';
import { optionalReasonAt } from './reason-fields.ts';

/** Which number of a date stands first in an instrument's files, where they do not tell it themselves. */
export const DateOrder = z.enum(DATE_ORDERS);
export type DateOrder = z.infer<typeof DateOrder>;

/**
 * Where the time of an injection comes from: the file, or a person who typed it; or why nobody knows it: its date reads two
 * ways, its words cannot be read, or it is not recorded.
 */
export const TimeSource = z.enum(TIME_SOURCES);
export type TimeSource = z.infer<typeof TimeSource>;

/** What is published of the time beside the time itself. */
export const InjectionTime = z
  .object({
    source: TimeSource,
    /** Both times that the date may mean, of `two_readings`. */
    readings: z.array(z.string()).optional(),
    /** Why there is no time, in the laboratory's words. */
    reason: z.string().optional(),
  })
  .meta({ id: 'InjectionTime' });
export type InjectionTime = z.infer<typeof InjectionTime>;

/** Of what sample and when the run was whose trace a result shows. */
export const runFields = {
  /** As the file names it; null where it names none. */
  sample_name: z.string().nullable().optional(),
  /** ISO 8601 as the instrument wrote it, without a zone where it knew none; null where nobody knows it. */
  injected_at: z.string().nullable().optional(),
  /** How `injected_at` is known, or why it is not. */
  injection_time: InjectionTime.optional(),
};

/** A time that the desk types for a file that has none that can be read, or why nobody knows it; neither takes it back. */
export const TypeTimeBody = z
  .object({
    /** ISO 8601, local where it has no zone. */
    injected_at: z.iso
      .datetime({ local: true, offset: true, error: 'Give a day and a time such as 2026-11-24T17:05.' })
      .nullable(),
    /** Everybody reads it. */
    reason: optionalReasonAt('time', 500).default(''),
  })
  .refine(({ injected_at: at, reason }) => at === null || reason === '', {
    path: ['reason'],
    message: 'A time that is known needs no reason.',
  })
  .meta({ id: 'TypeTimeBody' });
export type TypeTime = z.infer<typeof TypeTimeBody>;
