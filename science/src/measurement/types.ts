import type { LineSpectrum } from '../spectrometry/types.ts';

// Types of values that science computes. Schemas in the contract check values with the same fields in requests and
// answers.

export type Verdict = 'pass' | 'fail';

/** Why a value is not a plain number: not detected, below a limit, or beyond the method's range. */
export const QUALIFIERS = ['ND', '<LOD', '<LOQ', 'out of range'] as const;
export type Qualifier = (typeof QUALIFIERS)[number];

/**
 * What a rule compares: the value itself; its share of the label claim in %; or the observed minus the theoretical
 * mass, in Da (`mass`) or in ppm of the theoretical mass (`mass_ppm`).
 */
export const RULE_SUBJECTS = ['value', 'claim', 'mass', 'mass_ppm'] as const;
export type RuleSubject = (typeof RULE_SUBJECTS)[number];

/** A decision rule as data. `absent`: the rule allows no finding (no growth, not detected). A value equal to a limit passes. */
export type Rule =
  | { kind: 'at_most'; of: RuleSubject; limit: number }
  | { kind: 'at_least'; of: RuleSubject; limit: number }
  | { kind: 'between'; of: RuleSubject; min: number; max: number }
  | { kind: 'within'; of: RuleSubject; target: number; tolerance: number }
  | { kind: 'absent' };

/** How a standard uncertainty was found: from repeatability and the certificate of the standard, or component by component. */
export const UNCERTAINTY_BASES = ['top_down', 'budget'] as const;
/**
 * The uncertainty of a value: its components (standard uncertainties, k = 1) in the unit of the value or in % of it
 * (`relative`), or the expanded uncertainty U = 2·√Σu² in the unit of the value.
 */
export type Uncertainty = {
  basis: (typeof UNCERTAINTY_BASES)[number];
  components?: { source: string; u: number }[] | undefined;
  relative?: true | undefined;
  U?: number | undefined;
  k?: 2 | undefined;
  level?: 95 | undefined;
};

/** Simple acceptance, or a guard band of width U (ILAC-G8:09/2019). */
export const DECISION_RULES = ['simple', 'guard_band'] as const;
export type DecisionRule = (typeof DECISION_RULES)[number];

/**
 * The decision on a value. `undecidable`: a value such as '< 0.5' that may be inside or outside its limit.
 * `not_judged`: the limit does not apply to the value.
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

/** What a person enters for an identity: the formula, and the observed ion; null: the value itself is the mass. */
type MassInput = {
  formula: string;
  basis: 'average' | 'monoisotopic';
  ion: { mz: number; charge: number } | null;
};

/** Whether an amount includes water and counter-ions. */
export const CONTENT_BASES = ['net_peptide', 'as_is'] as const;

/** One line of a result, as a person enters it. All fields after `verdict` are optional. */
export type MeasurementInput = {
  analyte: string;
  method: string;
  /** A number, or words ('conforms', '< 0.05'). */
  value: number | string;
  unit: string;
  /** The limit in words. If the rule has numbers, it is written from the rule. */
  limit: string;
  verdict: Verdict | null;
  qualifier?: Qualifier | undefined;
  /** The limits of detection and quantification, in the unit of the value. */
  lod?: number | undefined;
  loq?: number | undefined;
  /** The replicates as the person typed them, so that last digits stay significant. */
  replicates?: string[] | undefined;
  rule?: Rule | undefined;
  /** The label claim in the unit of the value. */
  claim?: number | undefined;
  mass?: MassInput | undefined;
  spectrum_id?: string | undefined;
  /** A verdict that overrides the rule, and the reason. */
  override?: { verdict: Verdict | null; reason: string } | undefined;
  /** Why a purity by HPLC differs from the main peak's share in the trace of the same result. */
  trace_override?: { reason: string } | undefined;
  uncertainty?: Uncertainty | undefined;
  decision_rule?: DecisionRule | undefined;
  template_line_id?: string | undefined;
  /** The largest relative standard deviation of replicates that the method allows, in %. */
  max_rsd_percent?: number | undefined;
  /** The day of the measurement, 'YYYY-MM-DD'. */
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

/** Values that are computed from a line. Masses are in Da; `error` is the observed minus the theoretical mass. */
export type Computed = {
  /** The number of replicates, their mean, and their sample standard deviation (n − 1) in % of the mean. */
  n: number | null;
  mean: number | null;
  rsd_percent: number | null;
  /** The number of injections that are reported with a purity, and how many replicates are equal to the purity of one of them. */
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
  /** The verdict by the rule, before any override. */
  verdict: Verdict | null;
};

export type Measurement = MeasurementInput & {
  computed?: Computed | undefined;
  /** Absent if rule and uncertainty say no more than `verdict`. */
  decision?: Decision | undefined;
  /** Probability that the true value is within the limits, 0 to 1. */
  p_conform?: number | undefined;
  spectrum?: LineSpectrum | undefined;
};

/** The statement on all lines of a result, the number of judged lines, and how many of these met their limits. */
export type Overall = { text: string; judged: number; not_judged: number; passed: number };

/** The purity in the headline of a result: '98.20' and '± 0.40 % area'; `manual`: a person moved the limits of its peaks. */
export type PurityFigure = { value: string; rest: string; manual?: true | undefined };

/** The masses of a formula in Da, the charge of the formula itself, and the mass of a proton. */
export type FormulaMasses = { average: number; monoisotopic: number; charge: number; proton: number };

/** What the laboratory recorded about a sample and its testing, each fact in words. */
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

/** The fields in which a certificate can differ from the earlier certificate that it replaces. */
export const CHANGED_FIELDS = ['line', 'value', 'limit', 'verdict', 'method'] as const;
export type AmendmentChange = {
  /** The analyte of the line. */
  measurement: string;
  /** `line`: the whole line is new, or was removed. */
  field: (typeof CHANGED_FIELDS)[number];
  before: string | null;
  after: string | null;
};
