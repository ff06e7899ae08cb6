import { isOfMass } from '@vialproof/science/measurement/rule-bounds';
import { Select, TextInput } from '../ui/inputs';
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
  { of: 'mass_ppm', words: 'ppm from theoretical mass' },
];

/** What a rule says about a value that is not a number. */
const qualifierHelp: Record<RuleText['kind'], string> = {
  '': '',
  at_most: 'ND, < LOD and < LOQ pass when that LOD or LOQ is within the limit; else they are not judged.',
  at_least: LOWER,
  between: LOWER,
  within: LOWER,
  absent: 'ND, < LOD, zero and no growth pass; any other number and growth fail; < LOQ is not judged.',
};

/** The rule that decides the verdict of a result's line: what it looks at, and its numbers. */
export function RuleFields({
  rule,
  onChange,
  subjectsOffered = ['value', 'claim', 'mass', 'mass_ppm'],
  error,
  isQuiet = true,
}: {
  rule: RuleText;
  onChange: (rule: RuleText) => void;
  subjectsOffered?: RuleText['of'][];
  error?: string | undefined;
  /** Whether the labels are small, for use in a table. */
  isQuiet?: boolean;
}) {
  const asked = ruleNumbers[rule.kind];
  const hidesTarget = rule.kind === 'within' && isOfMass(rule);
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <Select
        isQuiet={isQuiet}
        label="Decision rule"
        error={error}
        value={rule.kind}
        onChange={({ target }) => onChange({ ...rule, kind: target.value as RuleText['kind'] })}
      >
        {kinds.map(({ kind, words }) => (
          <option key={kind} value={kind}>
            {words}
          </option>
        ))}
      </Select>
      {isNumeric(rule.kind) ? (
        <Select
          isQuiet={isQuiet}
          label="Of"
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
        </Select>
      ) : null}
      {asked.map((label, place) => {
        const field = asked.length === 1 || place === 0 ? 'first' : 'second';
        if (hidesTarget && field === 'first') return null;
        return (
          <TextInput
            key={label}
            isQuiet={isQuiet}
            label={label}
            mono
            inputMode="decimal"
            autoComplete="off"
            maxLength={16}
            value={rule[field]}
            onChange={({ target }) => onChange({ ...rule, [field]: target.value })}
          />
        );
      })}
      {qualifierHelp[rule.kind] && !(isNumeric(rule.kind) && isOfMass(rule)) ? (
        <p className="text-ink-soft text-sm sm:col-span-2 lg:col-span-4">{qualifierHelp[rule.kind]}</p>
      ) : null}
    </div>
  );
}
