import { UNCOUNTED_REASONS, WINDOW_SOURCES } from '@vialproof/science/chromatography/types';
import { z } from 'zod';

/** Which peaks count: those with at least this share of the area and their highest point in the window (in minutes). */
export const Reporting = z.object({ limit_percent: z.number(), from_min: z.number(), to_min: z.number() });
export type Reporting = z.infer<typeof Reporting>;

/**
 * The integrated part of a run (window), and who set it: the method's template, the default (without the first 12 %),
 * or the method's version for old results.
 */
export const Window = z.object({
  from: z.number(),
  to: z.number(),
  unit: z.literal('min'),
  source: z.enum(WINDOW_SOURCES),
});
export type Window = z.infer<typeof Window>;

/** A detected peak that does not count in the purity. */
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
