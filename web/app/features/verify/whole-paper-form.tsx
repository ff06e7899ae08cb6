import { useMutation } from '@tanstack/react-query';
import type { Comparison } from '@vialproof/contract/verification';
import { parseResponse } from 'hono/client';
import { Plus, X } from 'lucide-react';
import { type FieldPath, useFieldArray, useForm } from 'react-hook-form';
import { api } from '../../lib/api';
import { ApiProblem } from '../../lib/problem';
import { Button } from '../../ui/button';
import { FormAlert } from '../../ui/error-banner';
import { Form } from '../../ui/form';
import { IconButton } from '../../ui/icon-button';
import { TextInput } from '../../ui/inputs';
import { Notice } from '../../ui/states';
import { Altered } from './altered';
import { type LineAnswer, LineAnswers, likenessOf, saidBy } from './line-answers';
import type { Said } from './verdict-words';

interface Paper {
  issued_on: string;
  manufacturer: string;
  batch_code: string;
  lines: { analyte: string; value: string; limit: string }[];
}
const NO_LINE = { analyte: '', value: '', limit: '' };
const LINES = 'Type every line of the paper that has a result.';

/** The message for each field that the server reports as missing. */
const MISSING: Record<string, [field: FieldPath<Paper>, words: string]> = {
  issued_on: ['issued_on', 'Give the day on which the paper was issued.'],
  manufacturer: ['manufacturer', 'Give the maker that the paper names.'],
  batch_code: ['batch_code', 'Give the batch that the paper names.'],
  values: ['lines', LINES],
  c: [
    'lines',
    'This certificate has a single measured value: it is compared only with the code on the paper. Scan the code.',
  ],
};
const PARTS: Record<string, [cell: 'value' | 'limit', words: string]> = {
  uncertainty: ['value', 'Type it with its ±, as it is printed.'],
  unit: ['value', 'Type it with its unit, as it is printed.'],
  limit: ['limit', 'Type its limit.'],
};

/** The fields that are still empty. With the paper's code none of them is needed. */
const unsaid = (stated: Omit<Paper, 'lines'>, c: string | undefined) =>
  Object.entries(stated).flatMap(([field, words]) => (c || words.trim() !== '' ? [] : [field]));

/** The answers line by line, for values that were compared before. */
function answersOf(
  values: { value: string }[],
  { lines, manufacturer, batch_code: batch }: Comparison,
): LineAnswer[] {
  if (lines === null) return [];
  const ofLines = lines.map((line, place) => ({
    label: line.analyte,
    typed: values[place]?.value ?? '',
    likeness: likenessOf(line),
  }));
  const stated = { Maker: manufacturer, Batch: batch };
  const ofStated = Object.entries(stated).flatMap(([label, likeness]) =>
    likeness === null ? [] : [{ label, typed: '', likeness }],
  );
  return [...ofLines, ...ofStated];
}

function missingAt(field: string): [FieldPath<Paper>, string] {
  const [, place, part] = /^values\.(\d+)\.(\w+)$/.exec(field) ?? [];
  const [cell, words] = PARTS[part ?? ''] ?? [];
  if (place !== undefined && cell && words) return [`lines.${Number(place)}.${cell}`, words];
  return MISSING[field] ?? ['lines', LINES];
}

/**
 * Compares a whole paper with a private certificate, when the day's limit for single values is reached. The answer says
 * only whether everything is the same. `c` is the fingerprint of the result (commitment) in the paper's code.
 */
