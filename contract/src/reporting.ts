import { UNCOUNTED_REASONS, WINDOW_SOURCES } from '@vialproof/science/chromatography/types';
import { z } from 'zod';

/** Which peaks a method counts: those with at least this share of the area whose top lies in the window, min. */
export const Reporting = z.object({ limit_percent: z.number(), from_min: z.number(), to_min: z.number() });
export type Reporting = z.infer<typeof Reporting>;

/**
 * The integrated part of a run, and its source: the method's template; the default, without the first 12 %; or, for a
 * result without a stored window, the default of its method version.
 */
export const Window = z.object({
  from: z.number(),
  to: z.number(),
  unit: z.literal('min'),
  source: z.enum(WINDOW_SOURCES),
});
export type Window = z.infer<typeof Window>;

/** A detected peak that the purity does not count. */
export const UncountedPeak = z.object({
  retention_min: z.number(),
  start_min: z.number(),
  end_min: z.number(),
  height_mau: z.number(),
  area: z.number(),
  /** Share of the area of all peaks, counted or not; for a peak outside the window, including peaks outside. */
  area_percent: z.number(),
  why: z.enum(UNCOUNTED_REASONS),
});
export type UncountedPeak = z.infer<typeof UncountedPeak>;
