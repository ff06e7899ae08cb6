import { ruleWords } from '@vialproof/science/measurement/measuring';
import { ArrowDown, ArrowUp, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { FieldErrors, UseFormReturn } from 'react-hook-form';
import { Button } from '../../../ui/button';
import { IconButton } from '../../../ui/icon-button';
import { Select, TextInput } from '../../../ui/inputs';
import { Badge } from '../../../ui/status-badge';
import { emptyBench } from '../../bench-text';
import { MethodFields } from '../../line-bench';
import { RuleFields } from '../../rule-fields';
import { isNumeric, type RuleText, readRule, ruleProblem } from '../../rule-text';
import { UncertaintyFields } from '../../uncertainty-fields';
import { noUncertainty } from '../../uncertainty-text';
import type { LineText, TemplateText } from './template-fields';

const subjects: Record<LineText['kind'], RuleText['of'][]> = {
  plain: ['value'],
  assay: ['value', 'claim'],
  identity: ['value', 'mass', 'mass_ppm'],
};

const opensWords: Record<LineText['opens'], string> = {
  always: 'always',
  with_sterility: 'if sterility is included',
  offered: 'when added',
};

/** What a collapsed template line shows: method, unit, limit, and when a new draft includes the line. */
function summaryOf({ method, unit, rule, limit, opens }: LineText): string {
  const data = ruleProblem(rule) === undefined ? readRule(rule) : undefined;
  const words = data && !(data.kind === 'absent' && limit) ? ruleWords(data) : limit;
  return [method, unit, words, opensWords[opens]].filter(Boolean).join(' · ');
}

/** One line of a template in the form: its analyte, method and rule, and when a new draft includes it. */
export function TemplateLineFields({
  form,
  place,
  line,
  errors,
  isLast,
  onMove,
  onRemove,
}: {
  form: UseFormReturn<TemplateText>;
  place: number;
  /** What the form contains for this template line now. */
  line: LineText;
  errors: FieldErrors<LineText> | undefined;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
  /** Called when the user removes a template line that the server does not have yet. */
  onRemove: () => void;
}) {
  const { register, setValue, clearErrors } = form;
  const path = `lines.${place}` as const;
  const number = place + 1;
  const retire = (retired: boolean) => setValue(`${path}.retired`, retired);
  const text = (
    field: 'analyte' | 'method' | 'unit' | 'limit' | 'lod' | 'loq' | 'replicates' | 'max_rsd_percent',
    label: string,
    maxLength: number,
  ) => (
    <TextInput
      {...register(`${path}.${field}`)}
      label={label}
      maxLength={maxLength}
      autoComplete="off"
      spellCheck={false}
      error={errors?.[field]?.message}
      mono={maxLength <= 16}
    />
  );
  const name = line.analyte || `line ${number}`;
  const [isOpen, setOpen] = useState(line.analyte === '');
  // A template line with an error stays open while the user corrects it.
  if (errors && !isOpen) setOpen(true);
  const isShown = !line.retired && isOpen;
  return (
    <li className="border-rule border-b py-2">
      <fieldset className={`grid gap-4 ${isShown ? 'pb-4' : ''}`}>
        <legend className="sr-only">{`Line ${number}`}</legend>
        <div className="grid items-center gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto]">
          <p className="flex flex-wrap items-center gap-3">
            <span className="figures text-ink-soft">{number}</span>
            <span className="font-medium">{line.analyte || 'New line'}</span>
            {line.retired ? <Badge>RETIRED</Badge> : null}
            {isShown ? null : <span className="text-ink-soft text-sm">{summaryOf(line)}</span>}
          </p>
          <div className="flex max-sm:-ml-3">
            {line.retired ? null : (
              <button
                type="button"
                aria-expanded={isShown}
                onClick={() => setOpen(!isShown)}
                className="link min-h-11 px-3"
              >
                <span>{isShown ? 'Fold' : 'Change'}</span>
                <span className="sr-only"> {name}</span>
              </button>
            )}
            <IconButton label={`Move ${name} up`} onClick={() => onMove(-1)} disabled={place === 0}>
              <ArrowUp aria-hidden="true" className="size-5" />
            </IconButton>
            <IconButton label={`Move ${name} down`} onClick={() => onMove(1)} disabled={isLast}>
              <ArrowDown aria-hidden="true" className="size-5" />
            </IconButton>
            {line.retired ? (
              <Button
                variant="secondary"
                size="small"
                icon={<RotateCcw aria-hidden="true" className="size-4" />}
                onClick={() => retire(false)}
              >
                Bring back
              </Button>
            ) : (
              <IconButton
                label={`${line.id ? 'Retire' : 'Remove'} ${name}`}
                onClick={() => (line.id ? retire(true) : onRemove())}
              >
                <Trash2 aria-hidden="true" className="size-5" />
              </IconButton>
            )}
          </div>
        </div>
        {isShown ? (
          <>
            <div className="grid items-start gap-4 sm:grid-cols-[1fr_1.4fr_0.7fr]">
              {text('analyte', 'Analyte', 120)}
              {text('method', 'Method', 120)}
              {text('unit', 'Unit', 40)}
            </div>
            <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-3 lg:grid-cols-5">
              <Select {...register(`${path}.kind`)} label="Kind" error={errors?.kind?.message}>
                <option value="plain">Value</option>
                <option value="assay">Assay, % of claim</option>
                <option value="identity">Identity, by mass</option>
              </Select>
              <Select {...register(`${path}.opens`)} label="In a new draft" error={errors?.opens?.message}>
                <option value="always">Always</option>
                <option value="with_sterility">If sterility is included</option>
                <option value="offered">Only when added</option>
              </Select>
              {text('replicates', 'Replicates', 2)}
              {text('lod', 'LOD', 16)}
              {text('loq', 'LOQ', 16)}
            </div>
            <RuleFields
              rule={line.rule}
              onChange={(rule) => {
                setValue(`${path}.rule`, rule);
                clearErrors(`${path}.rule`);
              }}
              subjectsOffered={subjects[line.kind]}
              error={errors?.rule?.message}
              isQuiet={false}
            />
            <UncertaintyFields
              uncertainty={line.uncertainty ?? noUncertainty}
              unit={line.unit}
              onChange={(uncertainty) => {
                setValue(`${path}.uncertainty`, uncertainty);
                clearErrors(`${path}.uncertainty`);
              }}
              error={errors?.uncertainty?.message}
              isQuiet={false}
            />
            <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
              <Select
                {...register(`${path}.decision_rule`)}
                label="Acceptance"
                help="Holds for orders made from now on."
                error={errors?.decision_rule?.message}
              >
                <option value="simple">by the limit alone</option>
                <option value="guard_band">guard band as wide as U</option>
              </Select>
              {text('max_rsd_percent', 'Highest RSD, %', 16)}
            </div>
            <MethodFields
              bench={line.bench ?? emptyBench}
              isAmount={line.kind === 'assay'}
              set={(bench) => setValue(`${path}.bench`, bench, { shouldDirty: true })}
            />
            {isNumeric(line.rule.kind) ? null : (
              <div className="sm:max-w-md">{text('limit', 'Limit in words', 120)}</div>
            )}
          </>
        ) : null}
      </fieldset>
    </li>
  );
}
