import type { FieldError } from '@vialproof/contract/errors';
import type { SaveTemplate, TemplateLine } from '@vialproof/contract/methods';
import type { MeasurementInput } from '@vialproof/contract/results';
import { expandedUncertainty, isBandTooWide } from '@vialproof/science/measurement/decision';
import { boundsOf, isOfMass } from '@vialproof/science/measurement/rule-bounds';
import { fold } from '@vialproof/science/text/fold';
import { foldMethod } from './method-names.rules.ts';

type SentLine = SaveTemplate['lines'][number];

/** The errors in the lines of a template; `before` are its present lines. */
export function templateErrors(sent: readonly SentLine[], before: readonly TemplateLine[]): FieldError[] {
  const errors: FieldError[] = [];
  const say = (path: string, message: string) => errors.push({ path, message });
  const ids = new Set(sent.map(({ id }) => id));
  const gone = before.find(({ id }) => !ids.has(id));
  if (gone) say('lines', `“${gone.analyte}” is missing. A line is retired, not removed.`);
  const places = new Map<string, number>();
  const seen = new Set<string>();
  sent.forEach((line, place) => {
    if (line.id !== null && seen.has(line.id)) say(`lines.${place}.id`, 'This line is sent twice.');
    if (line.id !== null) seen.add(line.id);
    for (const [path, message] of lineErrors(line)) say(`lines.${place}.${path}`, message);
    if (line.retired) return;
    const key = placeOf(line);
    const other = places.get(key);
    if (other !== undefined)
      say(`lines.${place}.analyte`, `Line ${other + 1} measures the same by the same method.`);
    places.set(key, place);
  });
  return errors;
}

function lineErrors({
  rule,
  kind,
  lod,
  loq,
  uncertainty,
  decision_rule,
}: SentLine): [path: string, message: string][] {
  const errors: [string, string][] = [];
  if (rule && rule.kind !== 'absent') {
    if (rule.of === 'claim' && kind !== 'assay')
      errors.push(['rule.of', 'Only an assay is judged by the label claim.']);
    if (isOfMass(rule) && kind !== 'identity')
      errors.push(['rule.of', 'Only an identity is judged by a mass.']);
  }
  if (lod !== null && loq !== null && lod > loq)
    errors.push(['lod', 'The limit of detection is not above that of quantification.']);
  if (decision_rule === 'guard_band') {
    const problem = bandProblem(rule, uncertainty);
    if (problem) errors.push(problem);
  }
  return errors;
}

/** What is wrong with a guard band. It needs limits, an uncertainty, and enough space between the limits. */
function bandProblem(
  rule: SentLine['rule'],
  uncertainty: SentLine['uncertainty'],
): [path: string, message: string] | undefined {
  if (!rule || rule.kind === 'absent')
    return ['decision_rule', 'A guard band needs a limit that is a number.'];
  if (!uncertainty) return ['uncertainty', 'A guard band is as wide as the uncertainty: give one.'];
  // The width in ppm depends on the mass.
  if (rule.of === 'mass_ppm') return undefined;
  const isRelative = uncertainty.relative === true && (uncertainty.components ?? []).length > 0;
  if (isRelative !== (rule.of === 'claim')) return undefined;
  // Computed for a value of 100 % of the label.
  const width = expandedUncertainty(uncertainty, 100);
  return width !== undefined && isBandTooWide(boundsOf(rule), width)
    ? ['uncertainty', 'The guard band is wider than half the range between the limits: nothing could pass.']
    : undefined;
}

/** The lines of a new draft, and those that a person can add. */
export function proposedLines(lines: readonly TemplateLine[], includesSterility: boolean): TemplateLine[] {
  return lines
    .filter(({ retired }) => !retired)
    .map((line) =>
      line.opens === 'with_sterility'
        ? { ...line, opens: includesSterility ? ('always' as const) : ('offered' as const) }
        : line,
    );
}

export type RuledLine = Pick<MeasurementInput, 'analyte' | 'method' | 'decision_rule' | 'template_line_id'>;

