import { TRACE_FORMATS } from '@vialproof/science/chromatography/types';
import { z } from 'zod';
import { Id, Instant, optionalText, queryNumber, text } from './primitives.ts';
import { optionalReasonAt } from './reason-fields.ts';
import { BaselineKind, Chromatogram, ExplainedWarnings, PeakBaseline } from './results.ts';
import { Thousands } from './thousands.ts';

export const PeakLimits = z.object({
  start_min: z.number(),
  end_min: z.number(),
  /** Overrides the default baseline for the group of peaks that touch this one. */
  baseline: PeakBaseline.optional(),
});

/** Limits, main peak and baseline: everything that determines the areas of a stored trace. */
const Integration = z.object({
  limits: z.array(PeakLimits),
  /** Index in `limits`. */
  main_peak: z.int().min(0).nullable(),
  baseline: BaselineKind,
});
export type Integration = z.infer<typeof Integration>;

export const TraceWarning = z.object({ code: z.string(), text: z.string() });
export type TraceWarning = z.infer<typeof TraceWarning>;

export const PeaksBody = Integration.extend({
  /** Why these peaks differ from the proposed ones. */
  reason: optionalReasonAt('limits').default(''),
  /** `version` of the chromatogram that these limits were set on. */
  version: z.int().min(0),
}).meta({ id: 'PeaksBody' });
export type PeaksBody = z.infer<typeof PeaksBody>;

export const ExplainBody = z.object({
  /** Why the purity is reported in spite of warnings; empty removes the reason. */
  reason: optionalReasonAt('warnings'),
  /** `version` of the chromatogram with these warnings. */
  version: z.int().min(0),
});
export type ExplainBody = z.infer<typeof ExplainBody>;

export const BlankBody = z.object({
  /** Whether the blank's signal is subtracted from the trace. */
  subtracted: z.boolean(),
  version: z.int().min(0),
});
export type BlankBody = z.infer<typeof BlankBody>;

export const TraceFormat = z.enum(TRACE_FORMATS);
export type TraceFormat = z.infer<typeof TraceFormat>;

const said = z.string().nullable();
const number = z.number().nullable();
/** A peak as reported by the instrument's own software, in its own numbers; null where the file states nothing. */
export const VendorPeak = z.object({
  name: said,
  retention_min: number,
  start_min: number,
  end_min: number,
  area: number,
  /** The software's unit, such as 'µV·s'; the unit of the height is this without the time. */
  area_unit: said,
  area_percent: number,
  height: number,
  /** The software's codes for limits and baseline, such as 'SV' or 'BB'; they also mark manual integration. */
  marks: said,
  /** USP tailing factor. */
  tailing: number,
  plates: number,
  /** Resolution from the previous peak. */
  resolution: number,
});
export type VendorPeak = z.infer<typeof VendorPeak>;

/** A method's integration settings; by default the run after the void, and peaks from 0.05 % of the area. */
export const IntegrationOptions = z
  .object({
    from_min: z.number({ error: 'Give a number.' }).min(0, 'The window begins before the injection.'),
    to_min: z.number({ error: 'Give a number.' }),
    threshold_percent: z
      .number({ error: 'Give a number.' })
      .min(0, 'A reporting limit is not negative.')
      .max(100, 'A reporting limit is at most 100 %.'),
  })
  .partial()
  .superRefine(({ from_min: from, to_min: to }, context) => {
    if (from === undefined || to === undefined || from < to) return;
    context.addIssue({ code: 'custom', path: ['to_min'], message: 'The window ends before it begins.' });
  });
export type IntegrationOptions = z.infer<typeof IntegrationOptions>;

/** A chromatogram as staff see it: the published data, its file, and how its areas were computed. */
export const LabChromatogram = Chromatogram.extend({
  /** Increases with each new file and each change of the limits. */
  version: z.int(),
  /** The injections reported beside this one; `problem`: why one cannot stay, to follow its name. */
  replicates: z.array(
    z.object({
      injection_id: Id,
      file_name: z.string(),
      sha256: z.string(),
      purity_percent: z.number(),
      problem: z.string().nullable(),
    }),
  ),
  file_name: z.string(),
  size_bytes: z.int(),
  format: TraceFormat,
  /** The file's channel of this trace, in the file's words. */
  channel: z.string().nullable(),
  /** The file's readable channels by name; empty if there is only one. */
  channels: z.array(z.string()),
  /** Number of points in the file; `minutes` are thinned. */
  points: z.int(),
  /** Warnings about the file and the integration. */
  warnings: z.array(TraceWarning),
  /** The peaks found by the instrument's software, as exported. */
  vendor_peaks: z.array(VendorPeak).nullable(),
  baseline: BaselineKind,
  /** Codes of the warnings that require a reason before a purity from this trace is submitted. */
  unexplained: z.array(z.string()),
  /** The stated reason and its warnings, whether these still apply or not. */
  explained: ExplainedWarnings.extend({ by: z.string(), at: Instant }).nullable(),
  /** A run of the solvent alone; `by`: who last switched its subtraction, null if it was never switched. */
  blank: z
    .object({
      file_name: z.string(),
      sha256: z.string(),
      size_bytes: z.int(),
      subtracted: z.boolean(),
      changed_by: z.string().nullable(),
      changed_at: Instant.nullable(),
    })
    .nullable(),
  /** Source of the limits: this software's proposal, the instrument's own table, or a person. */
  limits_by: z.enum(['proposal', 'instrument', 'person']),
  changed_by: z.string().nullable(),
  changed_at: Instant.nullable(),
  /** Why a person's limits differ from the proposal. */
  reason: z.string().nullable(),
  /** This software's proposal, to return to. */
  proposal: Integration.nullable(),
  /** The instrument's own peaks, if the file has them. */
  instrument: Integration.nullable(),
}).meta({ id: 'LabChromatogram' });
export type LabChromatogram = z.infer<typeof LabChromatogram>;

export const ChannelBody = z.object({ channel: text(1000).min(1, 'Choose a channel.') });

/** Options of a trace upload: a channel by name, else the nearest to a wavelength; and the file's role. */
export const ChannelFields = z.object({
  channel: optionalText(1000),
  wavelength_nm: queryNumber(1, 2000).optional(),
  /** `replicate`: the file is another injection of the sample, counted beside the displayed one. */
  as: z.enum(['trace', 'replicate']).default('trace'),
  /** The answer to `ambiguous_numbers`. */
  thousands: Thousands.optional(),
});

/** The revision; by default the open one, else the newest. */
export const TraceQuery = z.object({ revision: queryNumber(1, 100_000).optional() });
