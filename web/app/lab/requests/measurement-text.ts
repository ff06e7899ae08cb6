import type { Masses, Proposal, TemplateLine } from '@vialproof/contract/methods';
import type { Measurement, MeasurementInput, Qualifier } from '@vialproof/contract/results';
import type { Spectrum } from '@vialproof/contract/spectra';
import {
  massOfIon,
  plainNumber,
  QUALIFIER_WORDS,
  readClaim,
  readValue,
  reportedMean,
  splitReplicates,
} from '@vialproof/science/measurement/measuring';
import { plainDecimals } from '@vialproof/science/measurement/plain-decimals';
import { isOfMass } from '@vialproof/science/measurement/rule-bounds';
import { asksForFigure, figureProblem, withPoints } from '@vialproof/science/measurement/typed-numbers';
import { benchInput, benchOf, emptyBench, type LineBench } from '../bench-text';
import { noRule, number, type RuleText, readRule, ruleText } from '../rule-text';
import { noUncertainty, readUncertainty, type UncertaintyText, uncertaintyText } from '../uncertainty-text';

/**
 * One line of the table of measurements, as the user typed it. The value can also be several numbers, an ion, or a word
 * such as ND.
 */
export interface Row {
  analyte: string;
  method: string;
  value: string;
  unit: string;
  limit: string;
  verdict: '' | 'pass' | 'fail';
  rule: RuleText;
  lod: string;
  loq: string;
  claim: string;
  formula: string;
  basis: 'average' | 'monoisotopic';
  /** Whether a person sets the verdict in place of the rule, which one, and why. */
  isOverridden: boolean;
  override: '' | 'pass' | 'fail';
  reason: string;
  /** Why the reported purity differs from that of the chromatogram. */
  traceReason: string;
  /** The mass spectrum of the result's line. */
  spectrum: Spectrum | null;
  bench: LineBench;
  uncertainty: UncertaintyText;
  /** The fields about the method that have no input in the form. */
  method_says: MethodSays;
}

type MethodSays = Pick<MeasurementInput, 'decision_rule' | 'max_rsd_percent' | 'template_line_id'>;

function saidOf({ decision_rule, max_rsd_percent, template_line_id }: MethodSays): MethodSays {
  return {
    ...(template_line_id && { template_line_id }),
    ...(decision_rule && { decision_rule }),
    ...(max_rsd_percent !== undefined && { max_rsd_percent }),
  };
}

export const emptyRow: Row = {
  analyte: '',
  method: '',
  value: '',
  unit: '',
  limit: '',
  verdict: '',
  rule: noRule,
  lod: '',
  loq: '',
  claim: '',
  formula: '',
  basis: 'average',
  isOverridden: false,
  override: '',
  reason: '',
  traceReason: '',
  spectrum: null,
  bench: emptyBench,
  uncertainty: noUncertainty,
  method_says: {},
};

const optional = <K extends string>(key: K, text: string) =>
  text.trim() === '' ? {} : ({ [key]: number(text) } as Record<K, number>);

/** A number as text of a field. Empty without a number. */
const decimals = (value: number | null | undefined) => (value == null ? '' : plainDecimals(value));

/**
 * What kind of value was typed: a number, a text, several numbers, a word such as ND, or an ion such as '710.36 2+'.
 */
export type Typed = {
  value: Measurement['value'];
  replicates?: string[];
  qualifier?: Qualifier;
  ion?: { mz: number; charge: number };
};

const QUALIFIER_OF = new Map(
  Object.entries(QUALIFIER_WORDS).map(([qualifier, words]) => [fold(words), qualifier as Qualifier]),
);

function fold(words: string): string {
  return words.toLowerCase().replace(/\s+/g, '');
}

/**
 * Reads the value field. Two or more numbers are repeated values. ND, < LOD, < LOQ and "out of range" replace a missing
 * number. A number with a charge is an ion.
 */
export function readTyped({
  value,
  lod,
  loq,
  formula,
}: Pick<Row, 'value' | 'lod' | 'loq' | 'formula'>): Typed {
  const text = withPoints(value.trim());
  const parts = splitReplicates(text);
  if (parts.length > 1 && parts.every((part) => plainNumber(part) !== undefined))
    return { value: readValue(reportedMean(parts)), replicates: parts };
  const qualifier = QUALIFIER_OF.get(fold(text));
  const refersTo = qualifier === '<LOD' ? lod : qualifier === '<LOQ' ? loq : 'nothing';
  if (qualifier && refersTo.trim() !== '') return { value: QUALIFIER_WORDS[qualifier], qualifier };
  const [, mz, charge] = /^(\d+(?:\.\d+)?)\s+(\d{1,2})\+$/.exec(text) ?? [];
  if (mz && charge && formula.trim() !== '')
    return { value: '', ion: { mz: Number(mz), charge: Number(charge) } };
  return { value: readValue(text) };
}

/** Whether the server needs a mass for this line of the result, or a per cent of the amount on the label. */
export const asksMass = ({ unit, formula, rule }: Pick<Row, 'unit' | 'formula' | 'rule'>) =>
  unit.trim() === 'Da' || formula.trim() !== '' || isOfMass(rule);
export const asksClaim = ({ unit, claim, rule }: Pick<Row, 'unit' | 'claim' | 'rule'>) =>
  claim.trim() !== '' || rule.of === 'claim' || /^(µg|mcg|mg|g|iu)(\/|\s|$)/i.test(unit.trim());

