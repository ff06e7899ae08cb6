import { BASELINE_KINDS, PEAK_BASELINES } from '@vialproof/science/chromatography/types';
import { SIGNAL_UNITS } from '@vialproof/science/chromatography/units';
import { isOfMass } from '@vialproof/science/measurement/rule-bounds';
import { QUALIFIERS, RULE_SUBJECTS } from '@vialproof/science/measurement/types';
import { z } from 'zod';
import { amount, positive, typedNumber } from './amounts.ts';
import { BenchRecord, ContentBasis, MethodDetails } from './bench-record.ts';
import { runFields } from './injection-time.ts';
import { MassInput } from './mass-input.ts';
import { Id, Instant, line, requiredLine, text } from './primitives.ts';
import { REASON_MISSING } from './reasons.ts';
import { Reporting, UncountedPeak, Window } from './reporting.ts';
import { ResultFile, SamplePhoto } from './result-files.ts';
import { RevisionNote } from './revision-notes.ts';
import { LineSpectrum } from './spectra.ts';
import { Thousands } from './thousands.ts';
import { Decision, DecisionRule, Uncertainty } from './uncertainty.ts';

export const Verdict = z.enum(['pass', 'fail']);

/** Why a value is not a plain number: not detected, below a limit, or beyond the method's range. */
export const Qualifier = z.enum(QUALIFIERS);
export type Qualifier = z.infer<typeof Qualifier>;

/** Maximum number of repeated values and lines in one result. */
export const MOST_REPLICATES = 20;
export const MOST_MEASUREMENTS = 60;

/**
 * What a rule compares: the value, its per cent of the label (`claim`), or the error of a mass in Da (`mass`) or ppm
 * (`mass_ppm`).
 */
export const RuleSubject = z.enum(RULE_SUBJECTS);
export type RuleSubject = z.infer<typeof RuleSubject>;

/** A rule that judges a value. `absent`: nothing may be found. A value equal to a limit passes. */
export const Rule = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('at_most'), of: RuleSubject, limit: amount }),
    z.object({ kind: z.literal('at_least'), of: RuleSubject, limit: amount }),
    z.object({ kind: z.literal('between'), of: RuleSubject, min: amount, max: amount }),
    z.object({
      kind: z.literal('within'),
      of: RuleSubject,
      target: amount,
      tolerance: amount.min(0, 'A tolerance is not negative.'),
    }),
    z.object({ kind: z.literal('absent') }),
  ])
  .superRefine((rule, context) => {
    if (rule.kind === 'between' && rule.min > rule.max) {
      context.addIssue({ code: 'custom', path: ['max'], message: 'The upper limit is below the lower one.' });
    }
    if (rule.kind === 'within' && isOfMass(rule) && rule.target !== 0) {
      context.addIssue({
        code: 'custom',
        path: ['target'],
        message: 'A mass is compared with the theoretical one.',
      });
    }
  })
  .meta({ id: 'DecisionRule' });
export type Rule = z.infer<typeof Rule>;

/** One line of a result as a person enters it. */
export const MeasurementInput = z
  .object({
    analyte: requiredLine(120, 'Name the analyte.'),
    method: requiredLine(120, 'Name the method.'),
    /** A number, or words ('conforms'). Only a draft may leave it empty. */
    value: z.union([z.number({ error: 'Give a number or words.' }), line(120)]),
    unit: line(40),
    /** The limit in words; the server writes it if the rule has numbers. */
    limit: line(120),
    verdict: Verdict.nullable(),
    qualifier: Qualifier.optional(),
    /** The limits of detection and quantification, in the unit of the value. */
    lod: positive.optional(),
    loq: positive.optional(),
    replicates: z
      .array(typedNumber)
      .max(MOST_REPLICATES, `At most ${MOST_REPLICATES} replicates.`)
      .optional(),
    rule: Rule.optional(),
    /** The amount that the label claims, in the unit of the value. */
    claim: positive.optional(),
    mass: MassInput.optional(),
    /** The id of an uploaded mass spectrum of this sample, if the line has a formula. */
    spectrum_id: Id.optional(),
    /** A verdict by a person in place of the rule's, with a public reason. */
    override: z.object({ verdict: Verdict.nullable(), reason: text(500).min(1, REASON_MISSING) }).optional(),
    /** Why a purity differs from the purity of its chromatogram; readers can see it. */
    trace_override: z.object({ reason: text(500).min(1, REASON_MISSING) }).optional(),
    uncertainty: Uncertainty.optional(),
    /** How values are decided, as agreed with the order. What a client sends is ignored. */
    decision_rule: DecisionRule.optional(),
    /** The line of the template from which this line was made. Its rules stay, even if the line gets another name. */
    template_line_id: Id.optional(),
    /** How much repeated values may differ by the method: the largest relative standard deviation in per cent. */
    max_rsd_percent: positive.optional(),
    /** The day of the measurement; absent if the laboratory did not record it. */
    measured_on: z.iso.date('Give a day such as 2026-11-24.').optional(),
    /** The laboratory that measured the line, if it was another laboratory. */
    provider: line(200).optional(),
    method_details: MethodDetails.optional(),
    /** What an amount refers to: the peptide alone, or the whole content of the vial. */
    content_basis: ContentBasis.optional(),
  })
  .meta({ id: 'MeasurementInput' });
