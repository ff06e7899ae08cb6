import { UNCOUNTED_REASONS, WINDOW_SOURCES } from '@vialproof/science/chromatography/types';
import { z } from 'zod';

/** Which peaks a method counts: those of at least this share of the area whose top lies in the window, min. */
export const Reporting = z.object({ limit_percent: z.number(), from_min: z.number(), to_min: z.number() });
export type Reporting = z.infer<typeof Reporting>;

/**
 * The part of a run that its peaks are taken from, and what set it: the method's template; the default, which leaves out the
 * first 12 %; or, of a result that did not keep it, the default of the method version that it names.
 */
export const Window = z.object({
  from: z.number(),
  to: z.number(),
  unit: z.literal('min'),
  source: z.enum(WINDOW_SOURCES),
});
export type Window = z.infer<typeof Window>;

/** A peak that stands out of a trace and is not among those that its purity counts. */
export const UncountedPeak = z.object({
  retention_min: z.number(),
  start_min: z.number(),
  end_min: z.number(),
  height_mau: z.number(),
  area: z.number(),
  /** Share of the area of all peaks, counted or not; of one outside the window, of those outside as well. */
  area_percent: z.number(),
  why: z.enum(UNCOUNTED_REASONS),
});
export type UncountedPeak = z.infer<typeof UncountedPeak>;
