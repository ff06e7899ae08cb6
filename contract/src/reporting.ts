import { UNCOUNTED_REASONS, WINDOW_SOURCES } from '@vialproof/science/chromatography/types';
import { z } from 'zod';

/**
 * Which peaks a method counts: peaks with at least this share of the area, whose highest point lies in the window (in
 * minutes).
 */
export const Reporting = z.object({ limit_percent: z.number(), from_min: z.number(), to_min: z.number() });
export type Reporting = z.infer<typeof Reporting>;

/**
 * The part of a run that was integrated, and where the window comes from: the template of the method; the default,
 * without the first 12 %; or, for a result that stores no window, the default of its method version.
 */
export const Window = z.object({
  from: z.number(),
  to: z.number(),
  unit: z.literal('min'),
  source: z.enum(WINDOW_SOURCES),
});
export type Window = z.infer<typeof Window>;

/** A peak that was detected, but that the purity does not count. */
export const UncountedPeak = z.object({
  retention_min: z.number(),
  start_min: z.number(),
  end_min: z.number(),
  height_mau: z.number(),
  area: z.number(),
  /**
   * The peak's share of the area of all peaks, counted or not. For a peak outside the window, that area includes the
   * peaks outside.
   */
  area_percent: z.number(),
  why: z.enum(UNCOUNTED_REASONS),
});
export type UncountedPeak = z.infer<typeof UncountedPeak>;
