import { z } from 'zod';
import { Instant, text } from './primitives.ts';

export const Verdict = z.enum(['pass', 'fail']);

/** One line of a result. `value` is a number or a text with qualifier ('< LOQ', 'ND', 'conforms'). */
export const Measurement = z
  .object({
    analyte: text(120).min(1, 'Name the analyte.'),
    method: text(120).min(1, 'Name the method.'),
    value: z.union([z.number(), text(120).min(1, 'Enter a value.')]),
    unit: text(40),
    limit: text(120),
    verdict: Verdict.nullable(),
  })
  .meta({ id: 'Measurement' });
export type Measurement = z.infer<typeof Measurement>;

export const Peak = z
  .object({
    retention_min: z.number(),
    start_min: z.number(),
    end_min: z.number(),
    height_mau: z.number(),
    area: z.number(),
    area_percent: z.number(),
  })
  .meta({ id: 'Peak' });
export type Peak = z.infer<typeof Peak>;

/** A detector trace with its integrated peaks. Times in minutes, signal in mAU, equal lengths. */
export const Chromatogram = z
  .object({
    wavelength_nm: z.int().nullable(),
    minutes: z.array(z.number()),
    signal_mau: z.array(z.number()),
    /** What the signal counts; absent, mAU. A total ion current counts ions. */
    signal_unit: z.enum(['mAU', 'counts']).optional(),
    peaks: z.array(Peak),
    /** Index of the main peak in `peaks`. */
    main_peak: z.int().nullable(),
    /** Main peak's share of the total area. */
    purity_percent: z.number().nullable(),
    method: z.object({ name: z.string(), version: z.string() }),
    sha256: z.string(),
  })
  .meta({ id: 'Chromatogram' });
export type Chromatogram = z.infer<typeof Chromatogram>;

/** Why and when a published result was withdrawn. */
export const Retraction = z.object({ reason: z.string(), at: Instant });

/** One earlier or present revision as the public history shows it. */
export const RevisionNote = z
  .object({
    revision: z.int(),
    state: z.enum(['published', 'superseded', 'retracted']),
    published_at: Instant,
    reason: z.string().nullable(),
  })
  .meta({ id: 'RevisionNote' });
export type RevisionNote = z.infer<typeof RevisionNote>;

/** A published result. `metrics` maps each analyte to its value with unit. */
export const Result = z
  .object({
    title: z.string(),
    summary: z.string(),
    metrics: z.record(z.string(), z.string()),
    measurements: z.array(Measurement),
    /** Addresses of the attached files. */
    attachments: z.array(z.string()),
    revision: z.int(),
    published_at: Instant,
    chromatogram: Chromatogram.nullable(),
    history: z.array(RevisionNote),
  })
  .meta({ id: 'Result' });
export type Result = z.infer<typeof Result>;