/**
 * Gives each line of a result the rule that the template had when the test was ordered. If two of the template's lines
 * fit, the stricter rule is taken. A line of unknown origin gets the strictest rule of its method's missing lines.
 */
export function withAgreedRules<Line extends RuledLine>(
  lines: readonly Line[],
  agreed: readonly TemplateLine[],
): Line[] {
  const known = agreed.filter(({ retired }) => !retired);
  // Each name is folded only once, because that is slow.
  const places = lines.map(placeOf);
  const origins = known.map((each) => {
    const place = placeOf(each);
    // The first line that was made from this line of the template and has another name now.
    const renamed = places.includes(place)
      ? undefined
      : lines.find((line) => line.template_line_id === each.id);
    return { each, place, renamed };
  });
  const sources = lines.map((line, index) => [
    ...origins.filter(({ place }) => place === places[index]).map(({ each }) => each),
    ...origins.filter(({ renamed }) => renamed === line).map(({ each }) => each),
  ]);
  const missing = known.filter((each) => !sources.some((found) => found.includes(each)));
  return lines.map((line, place) => {
    const { decision_rule: _, ...rest } = line;
    const found = sources[place] ?? [];
    const rule = strictestOf(
      found.length > 0
        ? found
        : missing.filter(({ method }) => foldMethod(method) === foldMethod(line.method)),
    );
    return { ...rest, ...(rule ? { decision_rule: rule } : {}) } as Line;
  });
}

function strictestOf(lines: readonly TemplateLine[]): TemplateLine['decision_rule'] {
  const rules = lines.flatMap(({ decision_rule: rule }) => rule ?? []);
  return rules.find((rule) => rule === 'guard_band') ?? rules[0];
}

const placeOf = ({ analyte, method }: RuledLine) => `${fold(analyte)}\n${foldMethod(method)}`;

export type TemplateChanges = {
  added?: string[];
  retired?: string[];
  brought_back?: string[];
  changed?: string[];
};

/** The names of the lines that a change concerns; empty if nothing changes. */
export function templateChanges(
  before: readonly TemplateLine[],
  after: readonly TemplateLine[],
): TemplateChanges {
  const old = new Map(before.map((line, place) => [line.id, { line, place }]));
  const named = (when: (line: TemplateLine, place: number) => boolean) =>
    after.filter(when).map(({ analyte, method }) => `${analyte}, ${method}`);
  const was = (line: TemplateLine) => old.get(line.id)?.line;
  const changes = {
    added: named((line) => !was(line)),
    retired: named((line) => line.retired && was(line)?.retired === false),
    brought_back: named((line) => !line.retired && was(line)?.retired === true),
    changed: named((line) => {
      const former = was(line);
      return (
        former !== undefined && textOf({ ...line, retired: false }) !== textOf({ ...former, retired: false })
      );
    }),
    moved: isReordered(before, after) ? ['the order of the lines'] : [],
  };
  return Object.fromEntries(Object.entries(changes).filter(([, names]) => names.length > 0));
}

function isReordered(before: readonly TemplateLine[], after: readonly TemplateLine[]): boolean {
  const kept = new Set(before.map(({ id }) => id));
  const order = after.map(({ id }) => id).filter((id) => kept.has(id));
  return order.join() !== before.map(({ id }) => id).join();
}

/** A line of the template as text, in a fixed order of its fields. */
function textOf(line: TemplateLine): string {
  const sorted = (value: unknown): unknown =>
    value === null || typeof value !== 'object'
      ? value
      : Object.entries(value)
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([key, item]) => [key, sorted(item)]);
  return JSON.stringify(sorted(line));
}

/** Whether the customer's word means this compound. Case, spaces, hyphens and brackets are ignored. */
export function isCalled(compound: string, word: string): boolean {
  const lettersOf = (name: string) =>
    name
      .replace(/\(.*?\)/g, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '');
  return lettersOf(word) !== '' && lettersOf(compound) === lettersOf(word);
}

/** Whether a template belongs to a family, not to a test. */
export function isFamily<Row extends { family: string | null }>(row: Row): row is Row & { family: string } {
  return row.family !== null;
}
