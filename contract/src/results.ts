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

/** Why a value is not a plain number: not detected, below a limit, or beyond what the method covers. */
export const Qualifier = z.enum(QUALIFIERS);
export type Qualifier = z.infer<typeof Qualifier>;

/** The most replicates and lines that one result takes. */
export const MOST_REPLICATES = 20;
export const MOST_MEASUREMENTS = 60;

/**
 * What a rule looks at: the value itself, its share of the label claim in %, or observed minus theoretical mass, in Da (`mass`) or in
 * millionths of the theoretical one (`mass_ppm`).
 */
export const RuleSubject = z.enum(RULE_SUBJECTS);
export type RuleSubject = z.infer<typeof RuleSubject>;

/** A decision rule as data. `absent`: nothing may be found (no growth, not detected). Limits themselves pass. */
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

/** One line of a result as it is entered. Everything behind `verdict` may be left out. */
export const MeasurementInput = z
  .object({
    analyte: requiredLine(120, 'Name the analyte.'),
    method: requiredLine(120, 'Name the method.'),
    /** A number, or words ('conforms'). A draft may leave it empty; replicates, an ion and a qualifier write it. */
    value: z.union([z.number({ error: 'Give a number or words.' }), line(120)]),
    unit: line(40),
    /** The limit in words; where a rule has numbers it is written from them. */
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
    /** The label claim in the unit of the value: what the customer says is in it, as the laboratory reads it. */
    claim: positive.optional(),
    mass: MassInput.optional(),
    /** An uploaded mass spectrum of this sample, for a line with a formula. */
    spectrum_id: Id.optional(),
    /** A verdict against the rule, with the reason that everybody reads. */
    override: z.object({ verdict: Verdict.nullable(), reason: text(500).min(1, REASON_MISSING) }).optional(),
    /** Why a purity by HPLC is not the main peak's share of the trace beside it; everybody reads it. */
    trace_override: z.object({ reason: text(500).min(1, REASON_MISSING) }).optional(),
    uncertainty: Uncertainty.optional(),
    /** As the template had it when the order was made: the server puts it there, whatever is sent. */
    decision_rule: DecisionRule.optional(),
    /** The template's line that it came from, whatever it is called now: what was agreed for that one holds for it. */
    template_line_id: Id.optional(),
    /** The most relative standard deviation of replicates that the method allows, %. */
    max_rsd_percent: positive.optional(),
    /** The day of the measurement; absent where nobody recorded it. */
    measured_on: z.iso.date('Give a day such as 2026-11-24.').optional(),
    /** Who measured it, where that was another laboratory. */
    provider: line(200).optional(),
    method_details: MethodDetails.optional(),
    /** An amount of the peptide alone, or of all that is in the vial. */
    content_basis: ContentBasis.optional(),
  })
  .meta({ id: 'MeasurementInput' });
export type MeasurementInput = z.infer<typeof MeasurementInput>;

/** What the laboratory's server worked out from a line; never taken from outside. */
export const Computed = z
  .object({
    /** Of the replicates: how many, their mean, and the sample standard deviation (n − 1) in % of it. */
    n: z.int().nullable(),
    mean: z.number().nullable(),
    rsd_percent: z.number().nullable(),
    /**
     * Of a purity by HPLC: how many injections of the sample are reported with a purity, and how many of the replicates are
     * such a purity. The others were typed. Absent from results before it was worked out.
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
    /** What the rule says by itself. */
    verdict: Verdict.nullable(),
  })
  .meta({ id: 'ComputedMeasurement' });
export type Computed = z.infer<typeof Computed>;

/** One line of a result. `value` is a number or a text with qualifier ('< LOQ', 'ND', 'conforms'). */
export const Measurement = MeasurementInput.extend({
  computed: Computed.optional(),
  /**
   * By rule and uncertainty, or that a value on one side of a number decides nothing; absent where neither says more than
   * `verdict`, which goes by the limit alone.
   */
  decision: Decision.optional(),
  /** How probable it is that the true value is within the limits, 0 to 1. */
  p_conform: z.number().optional(),
  /** The spectrum beside the ions of the formula; no verdict is made of it. */
  spectrum: LineSpectrum.optional(),
}).meta({ id: 'Measurement' });
export type Measurement = z.infer<typeof Measurement>;

/**
 * What overrides the baseline for the group of peaks that touch this one: a straight line from foot to foot with a drop
 * at each valley, straight lines from valley to valley, a rolling ball, the instrument's. `tangent` is of this peak
 * alone: it is skimmed off the flank of the taller one that it touches.
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
    /** Absent where the peak has the baseline of the whole. */
    baseline: PeakBaseline.optional(),
    /** Width at half height, min. These and what follows are absent from results before they were measured. */
    width_half_min: z.number().nullable().optional(),
    /** Tailing as the USP defines it: width at 5 % of the height over twice the front half of it. */
    tailing: z.number().nullable().optional(),
    /** Theoretical plates, 5.54 (t / width at half height)². */
    plates: z.number().nullable().optional(),
    /** Resolution from the peak before, 1.18 Δt / (sum of both widths at half height). */
    resolution: z.number().nullable().optional(),
    /** Twice the height over the peak-to-peak noise. */
    signal_to_noise: z.number().nullable().optional(),
  })
  .meta({ id: 'Peak' });