export type MeasurementInput = z.infer<typeof MeasurementInput>;

/** Values that the server computes for a line of a result; values in a request are ignored. */
export const Computed = z
  .object({
    /** How many repeated values there are, their mean, and their standard deviation (n − 1) in per cent of the mean. */
    n: z.int().nullable(),
    mean: z.number().nullable(),
    rsd_percent: z.number().nullable(),
    /**
     * For a purity by HPLC: how many injections are used, and how many of the repeated values are the purity of one of
     * them. The others were typed. Absent from old results.
     */
    injections: z.object({ on_file: z.int(), matched: z.int() }).optional(),
    percent_of_claim: z.number().nullable(),
    /** The masses in Da. `error` is the measured minus the computed mass. */
    mass: z
      .object({
        average: z.number(),
        monoisotopic: z.number(),
        theoretical: z.number(),
        observed: z.number(),
        error_da: z.number(),
        error_ppm: z.number(),
      })
      .nullable(),
    /** The verdict by the rule, even if a person decided otherwise. */
    verdict: Verdict.nullable(),
  })
  .meta({ id: 'ComputedMeasurement' });
export type Computed = z.infer<typeof Computed>;

/** One line of a result. `value` is a number or a text with qualifier ('< LOQ', 'ND', 'conforms'). */
export const Measurement = MeasurementInput.extend({
  computed: Computed.optional(),
  /**
   * The decision that also considers the uncertainty; `undecidable` for values such as '< 0.5'. Absent if it equals
   * `verdict`.
   */
  decision: Decision.optional(),
  /** The probability that the true value is within the limits, 0 to 1. */
  p_conform: z.number().optional(),
  /** The spectrum with the ions of the formula. It does not change the verdict. */
  spectrum: LineSpectrum.optional(),
}).meta({ id: 'Measurement' });
export type Measurement = z.infer<typeof Measurement>;

/**
 * The baseline of a peak and of those that touch it: from foot to foot with a drop at each valley, from valley to
 * valley, a rolling ball, or the instrument's. `tangent` is for this peak alone: it cuts the peak off the side of a
 * taller one.
 */
export const PeakBaseline = z.enum(PEAK_BASELINES);
export type PeakBaseline = z.infer<typeof PeakBaseline>;

export const Peak = z
  .object({
    retention_min: z.number(),
    start_min: z.number(),
    end_min: z.number(),
    height_mau: z.number(),
    area: z.number(),
    area_percent: z.number(),
    /** Absent if the peak has the default baseline. */
    baseline: PeakBaseline.optional(),
    /** The width at half height, in minutes. Old results lack this field and those below. */
    width_half_min: z.number().nullable().optional(),
    /** The USP tailing factor: the width at 5 % of the height, divided by twice the front half of it. */
    tailing: z.number().nullable().optional(),
    /** The number of theoretical plates: 5.54 (time / width at half height)². */
    plates: z.number().nullable().optional(),
    /** The resolution to the peak before: 1.18 × time difference / sum of both widths at half height. */
    resolution: z.number().nullable().optional(),
    /** Twice the height, divided by the peak-to-peak noise. */
    signal_to_noise: z.number().nullable().optional(),
  })
  .meta({ id: 'Peak' });
export type Peak = z.infer<typeof Peak>;

/** The kind of baseline below an area; `instrument`: the baselines in the file. */
export const BaselineKind = z.enum(BASELINE_KINDS);
export type BaselineKind = z.infer<typeof BaselineKind>;

