import type { Proposal } from '@vialproof/contract/methods';
import type { PurityTrace } from '@vialproof/science/measurement/traced-purity';
import { Plus } from 'lucide-react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { Button } from '../../ui/button';
import { FieldError } from '../../ui/field';
import type { DraftFields } from './draft-fields';
import { cells, layout, MeasurementRow, type RowErrors } from './measurement-row';
import { emptyRow, type Row, rowOfTemplate } from './measurement-text';

const nameOf = ({ analyte, method }: { analyte: string; method: string }) =>
  `${analyte.trim()}\n${method.trim()}`.toLowerCase();

type ErrorAt = { message?: unknown; root?: { message?: unknown } };

/**
 * The error texts for each field. The form's own error objects change and contain elements, so a `memo` cannot compare
 * them.
 */
function wordsOf(errors: object | undefined): RowErrors {
  return Object.fromEntries(
    Object.entries(errors ?? {}).flatMap(([name, error]: [string, ErrorAt]) => {
      const words = error.root?.message ?? error.message;
      return typeof words === 'string' ? [[name, words]] : [];
    }),
  );
}

/** The table of measurements. Buttons add the lines of the template that are missing. */
export function MeasurementRows({
  form,
  proposal,
  stated,
  trace,
}: {
  form: UseFormReturn<DraftFields>;
  proposal: Proposal | null;
  /** The amount on the label, as the customer wrote it. */
  stated: string | null;
  /** The purity of the stored chromatogram, to compare with the input. */
  trace: PurityTrace | null;
}) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'measurements' });
  const rows = form.watch('measurements');
  const { errors, isSubmitted } = form.formState;
  const rootError = errors.measurements?.root?.message;
  const lines = proposal?.lines ?? [];
  // Searches by id first, because a renamed line still belongs to the template.
  const lineOf = (row: Row) =>
    lines.find(({ id }) => id === row.method_says.template_line_id) ??
    lines.find((line) => nameOf(line) === nameOf(row));
  const there = new Set(rows.map((row) => lineOf({ ...emptyRow, ...row })));
  const add = (row: Row, cell: 'analyte' | 'value') =>
    append({ ...row }, { focusName: `measurements.${fields.length}.${cell}` });
  const wantedOf = (place: number) => {
    const row = rows[place];
    return row ? (lineOf({ ...emptyRow, ...row })?.replicates ?? 1) : 1;
  };
  return (
    <div className="grid gap-4">
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
            {fields.map((field, place) => (
              <MeasurementRow
                key={field.id}
                form={form}
                place={place}
                row={{ ...emptyRow, ...rows[place] }}
                errors={wordsOf(errors.measurements?.[place])}
                isSubmitted={isSubmitted}
                wanted={wantedOf(place)}
                stated={stated}
                trace={trace}
                onRemove={remove}
              />
            ))}
          </ol>
        </div>
      ) : null}
      {rootError ? <FieldError>{rootError}</FieldError> : null}
      <div className="flex flex-wrap items-center gap-2">
        <span className="label">Add</span>
        {lines
          .filter((line) => !there.has(line))
          .map((line) => (
            <Button
              key={line.id}
              variant="secondary"
              className="min-h-12"
              onClick={() =>
                add(rowOfTemplate(line, { compound: proposal?.compound ?? null, stated }), 'value')
              }
            >
              {line.analyte}
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
      <p className="max-w-prose text-ink-soft text-sm">
        A value is a number; several replicates apart by spaces or semicolons (99.1 99.3); or words: ND, &lt;
        LOD, &lt; LOQ, out of range, conforms. Enter goes to the next value, and in the empty scan field to
        the first that is empty.
      </p>
    </div>
  );
}
