import { z } from 'zod';

/** Which peaks a method counts: those of at least this share of the area whose top lies in the window, min. */
export const Reporting = z.object({ limit_percent: z.number(), from_min: z.number(), to_min: z.number() });
export type Reporting = z.infer<typeof Reporting>;

/** A peak that stands out of a trace and is not among those that its purity counts. */
export const UncountedPeak = z.object({
  retention_min: z.number(),
  start_min: z.number(),
  end_min: z.number(),
  height_mau: z.number(),
  area: z.number(),
  /** Share of the area of all peaks, counted or not. */
  area_percent: z.number(),
  why: z.enum(['left_out', 'below_limit', 'outside_window']),
});
export type UncountedPeak = z.infer<typeof UncountedPeak>;
