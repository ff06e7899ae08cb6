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

/** Maximum number of replicates and lines in one result. */
export const MOST_REPLICATES = 20;
export const MOST_MEASUREMENTS = 60;

/**
 * The subject of a rule: the value itself, its share of the label claim in %, or observed minus theoretical mass, in Da
 * (`mass`) or in ppm of the theoretical one (`mass_ppm`).
 */
export const RuleSubject = z.enum(RULE_SUBJECTS);
export type RuleSubject = z.infer<typeof RuleSubject>;

/** A decision rule as data. `absent`: nothing may be found (no growth, not detected). A figure on a limit passes. */
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

/** One entered line of a result. Everything after `verdict` is optional. */
export const MeasurementInput = z
  .object({
    analyte: requiredLine(120, 'Name the analyte.'),
    method: requiredLine(120, 'Name the method.'),
    /** A number, or words ('conforms'). May be empty in a draft; replicates, an ion and a qualifier set it. */
    value: z.union([z.number({ error: 'Give a number or words.' }), line(120)]),
    unit: line(40),
    /** The limit in words; written from the rule if the rule has numbers. */
    limit: line(120),
    verdict: Verdict.nullable(),
    qualifier: Qualifier.optional(),
    /** Limits of detection and quantification in the unit of the value. */
    lod: positive.optional(),
    loq: positive.optional(),
    replicates: z
      .array(typedNumber)
      .max(MOST_REPLICATES, `At most ${MOST_REPLICATES} replicates.`)
      .optional(),
    rule: Rule.optional(),
    /** The label claim in the unit of the value: the customer's statement, as read by the laboratory. */
    claim: positive.optional(),
    mass: MassInput.optional(),
    /** An uploaded mass spectrum of this sample, for a line with a formula. */
    spectrum_id: Id.optional(),
    /** A verdict that overrides the rule, with a public reason. */
    override: z.object({ verdict: Verdict.nullable(), reason: text(500).min(1, REASON_MISSING) }).optional(),
    /** Why a purity by HPLC differs from the main peak's share in the trace beside it; public. */
    trace_override: z.object({ reason: text(500).min(1, REASON_MISSING) }).optional(),
    uncertainty: Uncertainty.optional(),
    /** From the template at the time of the order: set by the server, whatever is sent. */
    decision_rule: DecisionRule.optional(),
    /** The template's line that it came from, even if renamed: that line's agreed rules apply to it. */
    template_line_id: Id.optional(),
    /** Largest relative standard deviation of replicates that the method allows, %. */
    max_rsd_percent: positive.optional(),
    /** The day of the measurement; absent if not recorded. */
    measured_on: z.iso.date('Give a day such as 2026-11-24.').optional(),
    /** The laboratory that measured it, if another one. */
    provider: line(200).optional(),
    method_details: MethodDetails.optional(),
    /** Basis of an amount: the peptide alone, or the whole content of the vial. */
    content_basis: ContentBasis.optional(),
  })
  .meta({ id: 'MeasurementInput' });
export type MeasurementInput = z.infer<typeof MeasurementInput>;

/** Values that the server computed from a line; values in a request are ignored. */
export const Computed = z
  .object({
    /** Number of replicates, their mean, and the sample standard deviation (n − 1) in % of the mean. */
    n: z.int().nullable(),
    mean: z.number().nullable(),
    rsd_percent: z.number().nullable(),
    /**
     * For a purity by HPLC: number of injections reported with a purity, and how many replicates match one of them. The
     * other replicates were typed. Absent from results before this was computed.
     */
    injections: z.object({ on_file: z.int(), matched: z.int() }).optional(),
    percent_of_claim: z.number().nullable(),
    /** Masses in Da; `error` is observed minus theoretical. */
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
    /** The rule's own verdict. */
    verdict: Verdict.nullable(),
  })
  .meta({ id: 'ComputedMeasurement' });
export type Computed = z.infer<typeof Computed>;

/** One line of a result. `value` is a number or a text with qualifier ('< LOQ', 'ND', 'conforms'). */
export const Measurement = MeasurementInput.extend({
  computed: Computed.optional(),
  /**
   * Decision by rule and uncertainty, or `undecidable` for a one-sided value; absent if it adds nothing to `verdict`,
   * which depends on the limit alone.
   */
  decision: Decision.optional(),
  /** Probability that the true value is within the limits, 0 to 1. */
  p_conform: z.number().optional(),
  /** The spectrum with the ions of the formula; not used for a verdict. */
  spectrum: LineSpectrum.optional(),
}).meta({ id: 'Measurement' });
export type Measurement = z.infer<typeof Measurement>;

/**
 * Overrides the baseline of the group of peaks that touch this one: a straight line from foot to foot with a drop at
 * each valley, straight lines from valley to valley, a rolling ball, or the instrument's. `tangent` affects this peak
 * alone: it is skimmed off the flank of the taller peak that it touches.
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
    /** Width at half height, min. This and the following are absent from results before they were measured. */
    width_half_min: z.number().nullable().optional(),
    /** USP tailing: width at 5 % of the height over twice the front half of it. */
    tailing: z.number().nullable().optional(),
    /** Theoretical plates, 5.54 (t / width at half height)². */
    plates: z.number().nullable().optional(),
    /** Resolution from the previous peak, 1.18 Δt / (sum of both widths at half height). */
    resolution: z.number().nullable().optional(),
    /** Twice the height over the peak-to-peak noise. */
    signal_to_noise: z.number().nullable().optional(),
  })
  .meta({ id: 'Peak' });
