import type { Template, TemplateDraft, TemplateLine } from '@vialproof/contract/methods';
import type { Uncertainty } from '@vialproof/contract/uncertainty';
import { ruleWords } from '@vialproof/science/measurement/measuring';
import { plainDecimals } from '@vialproof/science/measurement/plain-decimals';
import { REQUIRED_LABELS } from './required-labels';

/** One statement of a template. Empty `words` mean that it has no value. */
export interface Fact {
  label: string;
  value: string;
}

export interface Change {
  label: string;
  from: string;
  to: string;
}

const KINDS: Record<TemplateLine['kind'], string> = {
  plain: 'value',
  assay: 'assay, % of claim',
  identity: 'identity, by mass',
};
const OPENS: Record<TemplateLine['opens'], string> = {
  always: 'always',
  with_sterility: 'if sterility is included',
  offered: 'only when added',
};
const AMOUNTS = { net_peptide: 'net peptide', as_is: 'all that is in it' };
const ORDERS = { day_first: 'the day', month_first: 'the month' };

const figure = (value: number | null | undefined) => (typeof value === 'number' ? plainDecimals(value) : '');

/** All fields of a template line except its name, in the order of the form. An unknown field is shown by its key. */
export function lineFacts(line: TemplateLine): Fact[] {
  const {
    id: _,
    retired,
    analyte,
    method,
    unit,
    limit,
    rule,
    lod,
    loq,
    replicates,
    kind,
    opens,
    ...others
  } = line;
  const { uncertainty, decision_rule, max_rsd_percent, method_details, content_basis, ...unknown } = others;
  const { document, version, column, gradient, injection } = method_details ?? {};
  return [
    { label: 'Analyte', value: analyte },
    { label: 'Method', value: method },
    { label: 'Unit', value: unit },
    { label: 'Limit', value: rule && !(rule.kind === 'absent' && limit) ? ruleWords(rule) : limit },
    { label: 'Kind', value: KINDS[kind] },
    { label: 'In a new draft', value: OPENS[opens] },
    { label: 'Replicates', value: figure(replicates) },
    { label: 'LOD', value: figure(lod) },
    { label: 'LOQ', value: figure(loq) },
    { label: 'Uncertainty', value: uncertainty ? uncertaintyWords(uncertainty) : '' },
    {
      label: 'Acceptance',
      value: decision_rule === 'guard_band' ? 'guard band as wide as U' : 'by the limit alone',
    },
    { label: 'Highest RSD, %', value: figure(max_rsd_percent) },
    { label: 'Document', value: document ?? '' },
    { label: 'Version of the document', value: version ?? '' },
    { label: 'Column', value: column ?? '' },
    { label: 'Gradient', value: gradient ?? '' },
    { label: 'Injection', value: injection ?? '' },
    { label: 'Amount', value: content_basis ? AMOUNTS[content_basis] : '' },
    { label: 'Retired', value: retired ? 'yes' : 'no' },
    ...Object.entries(unknown).map(([field, value]) => ({
      label: field.charAt(0).toUpperCase() + field.slice(1).replaceAll('_', ' '),
      value: valueWords(value),
    })),
  ];
}

/** These labels are not shown: the line's name or badge already says it, or nearly every template line has it. */
const UNSAID = ['Analyte', 'Retired'];
const USUAL = ['value', 'by the limit alone'];
/** These facts are shown without their labels. */
const PLAIN = ['Method', 'Unit', 'Limit', 'Kind'];

/** All fields of a template line as one text. */
export function lineSummary(line: TemplateLine): string {
  return lineFacts(line)
    .filter(({ label, value }) => value !== '' && !UNSAID.includes(label) && !USUAL.includes(value))
    .map(({ label, value }) => (PLAIN.includes(label) ? value : `${label}: ${value}`))
    .join(' · ');
}

