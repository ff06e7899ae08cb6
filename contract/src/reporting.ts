import { UNCOUNTED_REASONS, WINDOW_SOURCES } from '@vialproof/science/chromatography/types';
import { z } from 'zod';

/** Which peaks count: those with at least this part of the area whose top is in the time window (minutes). */
export const Reporting = z.object({ limit_percent: z.number(), from_min: z.number(), to_min: z.number() });
export type Reporting = z.infer<typeof Reporting>;

/**
 * The time window in which peaks count, and who set it: the method's template, the default (without the first 12 %), or
 * for old results the method's version.
 */
export const Window = z.object({
  from: z.number(),
  to: z.number(),
  unit: z.literal('min'),
  source: z.enum(WINDOW_SOURCES),
});
export type Window = z.infer<typeof Window>;

/** A peak that was found but is not part of the purity. */
export const UncountedPeak = z.object({
  retention_min: z.number(),
  start_min: z.number(),
  end_min: z.number(),
  height_mau: z.number(),
  area: z.number(),
  /** The peak's share of the area of all peaks. */
  area_percent: z.number(),
  why: z.enum(UNCOUNTED_REASONS),
});
export type UncountedPeak = z.infer<typeof UncountedPeak>;