export type Peak = z.infer<typeof Peak>;

/** The baseline of an area; `instrument`: the baselines from the file. */
export const BaselineKind = z.enum(BASELINE_KINDS);
export type BaselineKind = z.infer<typeof BaselineKind>;

/** One run of a sample: reported, with the reason if a replicate had warnings; or why it is not reported. */
export const RunNote = z.object({
  sha256: z.string(),
  used: z.boolean(),
  reason: z.string().nullable(),
  /** Main peak's share, for reported runs if there are several. */
  purity_percent: z.number().nullable().optional(),
});
export type RunNote = z.infer<typeof RunNote>;

/** Warnings that a purity was reported in spite of, and the reason. */
export const ExplainedWarnings = z.object({ codes: z.array(z.string()), reason: z.string() });
export type ExplainedWarnings = z.infer<typeof ExplainedWarnings>;

/** A detector trace with its integrated peaks. Times in minutes, signal in `signal_unit`, equal lengths. */
export const Chromatogram = z
  .object({
    wavelength_nm: z.int().nullable(),
    /** The file's detector or wavelength, in its own words; absent if unnamed or not stored. */
    channel: z.string().nullable().optional(),
    minutes: z.array(z.number()),
    signal_mau: z.array(z.number()),
    /** Unit of signal, heights and areas, whatever the field names say; if absent, mAU. */
    signal_unit: z.enum(SIGNAL_UNITS).optional(),
    /** The signal is a mass spectrometer's total ion current. */
    total_ion_current: z.literal(true).optional(),
    peaks: z.array(Peak),
    /** Index of the main peak in `peaks`. */
    main_peak: z.int().nullable(),
    /** Main peak's share of the total area. */
    purity_percent: z.number().nullable(),
    method: z.object({ name: z.string(), version: z.string() }),
    /** The default baseline; a peak may set its own. */
    baseline: BaselineKind.optional(),
    sha256: z.string(),
    /** Absent if the method has neither reporting limit nor window. */
    reporting: Reporting.optional(),
    /** The part of the run that was integrated; absent from result.json up to method version 4. */
    window: Window.optional(),
    /** Absent without such peaks, and from results before they were stored. */
    uncounted: z.array(UncountedPeak).optional(),
    ...runFields,
    /** A person's choice for ambiguous numbers of the file; absent if not needed. */
    thousands: Thousands.optional(),
    /** All runs of the sample at publication; absent if not stored. */
    injections: z.array(RunNote).optional(),
    /** Why a person moved the limits, and the purity of the proposed ones; absent if no one did. */
    manual: z.object({ reason: z.string(), proposed_purity_percent: z.number().nullable() }).optional(),
    /** Warnings that the purity was reported in spite of; absent without warnings, or from older results. */
    explained_warnings: ExplainedWarnings.optional(),
    /** The subtracted run of the solvent alone, by its file; absent if none was subtracted. */
    blank_subtracted: z.object({ sha256: z.string() }).optional(),
    /** Replaced traces from before this moment were not kept. */
    history_since: Instant.optional(),
  })
  .meta({ id: 'Chromatogram' });
export type Chromatogram = z.infer<typeof Chromatogram>;

/** The statement on all lines of a result, and how many of them were judged and met their limits. */
export const Overall = z.object({ text: z.string(), judged: z.int(), not_judged: z.int(), passed: z.int() });
export type Overall = z.infer<typeof Overall>;

/** A published result. `metrics` maps each analyte to its value with unit. */
export const Result = z
  .object({
    title: z.string(),
    summary: z.string(),
    metrics: z.record(z.string(), z.string()),
    measurements: z.array(Measurement),
    overall: Overall,
    /** The headline purity of the result, such as '98.20' and '± 0.40 % area'; null without one. */
    purity: z
      .object({
        value: z.string(),
        rest: z.string(),
        /** A person moved the limits of its peaks; otherwise absent. */
        manual: z.literal(true).optional(),
      })
      .nullable(),
    /** Addresses of the attached files. */
    attachments: z.array(z.string()),
    /** The same files with their descriptions. */
    files: z.array(ResultFile),
    revision: z.int(),
    published_at: Instant,
    /** The tested vial at intake. */
    photos: z.array(SamplePhoto),
    chromatogram: Chromatogram.nullable(),
    /** All runs of the sample, for a result that reports none of them. */
    injections: z.array(RunNote).optional(),
    /** Public notes on the runs and peaks of the result, a sentence or two each. */
    run_notes: z.array(z.string()).optional(),
    /** How the verdicts were reached, and what the uncertainties cover, one sentence each. */
    decision_notes: z.array(z.string()).optional(),
    /** The laboratory's record; absent from older results. */
    record: BenchRecord.optional(),
    history: z.array(RevisionNote),
  })
  .meta({ id: 'Result' });
export type Result = z.infer<typeof Result>;
