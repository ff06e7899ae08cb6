import type { Requirable } from '@vialproof/contract/bench-record';
import type { DateOrder } from '@vialproof/contract/injection-time';
import {
  FIRST_INTEGRATION,
  type SaveTemplate,
  type Template,
  type TemplateDraft,
  type TemplateLine,
} from '@vialproof/contract/methods';
import type { DecisionRule } from '@vialproof/contract/uncertainty';
import { plainDecimals } from '@vialproof/science/measurement/plain-decimals';
import { benchInput, benchOf, emptyBench, type LineBench } from '../../bench-text';
import { number, type RuleText, readRule, ruleText } from '../../rule-text';
import {
  noUncertainty,
  readUncertainty,
  type UncertaintyText,
  uncertaintyText,
} from '../../uncertainty-text';

/** One line of a template, as text in the form. */
export interface LineText {
  /** The id of the template line. Null for a line that is not stored on the server yet. */
  id: string | null;
  analyte: string;
  method: string;
  unit: string;
  limit: string;
  rule: RuleText;
  lod: string;
  loq: string;
  replicates: string;
  kind: TemplateLine['kind'];
  opens: TemplateLine['opens'];
  retired: boolean;
  uncertainty: UncertaintyText;
  decision_rule: DecisionRule;
  max_rsd_percent: string;
  /** The document of the method, and the settings of the instrument. */
  bench: LineBench;
}

/** The settings of a template for the integration of chromatograms, as text in the form. */
export interface IntegrationText {
  threshold_percent: string;
  from_min: string;
  to_min: string;
}

export interface TemplateText {
  lines: LineText[];
  integration: IntegrationText;
  /** Which number of a date is the day. Empty: the server tries both readings of a date. */
  date_order: DateOrder | '';
  requires: Requirable[];
}

/** The content of the form for a template. */
export function textOf(
  template: Pick<Template, 'lines' | 'is_own' | 'integration' | 'date_order' | 'requires'>,
): TemplateText {
  const { threshold_percent, from_min, to_min } = template.integration ?? FIRST_INTEGRATION;
  const text = (value: number | undefined) => (value === undefined ? '' : plainDecimals(value));
  return {
    lines: linesOf(template),
    integration: {
      threshold_percent: text(threshold_percent),
      from_min: text(from_min),
      to_min: text(to_min),
    },
    date_order: template.date_order ?? '',
    requires: template.requires ?? [],
  };
}

function linesOf({ lines, is_own }: Pick<Template, 'lines' | 'is_own'>): LineText[] {
  return lines.map((line) => ({
    ...line,
    // The first change turns the lines of the family into lines of the test, so these lines get new ids.
    id: is_own ? line.id : null,
    rule: ruleText(line.rule),
    lod: line.lod === null ? '' : plainDecimals(line.lod),
    loq: line.loq === null ? '' : plainDecimals(line.loq),
    replicates: String(line.replicates),
    uncertainty: uncertaintyText(line.uncertainty),
    decision_rule: line.decision_rule ?? 'simple',
    max_rsd_percent: line.max_rsd_percent === undefined ? '' : plainDecimals(line.max_rsd_percent),
    bench: benchOf(line),
  }));
}

export function newLine(): LineText {
  return {
    id: null,
    analyte: '',
    method: '',
    unit: '',
    limit: '',
    rule: ruleText(null),
    lod: '',
    loq: '',
    replicates: '1',
    kind: 'plain',
    opens: 'always',
    retired: false,
    uncertainty: noUncertainty,
    decision_rule: 'simple',
    max_rsd_percent: '',
    bench: emptyBench,
  };
}

/** The author's open draft as content of the form. Only lines of the template have ids on the server. */
export function draftText({ is_own, lines }: Template, draft: TemplateDraft): TemplateText {
  const known = new Set(is_own ? lines.map(({ id }) => id) : []);
  const text = textOf({ ...draft, is_own: true });
  return {
    ...text,
    lines: text.lines.map((line) => ({
      ...line,
      id: line.id !== null && known.has(line.id) ? line.id : null,
    })),
  };
}

