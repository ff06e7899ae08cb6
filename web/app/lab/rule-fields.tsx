import type { ReactNode } from 'react';
import { controlClass } from '../ui/field';
import { SelectBox } from '../ui/inputs';
import { isNumeric, type RuleText, ruleNumbers } from './rule-text';

const kinds: { kind: RuleText['kind']; words: string }[] = [
  { kind: '', words: 'No rule: the verdict is typed' },
  { kind: 'at_least', words: 'At least' },
  { kind: 'at_most', words: 'At most' },
  { kind: 'between', words: 'Between' },
  { kind: 'within', words: 'Target ± tolerance' },
  { kind: 'absent', words: 'Absent: nothing found' },
];
const LOWER =
  'ND, < LOD and < LOQ fail when that LOD or LOQ is not above the lower limit; else they are not judged.';
const subjects: { of: RuleText['of']; words: string }[] = [
  { of: 'value', words: 'the value' },
  { of: 'claim', words: '% of the label claim' },
  { of: 'mass', words: 'Da from theoretical mass' },
];

/** What a rule makes of a value that is no number. */
const qualifierHelp: Record<RuleText['kind'], string> = {
  '': '',
  at_most: 'ND, < LOD and < LOQ pass when that LOD or LOQ is within the limit; else they are not judged.',
  at_least: LOWER,
  between: LOWER,
  within: LOWER,
  absent: 'ND, < LOD, zero and no growth pass; any other number and growth fail; < LOQ is not judged.',
};

function Labelled({ label, isQuiet, children }: { label: string; isQuiet: boolean; children: ReactNode }) {
  return (
    // The control is the label's child.
    // biome-ignore lint/a11y/noLabelWithoutControl: it is passed in
    <label className="grid content-start gap-1">
      <span className={isQuiet ? 'label' : 'font-medium text-sm'}>{label}</span>
      {children}
    </label>
  );
}

/** The decision rule of a line, as data: what it looks at and its numbers. */
export function RuleFields({
  rule,
  onChange,
  subjectsOffered = ['value', 'claim', 'mass'],
  error,
  isQuiet = true,
}: {
  rule: RuleText;
  onChange: (rule: RuleText) => void;
  subjectsOffered?: RuleText['of'][];
  error?: string | undefined;
  /** Small labels, as within a table. */
  isQuiet?: boolean;
}) {
  const asked = ruleNumbers[rule.kind];
  const hidesTarget = rule.kind === 'within' && rule.of === 'mass';
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <Labelled isQuiet={isQuiet} label="Decision rule">
        <SelectBox
          className="min-h-12"
          value={rule.kind}
          aria-invalid={error ? true : undefined}
          onChange={({ target }) => onChange({ ...rule, kind: target.value as RuleText['kind'] })}
        >
          {kinds.map(({ kind, words }) => (
            <option key={kind} value={kind}>
              {words}
            </option>
          ))}
        </SelectBox>
      </Labelled>
      {isNumeric(rule.kind) ? (
        <Labelled isQuiet={isQuiet} label="Of">
          <SelectBox
            className="min-h-12"
            value={rule.of}
            onChange={({ target }) => onChange({ ...rule, of: target.value as RuleText['of'] })}
          >
            {subjects
              .filter(({ of }) => subjectsOffered.includes(of) || of === rule.of)
              .map(({ of, words }) => (
                <option key={of} value={of}>
                  {words}
                </option>
              ))}
          </SelectBox>
        </Labelled>
      ) : null}
      {asked.map((label, place) => {
        const field = asked.length === 1 || place === 0 ? 'first' : 'second';
        if (hidesTarget && field === 'first') return null;
        return (
          <Labelled isQuiet={isQuiet} key={label} label={label}>
            <input
              className={`${controlClass} figures min-h-12`}
              inputMode="decimal"
              autoComplete="off"
              maxLength={16}
              value={rule[field]}
              aria-invalid={error ? true : undefined}
              onChange={({ target }) => onChange({ ...rule, [field]: target.value })}
            />
          </Labelled>
        );
      })}
      {qualifierHelp[rule.kind] && !(isNumeric(rule.kind) && rule.of === 'mass') ? (
        <p className="text-ink-soft text-sm sm:col-span-2 lg:col-span-4">{qualifierHelp[rule.kind]}</p>
      ) : null}
    </div>
  );
}
