import type { LineSpectrum } from '../spectrometry/types.ts';

// The values that are computed here. The schemas of the contract check the same shapes where they cross the wire.

export type Verdict = 'pass' | 'fail';

/** Why a value is not a plain number: not detected, below a limit, or beyond what the method covers. */
export const QUALIFIERS = ['ND', '<LOD', '<LOQ', 'out of range'] as const;
export type Qualifier = (typeof QUALIFIERS)[number];

/**
 * What a rule looks at: the value itself, its share of the label claim in %, or observed minus theoretical mass, in Da (`mass`) or in
 * millionths of the theoretical one (`mass_ppm`).
 */
export const RULE_SUBJECTS = ['value', 'claim', 'mass', 'mass_ppm'] as const;
export type RuleSubject = (typeof RULE_SUBJECTS)[number];

/** A decision rule as data. `absent`: nothing may be found (no growth, not detected). Limits themselves pass. */
export type Rule =
  | { kind: 'at_most'; of: RuleSubject; limit: number }
  | { kind: 'at_least'; of: RuleSubject; limit: number }
  | { kind: 'between'; of: RuleSubject; min: number; max: number }
  | { kind: 'within'; of: RuleSubject; target: number; tolerance: number }
  | { kind: 'absent' };

/** How a standard uncertainty became known: from repeatability and the standard's certificate, or term by term. */
export const UNCERTAINTY_BASES = ['top_down', 'budget'] as const;
/**
 * The uncertainty of a value: its components (standard uncertainties, k = 1), in the unit of the value or in % of it
 * (`relative`), or the expanded one, U = 2·√Σu², in the unit of the value.
 */
export type Uncertainty = {
  basis: (typeof UNCERTAINTY_BASES)[number];
  components?: { source: string; u: number }[] | undefined;
  relative?: true | undefined;
  U?: number | undefined;
  k?: 2 | undefined;
  level?: 95 | undefined;
};

/** Simple acceptance, or a guard band as wide as U (ILAC-G8:09/2019). */
export const DECISION_RULES = ['simple', 'guard_band'] as const;
export type DecisionRule = (typeof DECISION_RULES)[number];

/**
 * What a decision rule says of a value; `undecidable` where the value lies on one side of a number and the limit on the same
 * side, `not_judged` where the limit says nothing of it.
 */
export const DECISIONS = [
  'pass',
  'conditional_pass',
  'conditional_fail',
  'fail',
  'undecidable',
  'not_judged',
] as const;
export type Decision = (typeof DECISIONS)[number];

/** What identity is judged by: the formula, and the ion that was seen; null: the value itself is the mass. */
type MassInput = {
  formula: string;
  basis: 'average' | 'monoisotopic';
  ion: { mz: number; charge: number } | null;
};

/** An amount without water and counter-ions, or with them. */
export const CONTENT_BASES = ['net_peptide', 'as_is'] as const;

/** One line of a result as it is entered. Everything behind `verdict` may be left out. */
export type MeasurementInput = {
  analyte: string;
  method: string;
  /** A number, or words ('conforms', '< 0.05'). */
  value: number | string;
  unit: string;
  /** The limit in words; where a rule has numbers it is written from them. */
  limit: string;
  verdict: Verdict | null;
  qualifier?: Qualifier | undefined;
  /** Limits of detection and quantification in the unit of the value. */
  lod?: number | undefined;
  loq?: number | undefined;
  /** As typed, so that their last digits keep their meaning. */
  replicates?: string[] | undefined;
  rule?: Rule | undefined;
  /** The label claim in the unit of the value. */
  claim?: number | undefined;
  mass?: MassInput | undefined;
  spectrum_id?: string | undefined;
  /** A verdict against the rule, and why. */
  override?: { verdict: Verdict | null; reason: string } | undefined;
  /** Why a purity by HPLC is not the main peak's share of the trace beside it. */
  trace_override?: { reason: string } | undefined;
  uncertainty?: Uncertainty | undefined;
  decision_rule?: DecisionRule | undefined;
  template_line_id?: string | undefined;
  /** The most relative standard deviation of replicates that the method allows, %. */
  max_rsd_percent?: number | undefined;
  /** 'YYYY-MM-DD'. */
  measured_on?: string | undefined;
  provider?: string | undefined;
  method_details?:
    | {
        document?: string | undefined;
        version?: string | undefined;
        column?: string | undefined;
        gradient?: string | undefined;
        injection?: string | undefined;
      }
    | undefined;
  content_basis?: (typeof CONTENT_BASES)[number] | undefined;
};

/** What was worked out from a line. Masses in Da; `error` is observed minus theoretical. */
export type Computed = {
  /** Of the replicates: how many, their mean, and the sample standard deviation (n − 1) in % of it. */
  n: number | null;
  mean: number | null;
  rsd_percent: number | null;
  /** How many injections are reported with a purity, and how many of the replicates are such a purity. */
  injections?: { on_file: number; matched: number } | undefined;
  percent_of_claim: number | null;
  mass: {
    average: number;
    monoisotopic: number;
    theoretical: number;
    observed: number;
    error_da: number;
    error_ppm: number;
  } | null;
  /** What the rule says by itself. */
  verdict: Verdict | null;
};

/** One line of a result. */
export type Measurement = MeasurementInput & {
  computed?: Computed | undefined;
  /** Absent where rule and uncertainty say no more than `verdict`. */
  decision?: Decision | undefined;
  /** How probable it is that the true value is within the limits, 0 to 1. */
  p_conform?: number | undefined;
  spectrum?: LineSpectrum | undefined;
};

/** What is said over all lines of a result, and how many of them were judged and met their limits. */
export type Overall = { text: string; judged: number; not_judged: number; passed: number };

/** The one figure that a result is quoted by: '98.20' and '± 0.40 % area'; `manual`: a person moved the limits of its peaks. */
export type PurityFigure = { value: string; rest: string; manual?: true | undefined };

/** What a formula weighs, in Da: the charge that it brings along, and the mass of a proton. */
export type FormulaMasses = { average: number; monoisotopic: number; charge: number; proton: number };

/** What was recorded of a sample and its testing, each in words. */
export type BenchRecord = {
  appearance?: string | undefined;
  container?: string | undefined;
  sampling?: string | undefined;
  environment?: string | undefined;
  deviations?: string | undefined;
  remarks?: string | undefined;
  custody_place?: string | undefined;
  custody_aliquots?: string | undefined;
  custody_disposal?: string | undefined;
};

/** What a certificate says otherwise than the one that it replaces; null: that one has nothing there. */
export const CHANGED_FIELDS = ['line', 'value', 'limit', 'verdict', 'method'] as const;
export type AmendmentChange = {
  /** The analyte of the line. */
  measurement: string;
  /** `line`: all of it, where it is new or gone. */
  field: (typeof CHANGED_FIELDS)[number];
  before: string | null;
  after: string | null;
};
