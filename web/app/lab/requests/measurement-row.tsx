import {
  besideInjections,
  type PurityTrace,
  tracedPurityProblem,
} from '@vialproof/science/measurement/traced-purity';
import { ChevronDown, Trash2 } from 'lucide-react';
import { type KeyboardEvent, memo, useId, useState } from 'react';
import type { FieldPathValue, UseFormReturn } from 'react-hook-form';
import { Button } from '../../ui/button';
import { controlClass, FieldError } from '../../ui/field';
import { SelectBox } from '../../ui/inputs';
import { isNumeric, ruleProblem } from '../rule-text';
import { uncertaintyProblem } from '../uncertainty-text';
import { type DraftFields, isBlank } from './draft-fields';
import { MeasurementDetails } from './measurement-details';
import { LiveNotes, LiveVerdict } from './measurement-live';
import { asksMass, emptyRow, type Row, valueProblem } from './measurement-text';
import { TracedPurity } from './traced-purity';
import { useLive } from './use-live';

type Cell = 'analyte' | 'method' | 'value' | 'unit' | 'limit';

export const cells: { name: Cell; label: string; mono?: boolean; missing?: string; max: number }[] = [
  { name: 'analyte', label: 'Analyte', missing: 'Name the analyte.', max: 120 },
  { name: 'method', label: 'Method', missing: 'Name the method.', max: 120 },
  { name: 'value', label: 'Value', mono: true, max: 240 },
  { name: 'unit', label: 'Unit', max: 40 },
  { name: 'limit', label: 'Limit', max: 120 },
];

export const layout =
  'grid grid-cols-2 gap-3 lg:grid-cols-[1.1fr_1.3fr_1.5fr_0.8fr_1fr_0.8fr_2.75rem_2.75rem] lg:items-start lg:gap-2';

/** Enter moves the focus to the next value, and from the last value to the Save button. */
function onwards(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const form = event.currentTarget.form;
  const values = [...(form?.querySelectorAll<HTMLInputElement>('input[data-value]') ?? [])];
  const next = values[values.indexOf(event.currentTarget) + 1];
  (next ?? form?.querySelector<HTMLButtonElement>('button[type=submit]'))?.focus();
}

/** The errors of a result's line, for each field. */
export type RowErrors = Partial<Record<keyof Row, string>>;

type RowProps = {
  form: UseFormReturn<DraftFields>;
  place: number;
  /** What this line of the form contains now. */
  row: Row;
  errors: RowErrors;
  /** Whether the user has tried to save. From then on errors are shown. */
  isSubmitted: boolean;
  /** How many repeated values the template asks for. */
  wanted: number;
  /** The amount on the label, as the customer wrote it. */
  stated: string | null;
  /** The purity of the stored chromatogram, to compare with the input. */
  trace: PurityTrace | null;
  onRemove: (place: number) => void;
};

/** Whether two props show the same line. The functions of the form never change. */
function isSame(one: RowProps, other: RowProps): boolean {
  return (
    one.place === other.place &&
    one.isSubmitted === other.isSubmitted &&
    one.wanted === other.wanted &&
    one.stated === other.stated &&
    one.onRemove === other.onRemove &&
    JSON.stringify([one.row, one.errors, one.trace]) ===
      JSON.stringify([other.row, other.errors, other.trace])
  );
}

/**
 * One line of the table of measurements: its inputs, its result and its details. It is a `memo`, so that a key press
 * renders only this line of up to fifty.
 */