const optional = (text: string) => (text.trim() === '' ? null : number(text));

type Certainty = 'uncertainty' | 'decision_rule' | 'max_rsd_percent';

/** Simple acceptance is the default decision rule. */
function certaintyOf({
  uncertainty: typed,
  decision_rule,
  max_rsd_percent,
}: Pick<LineText, Certainty>): Pick<TemplateLine, Certainty> {
  const uncertainty = readUncertainty(typed);
  return {
    ...(uncertainty && { uncertainty }),
    ...(decision_rule === 'guard_band' && { decision_rule }),
    ...(max_rsd_percent.trim() !== '' && { max_rsd_percent: number(max_rsd_percent) }),
  };
}

/**
 * The fields of a measurement that a template contains. The date and the person of a measurement belong to the result.
 */
function saidOf(bench: LineBench): Pick<TemplateLine, 'method_details' | 'content_basis'> {
  const { method_details, content_basis } = benchInput(bench);
  return { ...(method_details && { method_details }), ...(content_basis && { content_basis }) };
}

/** The request body of a save. An invalid number is sent as null, so that the server refuses it at its field. */
export function bodyOf(
  { lines, integration, date_order, requires }: TemplateText,
  version: number,
): SaveTemplate {
  const typed = Object.entries(integration).filter(([, text]) => text.trim() !== '');
  return {
    version,
    integration: Object.fromEntries(typed.map(([name, text]) => [name, number(text)])),
    requires,
    date_order: date_order === '' ? null : date_order,
    lines: lines.map(({ uncertainty, decision_rule, max_rsd_percent, bench, ...line }) => ({
      ...line,
      ...saidOf(bench),
      analyte: line.analyte.trim(),
      method: line.method.trim(),
      unit: line.unit.trim(),
      limit: line.rule.kind === '' || line.rule.kind === 'absent' ? line.limit.trim() : '',
      rule: readRule(line.rule) ?? null,
      lod: optional(line.lod),
      loq: optional(line.loq),
      replicates: number(line.replicates),
      ...certaintyOf({ uncertainty, decision_rule, max_rsd_percent }),
    })),
  };
}

export const contentOf = (typed: TemplateText) => JSON.stringify(bodyOf(typed, 0));

/** The field of the chromatogram settings to which an error of the server belongs. */
export function integrationFieldOf(path: string): keyof IntegrationText | undefined {
  const [name, field] = path.split('.');
  return name === 'integration' ? ((field ?? 'threshold_percent') as keyof IntegrationText) : undefined;
}

/** The template line and the field to which an error of the server belongs. */
export function fieldOf(path: string): { place: number; field: keyof LineText } | undefined {
  const [name, place, field = 'analyte'] = path.split('.');
  return name === 'lines' && place !== undefined
    ? { place: Number(place), field: field as keyof LineText }
    : undefined;
}

/**
 * Merges the user's lines with the lines that another person saved. A line without an id takes its new id from the
 * server. Lines that only the other person has stay, because no line may be lost.
 */
export function onTopOf(mine: LineText[], theirs: LineText[]): LineText[] {
  const free = theirs.filter(({ id }) => id !== null && !mine.some((line) => line.id === id));
  const ids = new Set(theirs.map(({ id }) => id));
  const claim = (isSame: (one: LineText, other: LineText) => boolean) => (line: LineText) => {
    if (line.id !== null && ids.has(line.id)) return line;
    const at = free.findIndex((one) => isSame(one, line));
    const [taken] = at < 0 ? [] : free.splice(at, 1);
    return { ...line, id: taken?.id ?? null };
  };
  const claimed = mine
    .map(claim((one, other) => one.analyte === other.analyte && one.method === other.method))
    .map(claim((one, other) => one.analyte === other.analyte));
  return [...claimed, ...free];
}