function valueWords(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return figure(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function uncertaintyWords({ basis, U, components = [], relative }: Uncertainty): string {
  const of = basis === 'budget' ? 'budget' : 'repeatability and standard';
  if (components.length === 0) return `U = ${figure(U)} (${of})`;
  const terms = components.map(({ source, u }) => `${source} ${figure(u)}${relative ? ' %' : ''}`);
  return `${terms.join(', ')} (${of})`;
}

type Content = Pick<Template, 'lines' | 'integration' | 'date_order' | 'requires'>;

/** The fields of the template that belong to no line. */
export function otherFacts({ integration, date_order, requires = [] }: Content): Fact[] {
  const { threshold_percent, from_min, to_min } = integration ?? {};
  return [
    { label: 'Reporting limit, % of the area', value: figure(threshold_percent) },
    { label: 'Window from, min', value: figure(from_min) },
    { label: 'Window to, min', value: figure(to_min) },
    { label: 'A date in the files begins with', value: date_order ? ORDERS[date_order] : '' },
    { label: 'The bench has to record', value: requires.map((field) => REQUIRED_LABELS[field]).join(', ') },
  ];
}

export interface LineChange {
  id: string;
  name: string;
  /** How a template line has changed. */
  what: 'NEW' | 'CHANGED' | 'RETIRED' | 'BROUGHT BACK' | 'MOVED' | 'LEFT OUT';
  changes: Change[];
}

export interface Comparison {
  lines: LineChange[];
  others: Change[];
}

/** The differences between a template and a draft, line by line. */
export function compare(now: Content, then: Pick<TemplateDraft, keyof Content>): Comparison {
  const left = new Map(now.lines.map((line) => [line.id, line]));
  const place = new Map(now.lines.map((line, at) => [line.id, at]));
  let furthest = -1;
  const lines = then.lines.flatMap((line): LineChange[] => {
    const before = left.get(line.id) ?? sameName([...left.values()], line);
    const name = nameOf(line);
    if (!before) return [{ id: line.id, name, what: 'NEW', changes: from([], factsBut(line)) }];
    left.delete(before.id);
    const changes = from(factsBut(before), factsBut(line));
    const at = place.get(before.id) ?? 0;
    const isMoved = at < furthest;
    furthest = Math.max(furthest, at);
    const what = whatOf(before, line, changes.length > 0, isMoved);
    return what ? [{ id: line.id, name: nameOf(before), what, changes }] : [];
  });
  const gone = [...left.values()].map(
    (line): LineChange => ({ id: line.id, name: nameOf(line), what: 'LEFT OUT', changes: [] }),
  );
  return { lines: [...lines, ...gone], others: from(otherFacts(now), otherFacts(then)) };
}

function whatOf(
  before: TemplateLine,
  line: TemplateLine,
  isChanged: boolean,
  isMoved: boolean,
): LineChange['what'] | undefined {
  if (before.retired !== line.retired) return line.retired ? 'RETIRED' : 'BROUGHT BACK';
  if (isChanged) return 'CHANGED';
  return isMoved ? 'MOVED' : undefined;
}

/** The facts of a template line without 'Retired', because the kind of change already says it. */
const factsBut = (line: TemplateLine) => lineFacts(line).filter(({ label }) => label !== 'Retired');

/** Finds a line by its name, because the lines of a family get new ids when they become a test's own lines. */
function sameName(lines: readonly TemplateLine[], line: TemplateLine): TemplateLine | undefined {
  return lines.find(({ analyte, method }) => analyte === line.analyte && method === line.method);
}

const nameOf = ({ analyte, method }: TemplateLine) => `${analyte}, ${method}`;

function from(before: readonly Fact[], after: readonly Fact[]): Change[] {
  const labels = [...new Set([...before, ...after].map(({ label }) => label))];
  const valueIn = (facts: readonly Fact[], label: string) =>
    facts.find((fact) => fact.label === label)?.value ?? '';
  return labels
    .map((label) => ({ label, from: valueIn(before, label), to: valueIn(after, label) }))
    .filter((change) => change.from !== change.to);
}