export function WholePaperForm({
  named,
  c,
  number,
  onSaid,
}: {
  named: { taskNumber: string; uniqueKey: string; revision: number };
  c: string | undefined;
  number: string;
  onSaid: (said: Said) => void;
}) {
  const { control, register, handleSubmit, setError, clearErrors, formState } = useForm<Paper>({
    defaultValues: { issued_on: '', manufacturer: '', batch_code: '', lines: [NO_LINE, NO_LINE] },
  });
  const { errors } = formState;
  const { fields, append, remove } = useFieldArray({ control, name: 'lines' });
  const compare = useMutation({
    mutationFn: async ({ lines, ...stated }: Paper) => {
      const said = Object.fromEntries(Object.entries(stated).filter(([, words]) => words.trim() !== ''));
      const values = lines.map(({ limit, ...line }) => ({
        ...line,
        ...(limit.trim() === '' ? {} : { limit }),
      }));
      const json = {
        ...named,
        ...said,
        ...(c ? { c } : {}),
        values: values.filter(({ analyte }) => analyte.trim() !== ''),
      };
      // A paper without lines leaves nothing to compare.
      if (json.values.length === 0)
        return { all_same: null, missing: [...unsaid(stated, c), 'values'], answers: [] };
      const { data } = await parseResponse(api.tests.verify.compare.$post({ json }));
      return { ...data, answers: answersOf(json.values, data) };
    },
    onSuccess: ({ all_same: allSame, missing = [], answers }) => {
      onSaid(allSame === true ? 'same' : allSame === false ? 'different' : saidBy(answers));
      for (const [place, field] of missing.entries()) {
        const [at, message] = missingAt(field);
        setError(at, { message }, { shouldFocus: place === 0 });
      }
    },
  });
  const again = () => {
    compare.reset();
    onSaid(null);
  };
  const lacking = errors.lines?.root?.message ?? errors.lines?.message;
  return (
    <Form
      className="grid gap-4"
      onInput={again}
      onSubmit={(event) => {
        clearErrors();
        return handleSubmit((typed) => compare.mutate(typed))(event);
      }}
    >
      <Notice tone="wait">
        Enough single values were compared with this certificate today. A whole paper is still compared: type
        all that it says, and learn whether all of it is the same.
      </Notice>
      {c ? null : (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextInput
            {...register('issued_on')}
            label="Issue date"
            type="date"
            error={errors.issued_on?.message}
          />
          <TextInput
            {...register('manufacturer')}
            label="Maker"
            dir="auto"
            autoComplete="off"
            maxLength={200}
            error={errors.manufacturer?.message}
          />
          <TextInput
            {...register('batch_code')}
            label="Batch"
            dir="auto"
            autoComplete="off"
            maxLength={100}
            error={errors.batch_code?.message}
          />
        </div>
      )}
      {fields.map(({ id }, place) => (
        <fieldset key={id} className="grid gap-4 border-rule border-t pt-4 sm:grid-cols-2">
          <legend className="sr-only">{`Line ${place + 1}`}</legend>
          <TextInput
            {...register(`lines.${place}.analyte`)}
            label="Result for"
            dir="auto"
            autoComplete="off"
            maxLength={120}
          />
          <TextInput
            {...register(`lines.${place}.value`)}
            label="Value with ± and unit"
            mono
            dir="auto"
            autoComplete="off"
            maxLength={120}
            error={errors.lines?.[place]?.value?.message}
          />
          <TextInput
            {...register(`lines.${place}.limit`)}
            label="Limit"
            optional
            mono
            dir="auto"
            autoComplete="off"
            maxLength={120}
            error={errors.lines?.[place]?.limit?.message}
          />
          <div className="sm:mt-7">
            <IconButton
              label={`Remove line ${place + 1}`}
              disabled={fields.length === 1}
              onClick={() => {
                remove(place);
                again();
              }}
            >
              <X aria-hidden="true" className="size-5" />
            </IconButton>
          </div>
        </fieldset>
      ))}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          icon={<Plus aria-hidden="true" className="size-4" />}
          disabled={fields.length >= 60}
          onClick={() => append(NO_LINE)}
        >
          Add a line
        </Button>
        <Button type="submit" busy={compare.isPending}>
          {compare.isPending ? 'Comparing…' : 'Compare the whole paper'}
        </Button>
      </div>
      <FormAlert
        text={
          lacking ??
          (compare.error instanceof ApiProblem ? compare.error.detail : (compare.error?.message ?? ''))
        }
      />
      <div role="status">
        {compare.data && compare.data.answers.length > 0 ? (
          <LineAnswers answers={compare.data.answers} number={number} />
        ) : null}
        {compare.data?.all_same === true ? (
          <Notice tone="good">
            <strong className="font-medium text-good">
              All that you typed is what the certificate says.
            </strong>
            <span> That your vial is of the batch that was tested, it cannot tell.</span>
          </Notice>
        ) : null}
        {compare.data?.all_same === false ? (
          <Altered number={number}>
            If you typed all that it says, it differs from the laboratory’s record.
          </Altered>
        ) : null}
      </div>
    </Form>
  );
}
