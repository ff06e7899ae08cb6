import { Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { Button } from '../../ui/button';
import { controlClass, FieldError } from '../../ui/field';
import { type DraftFields, emptyRow, isBlank, presets, type Row } from './draft-fields';

type Cell = Exclude<keyof Row, 'verdict'>;

const cells: { name: Cell; label: string; mono?: boolean; missing?: string; max: number }[] = [
  { name: 'analyte', label: 'Analyte', missing: 'Name the analyte.', max: 120 },
  { name: 'method', label: 'Method', missing: 'Name the method.', max: 120 },
  { name: 'value', label: 'Value', mono: true, missing: 'Enter a value.', max: 120 },
  { name: 'unit', label: 'Unit', max: 40 },
  { name: 'limit', label: 'Limit', max: 120 },
];

const layout =
  'grid grid-cols-2 gap-3 lg:grid-cols-[1.3fr_1.6fr_0.9fr_0.8fr_0.9fr_0.8fr_2.75rem] lg:items-start lg:gap-2';

function MeasurementRow({
  form,
  place,
  onRemove,
}: {
  form: UseFormReturn<DraftFields>;
  place: number;
  onRemove: () => void;
}) {
  const id = useId();
  const { register, formState, getValues } = form;
  const errors = formState.errors.measurements?.[place];
  return (
    <li className="border-rule border-b py-4 lg:py-2">
      <fieldset className={layout}>
        <legend className="sr-only">Measurement {place + 1}</legend>
        {cells.map(({ name, label, mono, missing, max }) => {
          const error = errors?.[name]?.message;
          return (
            <div
              key={name}
              className={`grid content-start gap-1 ${name === 'analyte' || name === 'method' ? 'col-span-2 lg:col-span-1' : ''}`}
            >
              <label htmlFor={`${id}-${name}`} className="label lg:sr-only">
                {label}
              </label>
              <input
                {...register(`measurements.${place}.${name}`, {
                  // A line in which nothing was typed is not sent.
                  validate: (text) =>
                    !missing || text.trim() !== '' || isBlank(getValues(`measurements.${place}`)) || missing,
                })}
                id={`${id}-${name}`}
                maxLength={max}
                autoComplete="off"
                spellCheck={false}
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? `${id}-${name}-error` : undefined}
                className={`${controlClass} min-h-12 ${mono ? 'figures' : ''}`}
              />
              {error ? <FieldError id={`${id}-${name}-error`}>{error}</FieldError> : null}
            </div>
          );
        })}
        <div className="grid content-start gap-1">
          <label htmlFor={`${id}-verdict`} className="label lg:sr-only">
            Verdict
          </label>
          <select
            {...register(`measurements.${place}.verdict`)}
            id={`${id}-verdict`}
            className={`${controlClass} min-h-12 px-2`}
          >
            <option value="">none</option>
            <option value="pass">pass</option>
            <option value="fail">fail</option>
          </select>
        </div>
        <button
          type="button"
          aria-label={`Remove measurement ${place + 1}`}
          title="Remove"
          onClick={onRemove}
          className="col-span-2 inline-flex min-h-12 items-center justify-center gap-2 rounded-sm text-ink-soft hover:bg-bad-soft hover:text-bad lg:col-span-1"
        >
          <Trash2 aria-hidden="true" className="size-5" />
          <span className="lg:hidden">Remove</span>
        </button>
      </fieldset>
    </li>
  );
}

/** The table of measurements: a line each, usual ones added ready filled. */
export function MeasurementRows({
  form,
  purityPercent,
}: {
  form: UseFormReturn<DraftFields>;
  /** From the chromatogram: fills in the value of a purity line. */
  purityPercent: number | null;
}) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'measurements' });
  const rootError = form.formState.errors.measurements?.root?.message;
  const withPurity = (row: Row) =>
    row.analyte === 'Purity' && purityPercent !== null ? { ...row, value: purityPercent.toFixed(2) } : row;
  const add = (row: Row, cell: Cell) =>
    append({ ...row }, { focusName: `measurements.${fields.length}.${cell}` });
  return (
    <div className="grid gap-4">
      <h3 className="font-medium text-sm">Measurements</h3>
      {fields.length > 0 ? (
        <div>
          <div aria-hidden="true" className={`${layout} hidden border-edge border-b pb-1 lg:grid`}>
            {[...cells.map(({ label }) => label), 'Verdict'].map((label) => (
              <span key={label} className="label">
                {label}
              </span>
            ))}
          </div>
          <ol>
            {fields.map((row, place) => (
              <MeasurementRow key={row.id} form={form} place={place} onRemove={() => remove(place)} />
            ))}
          </ol>
        </div>
      ) : null}
      {rootError ? <FieldError>{rootError}</FieldError> : null}
      <div className="flex flex-wrap items-center gap-2">
        <span className="label">Add</span>
        {presets.map(({ name, row }) => (
          <Button
            key={name}
            variant="secondary"
            className="min-h-12"
            onClick={() => add(withPurity(row), 'value')}
          >
            {name}
          </Button>
        ))}
        <Button
          variant="secondary"
          className="min-h-12"
          icon={<Plus aria-hidden="true" className="size-4" />}
          onClick={() => add(emptyRow, 'analyte')}
        >
          Empty line
        </Button>
      </div>
      <p className="text-ink-soft text-sm">
        A value is a number, or words with a qualifier: ND, &lt; LOD, &lt; LOQ, conforms, out of range.
      </p>
    </div>
  );
}
