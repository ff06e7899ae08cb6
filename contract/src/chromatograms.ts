import { TRACE_FORMATS } from '@vialproof/science/chromatography/types';
import { z } from 'zod';
import { Id, Instant, optionalText, queryNumber, text } from './primitives.ts';
import { optionalReasonAt } from './reason-fields.ts';
import { BaselineKind, Chromatogram, ExplainedWarnings, PeakBaseline } from './results.ts';
import { Thousands } from './thousands.ts';

export const PeakLimits = z.object({
  start_min: z.number(),
  end_min: z.number(),
  /** Replaces the default baseline for this peak and the peaks that touch it. */
  baseline: PeakBaseline.optional(),
});

/** Start and end of the peaks, the main peak, and the baseline. The server computes all areas from these. */
const Integration = z.object({
  limits: z.array(PeakLimits),
  /** The index of the main peak in `limits`. */
  main_peak: z.int().min(0).nullable(),
  baseline: BaselineKind,
});
export type Integration = z.infer<typeof Integration>;

export const TraceWarning = z.object({ code: z.string(), text: z.string() });
export type TraceWarning = z.infer<typeof TraceWarning>;

export const PeaksBody = Integration.extend({
  /** Why the person's peaks differ from the automatic ones. */
  reason: optionalReasonAt('limits').default(''),
  /** The `version` of the chromatogram for which the person set these peaks. */
  version: z.int().min(0),
}).meta({ id: 'PeaksBody' });
export type PeaksBody = z.infer<typeof PeaksBody>;

export const ExplainBody = z.object({
  /** Why the laboratory reports a purity although its chromatogram has warnings. An empty text removes the reason. */
  reason: optionalReasonAt('warnings'),
  /** The `version` of the chromatogram whose warnings the reason answers. */
  version: z.int().min(0),
});
export type ExplainBody = z.infer<typeof ExplainBody>;

export const BlankBody = z.object({
  /** Whether the blank (only solvent) is subtracted from the chromatogram. */
  subtracted: z.boolean(),
  version: z.int().min(0),
});
export type BlankBody = z.infer<typeof BlankBody>;

export const TraceFormat = z.enum(TRACE_FORMATS);
export type TraceFormat = z.infer<typeof TraceFormat>;

const said = z.string().nullable();
const number = z.number().nullable();
/** A peak in the table of the instrument, with its numbers. Null where the file says nothing. */
export const VendorPeak = z.object({
  name: said,
  retention_min: number,
  start_min: number,
  end_min: number,
  area: number,
  /** The unit of the areas in the instrument's table, such as 'µV·s'. */
  area_unit: said,
  area_percent: number,
  height: number,
  /** The instrument's codes for borders and baseline, such as 'SV' or 'BB'. */
  marks: said,
  /** The tailing factor of the pharmacopoeia USP: how much longer the end of the peak is than its front. */
  tailing: number,
  plates: number,
  /** The resolution between this peak and the one before. */
  resolution: number,
});
export type VendorPeak = z.infer<typeof VendorPeak>;

/**
 * How a method finds and counts peaks. By default it leaves out the solvent's peak, and counts peaks from 0.05 % of the
 * area.
 */
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

/** A chromatogram as staff see it: the published data, the uploaded file, and how the server computed the areas. */
export const LabChromatogram = Chromatogram.extend({
  version: z.int(),
  /** The other injections whose purities are part of the mean. `problem` says why one cannot be, within a sentence. */
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
  /** The channel (detector or wavelength) that is shown, in the words of the file. */
  channel: z.string().nullable(),
  /** The names of the file's readable channels; empty if the file has only one channel. */
  channels: z.array(z.string()),
  /** The number of points in the file. `minutes` has fewer, because some are left out for drawing. */
  points: z.int(),
  /** Warnings about the file and the peaks. */
  warnings: z.array(TraceWarning),
  /** The peaks that the instrument's software found, as they are in the exported file. */
  vendor_peaks: z.array(VendorPeak).nullable(),
  baseline: BaselineKind,
  /** The codes of warnings that still need a reason. */
  unexplained: z.array(z.string()),
  /** The reason that a person gave, and the warnings that it answered. */
  explained: ExplainedWarnings.extend({ by: z.string(), at: Instant }).nullable(),
  /** The run of the solvent alone (blank). `by` is the person who last switched its subtraction on or off. */
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
  /** Who set the peaks: this software, the instrument, or a person. */
  limits_by: z.enum(['proposal', 'instrument', 'person']),
  changed_by: z.string().nullable(),
  changed_at: Instant.nullable(),
  /** Why a person's peaks differ from the automatic ones. */
  reason: z.string().nullable(),
  /** The automatic peaks, to which a person can return. */
  proposal: Integration.nullable(),
  /** The instrument's own peaks, if the file has them. */
  instrument: Integration.nullable(),
}).meta({ id: 'LabChromatogram' });
export type LabChromatogram = z.infer<typeof LabChromatogram>;

export const ChannelBody = z.object({ channel: text(1000).min(1, 'Choose a channel.') });

/** Options of an upload: the channel by name or the nearest to `wavelength`, and the role of the file. */
export const ChannelFields = z.object({
  channel: optionalText(1000),
  wavelength_nm: queryNumber(1, 2000).optional(),
  /** `replicate`: the file is one more injection of the sample, beside the shown one. */
  as: z.enum(['trace', 'replicate']).default('trace'),
  /** How the person decided to read numbers with two meanings, after the refusal `ambiguous_numbers`. */
  thousands: Thousands.optional(),
});

/** The number of a revision; by default the open revision, or the newest one if none is open. */
export const TraceQuery = z.object({ revision: queryNumber(1, 100_000).optional() });