/** An injection (one measurement) of a sample. `reason`: why it is not used, or why its warnings are accepted. */
export const RunNote = z.object({
  sha256: z.string(),
  used: z.boolean(),
  reason: z.string().nullable(),
  /** The purity of this injection, if the result uses several. */
  purity_percent: z.number().nullable().optional(),
});
export type RunNote = z.infer<typeof RunNote>;

/** The warnings of a chromatogram whose purity was reported, and the reason for it. */
export const ExplainedWarnings = z.object({ codes: z.array(z.string()), reason: z.string() });
export type ExplainedWarnings = z.infer<typeof ExplainedWarnings>;

/** The chromatogram of a detector with its peaks. `minutes` and the signal have the same length. */
export const Chromatogram = z
  .object({
    wavelength_nm: z.int().nullable(),
    /** The detector or the wavelength, as the file names it. */
    channel: z.string().nullable().optional(),
    minutes: z.array(z.number()),
    signal_mau: z.array(z.number()),
    /** The unit of signal, heights and areas; mAU if absent. */
    signal_unit: z.enum(SIGNAL_UNITS).optional(),
    /** Set if the signal is the sum of all ions in a mass spectrometer. */
    total_ion_current: z.literal(true).optional(),
    peaks: z.array(Peak),
    /** The index of the main peak in `peaks`. */
    main_peak: z.int().nullable(),
    /** The main peak's part of the total area. */
    purity_percent: z.number().nullable(),
    method: z.object({ name: z.string(), version: z.string() }),
    /** The default baseline; a peak may have another one. */
    baseline: BaselineKind.optional(),
    sha256: z.string(),
    /** Absent if the method does not say which peaks count. */
    reporting: Reporting.optional(),
    /** The time window in which peaks count. */
    window: Window.optional(),
    /** Absent from old results, and if every peak is part of the purity. */
    uncounted: z.array(UncountedPeak).optional(),
    ...runFields,
    /** How a person decided to read numbers of the file that have two meanings. */
    thousands: Thousands.optional(),
    /** All injections of the sample when the result was published. Absent from old results. */
    injections: z.array(RunNote).optional(),
    /** If a person set the peaks: why, and the purity by the automatic peaks. */
    manual: z.object({ reason: z.string(), proposed_purity_percent: z.number().nullable() }).optional(),
    /** The warnings of the chromatogram that the laboratory explained. */
    explained_warnings: ExplainedWarnings.optional(),
    /** The SHA-256 of the blank (only solvent) that was subtracted. */
    blank_subtracted: z.object({ sha256: z.string() }).optional(),
    /** Chromatograms that were replaced before this time were not kept. */
    history_since: Instant.optional(),
  })
  .meta({ id: 'Chromatogram' });
export type Chromatogram = z.infer<typeof Chromatogram>;

/** The statement on all lines together, and how many lines were judged and passed. */
export const Overall = z.object({ text: z.string(), judged: z.int(), not_judged: z.int(), passed: z.int() });
export type Overall = z.infer<typeof Overall>;

/** A published result. `metrics` lists each analyte with its value and unit. */
export const Result = z
  .object({
    title: z.string(),
    summary: z.string(),
    metrics: z.record(z.string(), z.string()),
    measurements: z.array(Measurement),
    overall: Overall,
    /** The purity as large text: '98.20' and '± 0.40 % area'; null without a purity. */
    purity: z
      .object({
        value: z.string(),
        rest: z.string(),
        /** Set if a person moved the limits of the peaks. */
        manual: z.literal(true).optional(),
      })
      .nullable(),
    /** The addresses of the attached files. */
    attachments: z.array(z.string()),
    /** The attached files with their descriptions. */
    files: z.array(ResultFile),
    revision: z.int(),
    published_at: Instant,
    /** The photos of the tested vial at intake. */
    photos: z.array(SamplePhoto),
    chromatogram: Chromatogram.nullable(),
    /** All injections of the sample, if the result uses none. */
    injections: z.array(RunNote).optional(),
    /** Public sentences about the injections and peaks of the result. */
    run_notes: z.array(z.string()).optional(),
    /** Sentences on how the verdicts were reached and what the uncertainties cover. */
    decision_notes: z.array(z.string()).optional(),
    /** The facts that the laboratory recorded; absent from old results. */
    record: BenchRecord.optional(),
    history: z.array(RevisionNote),
  })
  .meta({ id: 'Result' });
export type Result = z.infer<typeof Result>;