/** A line of the result in the request that saves the draft. */
export function inputOf(row: Row): MeasurementInput {
  const { ion, ...typed } = readTyped(row);
  const rule = readRule(row.rule);
  const uncertainty = readUncertainty(row.uncertainty);
  const formula = row.formula.trim();
  return {
    analyte: row.analyte.trim(),
    method: row.method.trim(),
    ...typed,
    unit: row.unit.trim(),
    limit: rule && rule.kind !== 'absent' ? '' : row.limit.trim(),
    verdict: rule ? null : row.verdict || null,
    ...optional('lod', row.lod),
    ...optional('loq', row.loq),
    ...(rule && { rule }),
    ...optional('claim', row.claim),
    ...(formula !== '' && { mass: { formula, basis: row.basis, ion: ion ?? null } }),
    ...(rule &&
      row.isOverridden && { override: { verdict: row.override || null, reason: row.reason.trim() } }),
    ...(uncertainty && { uncertainty }),
    ...row.method_says,
    ...(row.traceReason.trim() !== '' && { trace_override: { reason: row.traceReason.trim() } }),
    ...(row.spectrum && { spectrum_id: row.spectrum.id }),
    ...benchInput(row.bench),
  };
}

/** The error of a value that looks like a number and is not a number. The server has the same text. */
export function valueProblem(row: Row): string | undefined {
  const line = inputOf(row);
  if (line.qualifier || line.replicates || line.mass?.ion) return undefined;
  return figureProblem(line.value, line.unit, asksForFigure(line));
}

/** A stored line, in the form. */
export function rowOf(line: MeasurementInput & Pick<Measurement, 'spectrum'>): Row {
  const { mass, rule, override, replicates } = line;
  const ion = mass?.ion;
  const entered = typeof line.value === 'number' ? plainDecimals(line.value) : line.value;
  const value = ion ? `${plainDecimals(ion.mz)} ${ion.charge}+` : (replicates?.join(' ') ?? entered);
  return {
    ...emptyRow,
    analyte: line.analyte,
    method: line.method,
    value,
    unit: line.unit,
    limit: rule && rule.kind !== 'absent' ? '' : line.limit,
    verdict: rule ? '' : (line.verdict ?? ''),
    rule: ruleText(rule),
    lod: decimals(line.lod),
    loq: decimals(line.loq),
    claim: decimals(line.claim),
    formula: mass?.formula ?? '',
    basis: mass?.basis ?? 'average',
    isOverridden: override !== undefined,
    override: override?.verdict ?? '',
    reason: override?.reason ?? '',
    traceReason: line.trace_override?.reason ?? '',
    spectrum: spectrumOf(line),
    bench: benchOf(line),
    uncertainty: uncertaintyText(line.uncertainty),
    method_says: saidOf(line),
  };
}

/** The spectrum without its ions, because the form computes them from its own formula. */
function spectrumOf({ spectrum }: Pick<Measurement, 'spectrum'>): Spectrum | null {
  if (!spectrum) return null;
  const { ions: _, ...alone } = spectrum;
  return alone;
}

/**
 * A line of the result made from a line of the template, without its value. The amount on the label and the known
 * formula are filled in.
 */
export function rowOfTemplate(
  line: TemplateLine,
  { compound, stated }: { compound: Proposal['compound']; stated: string | null },
): Row {
  const claim = line.kind === 'assay' && stated !== null ? readClaim(stated, line.unit) : undefined;
  return {
    ...emptyRow,
    analyte: line.analyte,
    method: line.method,
    unit: line.unit,
    limit: line.rule && line.rule.kind !== 'absent' ? '' : line.limit,
    rule: ruleText(line.rule),
    lod: decimals(line.lod),
    loq: decimals(line.loq),
    claim: decimals(claim),
    formula: line.kind === 'identity' ? (compound?.formula ?? '') : '',
    bench: benchOf(line),
    uncertainty: uncertaintyText(line.uncertainty),
    method_says: saidOf({ ...line, template_line_id: line.id }),
  };
}

const MOST_CHARGES = 30;
/** A mass closer to an ion than this may be that ion, if it is not the mass of the molecule itself. */
const CLOSE_DA = 1;
const TOLERANCE_DA = 0.5;

/**
 * If a typed mass is wrong for the molecule but right for one of its ions: the charge of that ion. Otherwise undefined.
 */
export function suggestedIon(
  { mass, replicates, computed }: Measurement,
  masses: Masses,
): { charge: number; mass: number } | undefined {
  const off = computed?.mass;
  if (!off || Math.abs(off.error_da) <= TOLERANCE_DA || mass?.ion || replicates) return undefined;
  const charges = Array.from({ length: MOST_CHARGES }, (_, index) => index + 1);
  const fits = charges
    .filter((charge) => charge >= masses.charge)
    .map((charge) => {
      const mass = massOfIon({ mz: off.observed, charge }, masses.proton, masses.charge);
      const error = Math.min(Math.abs(mass - masses.average), Math.abs(mass - masses.monoisotopic));
      return { charge, mass, error };
    })
    .toSorted((one, other) => one.error - other.error);
  const [best] = fits;
  return best && best.error <= CLOSE_DA ? { charge: best.charge, mass: best.mass } : undefined;
}