export const MeasurementRow = memo(function MeasurementRow({
  form,
  place,
  row,
  errors,
  isSubmitted,
  wanted,
  stated,
  trace,
  onRemove,
}: RowProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { register, getValues, setValue } = form;
  const path = `measurements.${place}` as const;
  const live = useLive(row);
  const { refused } = live;
  const problem = ruleProblem(row.rule);
  const isShown =
    isOpen ||
    row.isOverridden ||
    inDetails.some((name) => errors[name] ?? refused[name]) ||
    problem !== undefined;
  const set = <K extends keyof Row>(name: K, value: Row[K]) => {
    // When the user types a reason, the error of the value disappears.
    if (name === 'traceReason') form.clearErrors(`${path}.value`);
    setValue(`${path}.${name}`, value as FieldPathValue<DraftFields, `measurements.${number}.${K}`>, {
      shouldDirty: true,
      shouldValidate: isSubmitted,
    });
  };
  const { trace_override: _, ...alone } = live.line;
  const apart = tracedPurityProblem(alone, trace)?.message;

  const cell = ({ name, label, mono, missing, max }: (typeof cells)[number]) => {
    const error = errors[name];
    const hint = name === 'value' ? `${id}-live` : '';
    // The same text is already shown below the value.
    const isToldBelow = name === 'value' && error !== undefined && error === apart;
    const hidden = name === 'limit' && isNumeric(row.rule.kind);
    return (
      <div
        key={name}
        className={`grid content-start gap-1 ${name === 'analyte' || name === 'method' ? 'col-span-2 sm:col-span-1' : ''}`}
      >
        {hidden ? (
          <>
            <span className="label lg:sr-only">{label}</span>
            <p className="figures flex min-h-12 items-center text-sm">{live.line.limit || '–'}</p>
          </>
        ) : (
          <>
            <label htmlFor={`${id}-${name}`} className="label lg:sr-only">
              {label}
            </label>
            <input
              {...register(`${path}.${name}`, {
                // An empty line is not sent.
                validate: (text) => {
                  if (name === 'value') return valueProblem({ ...emptyRow, ...getValues(path) }) ?? true;
                  return !missing || text.trim() !== '' || isBlank(getValues(path)) || missing;
                },
              })}
              id={`${id}-${name}`}
              maxLength={max}
              autoComplete="off"
              spellCheck={false}
              aria-invalid={error ? true : undefined}
              aria-describedby={
                [
                  error && !isToldBelow ? `${id}-${name}-error` : '',
                  !error && refused[name] ? `${id}-${name}-refused` : '',
                  hint,
                ]
                  .filter(Boolean)
                  .join(' ') || undefined
              }
              className={`${controlClass} min-h-12 ${mono ? 'figures' : ''}`}
              {...(name === 'value' && {
                'data-value': true,
                onKeyDown: onwards,
                placeholder: wanted > 1 ? `${wanted} replicates` : undefined,
              })}
            />
          </>
        )}
        {error && !isToldBelow ? <FieldError id={`${id}-${name}-error`}>{error}</FieldError> : null}
        {/* The errors of a save, shown before the save. */}
        {!error && refused[name] ? (
          <p id={`${id}-${name}-refused`} className="text-bad text-sm">
            {refused[name]}
          </p>
        ) : null}
      </div>
    );
  };

  return (
    <li className="border-rule border-b py-4 lg:py-2">
      <fieldset className="grid gap-2">
        <legend className="sr-only">{`Measurement ${place + 1}`}</legend>
        <div className={layout}>
          {cells.map(cell)}
          <div className="grid content-start gap-1">
            {row.rule.kind === '' ? (
              <>
                <label htmlFor={`${id}-verdict`} className="label lg:sr-only">
                  Verdict
                </label>
                <SelectBox {...register(`${path}.verdict`)} id={`${id}-verdict`} className="min-h-12">
                  <option value="">none</option>
                  <option value="pass">pass</option>
                  <option value="fail">fail</option>
                </SelectBox>
              </>
            ) : (
              <>
                <span className="label lg:sr-only">Verdict</span>
                <LiveVerdict live={live} />
              </>
            )}
            {(errors.verdict ?? refused.verdict) ? (
              <FieldError>{errors.verdict ?? refused.verdict}</FieldError>
            ) : null}
          </div>
          <button
            type="button"
            aria-expanded={isShown}
            aria-controls={`${id}-details`}
            aria-label={`Details of measurement ${place + 1}`}
            title="Rule, limits, override"
            onClick={() => setOpen(!isShown)}
            className="inline-flex min-h-12 items-center justify-center gap-2 rounded-sm text-ink-soft hover:bg-wash hover:text-ink"
          >
            <ChevronDown
              aria-hidden="true"
              className={`size-5 transition-transform ${isShown ? 'rotate-180' : ''}`}
            />
            <span className="lg:hidden">Details</span>
          </button>
          <button
            type="button"
            aria-label={`Remove measurement ${place + 1}`}
            title="Remove"
            onClick={() => onRemove(place)}
            className="inline-flex min-h-12 items-center justify-center gap-2 rounded-sm text-ink-soft hover:bg-bad-soft hover:text-bad"
          >
            <Trash2 aria-hidden="true" className="size-5" />
            <span className="lg:hidden">Remove</span>
          </button>
        </div>
        <div id={`${id}-live`} className="grid justify-items-start gap-2 empty:hidden">
          <LiveNotes live={{ ...live, line: besideInjections(live.line, trace) }} />
          <TracedPurity row={row} line={live.line} trace={trace} set={set} error={errors.traceReason} />
          {live.suggested && row.formula.trim() !== '' ? (
            <Button
              variant="secondary"
              size="small"
              onClick={() => set('value', `${row.value.trim()} ${live.suggested?.charge}+`)}
            >
              <span>
                <span>{`Is it the m/z of [M+${live.suggested.charge}H]`}</span>
                <sup>{`${live.suggested.charge}+`}</sup>
                <span>{`, ${live.suggested.mass.toFixed(2)} Da?`}</span>
              </span>
            </Button>
          ) : null}
          {asksMass(row) && row.formula.trim() === '' && row.value.trim() !== '' ? (
            <p className="text-ink-soft text-sm">
              No formula yet: give it in the details to compare the mass.
            </p>
          ) : null}
        </div>
        <div id={`${id}-details`} hidden={!isShown}>
          {isShown ? (
            <MeasurementDetails
              row={row}
              set={set}
              live={live}
              stated={stated}
              errors={{
                lod: errors.lod ?? refused.lod,
                loq: errors.loq ?? refused.loq,
                claim: errors.claim,
                formula: errors.formula ?? live.formulaProblem,
                reason: errors.reason ?? refused.reason,
                rule: errors.rule ?? (isSubmitted ? problem : undefined),
                spectrum: errors.spectrum,
                bench: errors.bench,
                uncertainty:
                  errors.uncertainty ?? (isSubmitted ? uncertaintyProblem(row.uncertainty) : undefined),
              }}
            />
          ) : null}
        </div>
      </fieldset>
    </li>
  );
}, isSame);

const inDetails = [
  'lod',
  'loq',
  'claim',
  'formula',
  'reason',
  'rule',
  'bench',
  'uncertainty',
  'spectrum',
] as const;
