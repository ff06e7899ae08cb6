import type { LineSpectrum } from '../spectrometry/types.ts';

// Types of values that science/ computes. Schemas in contract/ have the same fields.

export type Verdict = 'pass' | 'fail';

/** Why a value is not a plain number: not detected, below a limit, or beyond the method's range. */
export const QUALIFIERS = ['ND', '<LOD', '<LOQ', 'out of range'] as const;
export type Qualifier = (typeof QUALIFIERS)[number];

/**
 * What a rule compares: the value, its per cent of the label (`claim`), or the error of a mass in Da (`mass`) or ppm
 * (`mass_ppm`).
 */
export const RULE_SUBJECTS = ['value', 'claim', 'mass', 'mass_ppm'] as const;
export type RuleSubject = (typeof RULE_SUBJECTS)[number];

/** A rule that judges a value. `absent`: nothing may be found. A value equal to a limit passes. */
export type Rule =
  | { kind: 'at_most'; of: RuleSubject; limit: number }
  | { kind: 'at_least'; of: RuleSubject; limit: number }
  | { kind: 'between'; of: RuleSubject; min: number; max: number }
  | { kind: 'within'; of: RuleSubject; target: number; tolerance: number }
  | { kind: 'absent' };

/** How an uncertainty was found: from repeated measurements and the certificate of a standard, or from its parts. */
export const UNCERTAINTY_BASES = ['top_down', 'budget'] as const;
/** The uncertainty of a value: its parts (k = 1), in per cent of the value if `relative` is set, or one number (U). */
export type Uncertainty = {
  basis: (typeof UNCERTAINTY_BASES)[number];
  components?: { source: string; u: number }[] | undefined;
  relative?: true | undefined;
  U?: number | undefined;
  k?: 2 | undefined;
  level?: 95 | undefined;
};

/** How a value is decided: simply by the value, or with a zone of doubt of width U, a guard band (ILAC-G8:09/2019). */
export const DECISION_RULES = ['simple', 'guard_band'] as const;
export type DecisionRule = (typeof DECISION_RULES)[number];

/**
 * The decision on a value. `undecidable`: a value such as '< 0.5' may be inside or outside its limit. `not_judged`: the
 * limit does not apply.
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

/** What a person types for an identity: the formula and the measured ion. Null: the value is the mass itself. */
type MassInput = {
  formula: string;
  basis: 'average' | 'monoisotopic';
  ion: { mz: number; charge: number } | null;
};

/** Whether an amount includes water and counter-ions. */
export const CONTENT_BASES = ['net_peptide', 'as_is'] as const;

/** One line of a result as a person enters it. */
export type MeasurementInput = {
  analyte: string;
  method: string;
  /** A number, or words ('conforms', '< 0.05'). */
  value: number | string;
  unit: string;
  /** The limit in words. If the rule has numbers, it is made from them. */
  limit: string;
  verdict: Verdict | null;
  qualifier?: Qualifier | undefined;
  /** The limits of detection and quantification, in the unit of the value. */
  lod?: number | undefined;
  loq?: number | undefined;
  /** The repeated values as they were typed, because a zero after the last decimal changes the precision. */
  replicates?: string[] | undefined;
  rule?: Rule | undefined;
  /** The amount on the label, in the unit of the value. */
  claim?: number | undefined;
  mass?: MassInput | undefined;
  spectrum_id?: string | undefined;
  /** A verdict by a person against the rule, and the reason. */
  override?: { verdict: Verdict | null; reason: string } | undefined;
  /** Why a purity differs from the purity of its chromatogram. */
  trace_override?: { reason: string } | undefined;
  uncertainty?: Uncertainty | undefined;
  decision_rule?: DecisionRule | undefined;
  template_line_id?: string | undefined;
  /** How much repeated values may differ by the method: the largest relative standard deviation in per cent. */
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

/** Values that are computed from a line of a result; masses are in Da. */
export type Computed = {
  /** How many repeated values there are, their mean, and their standard deviation (n − 1) in per cent of the mean. */
  n: number | null;
  mean: number | null;
  rsd_percent: number | null;
  /** How many injections are reported, and how many of the repeated values are the purity of one of them. */
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
  /** The verdict by the rule, even if a person decided otherwise. */
  verdict: Verdict | null;
};

export type Measurement = MeasurementInput & {
  computed?: Computed | undefined;
  /** Absent if it equals `verdict`. */
  decision?: Decision | undefined;
  /** Probability that the true value is within the limits, 0 to 1. */
  p_conform?: number | undefined;
  spectrum?: LineSpectrum | undefined;
};

/** The statement on all lines together, and how many were judged and passed. */
export type Overall = { text: string; judged: number; not_judged: number; passed: number };

/** The verdicts on all lines of a result, for a row of a table. `outside`: the analytes outside their limits. */
export type Outcome = {
  judged: number;
  not_judged: number;
  outside: string[];
  /** How many of the lines outside their limits have a doubtful verdict. */
  conditional_fail: number;
  conditional_pass: number;
  /** How many lines have a limit, but no certain verdict. */
  undecidable: number;
};

/** The purity as large text: '98.20' and '± 0.40 % area'. `manual`: a person set the peaks. */
export type PurityFigure = { value: string; rest: string; manual?: true | undefined };

/** The masses of a formula and of a proton in Da, and the charge of the formula. */
export type FormulaMasses = { average: number; monoisotopic: number; charge: number; proton: number };

/** Facts about a sample and its testing that the laboratory recorded in words. */
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

/** The fields in a line of a result that a correction can change. */
export const CHANGED_FIELDS = ['line', 'value', 'limit', 'verdict', 'method'] as const;
export type AmendmentChange = {
  /** The analyte of the line. */
  measurement: string;
  /** `line`: the whole line is new, or was removed. */
  field: (typeof CHANGED_FIELDS)[number];
  before: string | null;
  after: string | null;
};
