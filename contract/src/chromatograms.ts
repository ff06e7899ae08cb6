import { TRACE_FORMATS } from '@vialproof/science/chromatography/types';
import { z } from 'zod';
import { Id, Instant, optionalText, queryNumber, text } from './primitives.ts';
import { optionalReasonAt } from './reason-fields.ts';
import { BaselineKind, Chromatogram, ExplainedWarnings, PeakBaseline } from './results.ts';
import { Thousands } from './thousands.ts';

export const PeakLimits = z.object({
  start_min: z.number(),
  end_min: z.number(),
  /** For the group of peaks that touch this one, instead of the baseline of all. */
  baseline: PeakBaseline.optional(),
});

/** Limits, main peak and baseline: all that decides the areas of a stored trace. */
const Integration = z.object({
  limits: z.array(PeakLimits),
  /** Index in `limits`. */
  main_peak: z.int().min(0).nullable(),
  baseline: BaselineKind,
});
export type Integration = z.infer<typeof Integration>;

/** Something about a trace that is worth a look. */
export const TraceWarning = z.object({ code: z.string(), text: z.string() });
export type TraceWarning = z.infer<typeof TraceWarning>;

export const PeaksBody = Integration.extend({
  /** Why these are not the proposed peaks. */
  reason: optionalReasonAt('limits').default(''),
  /** `version` of the chromatogram that these limits rest on. */
  version: z.int().min(0),
}).meta({ id: 'PeaksBody' });
export type PeaksBody = z.infer<typeof PeaksBody>;

export const ExplainBody = z.object({
  /** Why the purity is reported although something was noticed; empty takes the reason back. */
  reason: optionalReasonAt('warnings'),
  /** `version` of the chromatogram whose warnings it is given for. */
  version: z.int().min(0),
});
export type ExplainBody = z.infer<typeof ExplainBody>;

export const BlankBody = z.object({
  /** Whether the blank's signal is taken off the trace. */
  subtracted: z.boolean(),
  version: z.int().min(0),
});
export type BlankBody = z.infer<typeof BlankBody>;

export const TraceFormat = z.enum(TRACE_FORMATS);
export type TraceFormat = z.infer<typeof TraceFormat>;

const said = z.string().nullable();
const number = z.number().nullable();
/** A peak as the instrument's own software reported it, in its own numbers; null where the file says nothing. */
export const VendorPeak = z.object({
  name: said,
  retention_min: number,
  start_min: number,
  end_min: number,
  area: number,
  /** As the software counts it, such as 'µV·s'; the height is in the same without the time. */
  area_unit: said,
  area_percent: number,
  height: number,
  /** What the software says of the limits and the baseline, such as 'SV' or 'BB'; a manual integration among it. */
  marks: said,
  /** USP. */
  tailing: number,
  plates: number,
  /** To the peak before. */
  resolution: number,
});
export type VendorPeak = z.infer<typeof VendorPeak>;

/** What belongs to a method of an integration; left out, the run after the void, and peaks from 0.05 % of the area. */
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

/** A chromatogram as staff see it: besides what is published, its file, and how its areas came about. */
export const LabChromatogram = Chromatogram.extend({
  /** Grows with each new file and each change of the limits. */
  version: z.int(),
  /** The injections that are reported beside this one; `problem` is why one cannot stay, behind its name. */
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
  /** Which of the file's channels this is, in its own words. */
  channel: z.string().nullable(),
  /** All that can be read from it, by name; empty where it has one. */
  channels: z.array(z.string()),
  /** Number of points in the file; `minutes` are thinned. */
  points: z.int(),
  /** What is worth a look about the file, and what the integration noticed of its own failure. */
  warnings: z.array(TraceWarning),
  /** The peaks that the instrument's software found, as its export says them. */
  vendor_peaks: z.array(VendorPeak).nullable(),
  baseline: BaselineKind,
  /** Codes of the warnings that a purity by this trace is not handed in with unless a reason is given. */
  unexplained: z.array(z.string()),
  /** The reason that was given, for which warnings, whether they still stand or not. */
  explained: ExplainedWarnings.extend({ by: z.string(), at: Instant }).nullable(),
  /** A run of the solvent alone; who switched its subtraction last, null where nobody did. */
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
  /** Who set the limits: this software's proposal, the instrument's own table, or a person. */
  limits_by: z.enum(['proposal', 'instrument', 'person']),
  changed_by: z.string().nullable(),
  changed_at: Instant.nullable(),
  /** Why a person's limits are not the proposed ones. */
  reason: z.string().nullable(),
  /** What this software proposes, to go back to. */
  proposal: Integration.nullable(),
  /** The instrument's own peaks, when the file holds them. */
  instrument: Integration.nullable(),
}).meta({ id: 'LabChromatogram' });
export type LabChromatogram = z.infer<typeof LabChromatogram>;

export const ChannelBody = z.object({ channel: text(1000).min(1, 'Choose a channel.') });

/** What an upload of a trace may ask for: a channel by its name, else the nearest to a wavelength; and what it is. */
export const ChannelFields = z.object({
  channel: optionalText(1000),
  wavelength_nm: queryNumber(1, 2000).optional(),
  /** `replicate`: the file is another injection of the sample, to be counted beside the one that is drawn. */
  as: z.enum(['trace', 'replicate']).default('trace'),
  /** The answer to `ambiguous_numbers`. */
  thousands: Thousands.optional(),
});

/** Which revision's: by default the open one, else the newest. */
export const TraceQuery = z.object({ revision: queryNumber(1, 100_000).optional() });