export type Peak = z.infer<typeof Peak>;

/** What the area of a peak is measured from; `instrument`: the baselines that came with the file. */
export const BaselineKind = z.enum(BASELINE_KINDS);
export type BaselineKind = z.infer<typeof BaselineKind>;

/** One run of a sample by its file: reported, with the reason where something was noticed about a replicate; or why it is not. */
export const RunNote = z.object({
  sha256: z.string(),
  used: z.boolean(),
  reason: z.string().nullable(),
  /** Main peak's share, of the reported runs where there are several. */
  purity_percent: z.number().nullable().optional(),
});
export type RunNote = z.infer<typeof RunNote>;

/** Warnings that a purity was reported in spite of, and why. */
export const ExplainedWarnings = z.object({ codes: z.array(z.string()), reason: z.string() });
export type ExplainedWarnings = z.infer<typeof ExplainedWarnings>;

/** A detector trace with its integrated peaks. Times in minutes, signal in `signal_unit`, equal lengths. */
export const Chromatogram = z
  .object({
    wavelength_nm: z.int().nullable(),
    /** Which of the file's detectors or wavelengths, in its own words; absent where it names none or that was not kept. */
    channel: z.string().nullable().optional(),
    minutes: z.array(z.number()),
    signal_mau: z.array(z.number()),
    /** What signal, heights and areas count, whatever they are called; absent, mAU. */
    signal_unit: z.enum(SIGNAL_UNITS).optional(),
    /** The signal is a mass spectrometer's total ion current. */
    total_ion_current: z.literal(true).optional(),
    peaks: z.array(Peak),
    /** Index of the main peak in `peaks`. */
    main_peak: z.int().nullable(),
    /** Main peak's share of the total area. */
    purity_percent: z.number().nullable(),
    method: z.object({ name: z.string(), version: z.string() }),
    /** What the areas are measured from, where a peak says nothing else. */
    baseline: BaselineKind.optional(),
    sha256: z.string(),
    /** Absent where the method has neither reporting limit nor window. */
    reporting: Reporting.optional(),
    /** The part of the run that was integrated; absent from result.json up to method version 4. */
    window: Window.optional(),
    /** Absent where there are none, and from results before they were kept. */
    uncounted: z.array(UncountedPeak).optional(),
    ...runFields,
    /** How a person said that numbers of the file are read which can be read in two ways; absent where the file tells it. */
    thousands: Thousands.optional(),
    /** Every run of the sample when the result was published; absent where that was not kept. */
    injections: z.array(RunNote).optional(),
    /** Why a person moved the limits, and what the proposed ones gave; absent where nobody did. */
    manual: z.object({ reason: z.string(), proposed_purity_percent: z.number().nullable() }).optional(),
    /** What the purity was reported in spite of; absent where nothing spoke against it, or nobody was asked. */
    explained_warnings: ExplainedWarnings.optional(),
    /** The run of the solvent alone that the signal is without, by its file; absent where none was subtracted. */
    blank_subtracted: z.object({ sha256: z.string() }).optional(),
    /** Traces that this one had replaced were not kept before this moment. */
    history_since: Instant.optional(),
  })
  .meta({ id: 'Chromatogram' });
export type Chromatogram = z.infer<typeof Chromatogram>;

/** What is said over all lines of a result, and how many of them were judged and met their limits. */
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
    /** The one figure that the result is quoted by, such as '98.20' and '± 0.40 % area'; null without one. */
    purity: z
      .object({
        value: z.string(),
        rest: z.string(),
        /** The limits of the peaks behind it were moved by a person; absent where nobody did. */
        manual: z.literal(true).optional(),
      })
      .nullable(),
    /** Addresses of the attached files. */
    attachments: z.array(z.string()),
    /** The same files, with what they are. */
    files: z.array(ResultFile),
    revision: z.int(),
    published_at: Instant,
    /** The vial that was tested, as it came in. */
    photos: z.array(SamplePhoto),
    chromatogram: Chromatogram.nullable(),
    /** Every run of the sample, of a result that reports none of them. */
    injections: z.array(RunNote).optional(),
    /** What everybody is told of the runs behind the result and of their peaks, a sentence or two each. */
    run_notes: z.array(z.string()).optional(),
    /** How the verdicts were reached, and what the uncertainties cover, a sentence each. */
    decision_notes: z.array(z.string()).optional(),
    /** What the bench recorded; absent from results before it was asked. */
    record: BenchRecord.optional(),
    history: z.array(RevisionNote),
  })
  .meta({ id: 'Result' });
export type Result = z.infer<typeof Result>;
