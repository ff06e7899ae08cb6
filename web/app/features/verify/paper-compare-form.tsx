import { useMutation } from '@tanstack/react-query';
import type { Comparison } from '@vialproof/contract/verification';
import { parseResponse } from 'hono/client';
import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../../lib/api';
import { ApiProblem } from '../../lib/problem';
import { Button } from '../../ui/button';
import { FormAlert } from '../../ui/error-banner';
import { useHydrated } from '../../ui/figures';
import { Form } from '../../ui/form';
import { TextInput } from '../../ui/inputs';
import { type Likeness, type LineAnswer, LineAnswers, likenessOf, saidBy } from './line-answers';
import type { Said } from './verdict-words';
import { WholePaperForm } from './whole-paper-form';

const fields = [
  { name: 'purity', label: 'Purity', help: 'As it is printed, with its ±: 98.70 ± 0.24 %.', most: 120 },
  {
    name: 'amount',
    label: 'Amount per vial',
    help: 'As it is printed, with its ±: 5.12 ± 0.10 mg.',
    most: 120,
  },
  { name: 'batch', label: 'Batch', help: undefined, most: 100 },
  { name: 'maker', label: 'Maker', help: undefined, most: 200 },
] as const;
type Name = (typeof fields)[number]['name'];
type Typed = Record<Name, string>;

/** The answers for the lines that the reader typed, in the order of the form. */
function answersOf(
  typed: Typed,
  compared: Comparison,
  lines: NonNullable<Comparison['lines']>,
): LineAnswer[] {
  const ofLine = (name: string) => likenessOf(lines.find(({ analyte }) => analyte === name));
  const known: Record<Name, Likeness> = {
    purity: ofLine('purity'),
    amount: ofLine('amount'),
    batch: compared.batch_code ?? 'absent',
    maker: compared.manufacturer ?? 'absent',
  };
  return fields.flatMap(({ name, label }) =>
    typed[name].trim() === '' ? [] : [{ label, typed: typed[name].trim(), likeness: known[name] }],
  );
}

/**
 * Compares the paper of a private test with its certificate. The answer says only which lines are the same, never the
 * certificate's text. `onSaid` gets what the comparison showed.
 */
export function PaperCompareForm({
  named,
  c,
  number,
  onSaid,
}: {
  named: { taskNumber: string; uniqueKey: string; revision: number };
  /** The fingerprint of the result (commitment) in the paper's code. Undefined if no code was read. */
  c: string | undefined;
  number: string;
  onSaid: (said: Said) => void;
}) {
  const hydrated = useHydrated();
  const { register, handleSubmit, setError, formState } = useForm<Typed>({
    defaultValues: { purity: '', amount: '', batch: '', maker: '' },
  });
  const compare = useMutation({
    mutationFn: async (typed: Typed) => {
      const values = (['purity', 'amount'] as const).flatMap((analyte) => {
        const value = typed[analyte].trim();
        return value === '' ? [] : [{ analyte, value }];
      });
      const [batch, maker] = [typed.batch.trim(), typed.maker.trim()];
      const json = {
        ...named,
        values,
        ...(batch === '' ? {} : { batch_code: batch }),
        ...(maker === '' ? {} : { manufacturer: maker }),
      };
      const { data } = await parseResponse(api.tests.verify.compare.$post({ json }));
      return data.lines && answersOf(typed, data, data.lines);
    },
    onSuccess: (answers) => onSaid(answers && saidBy(answers)),
  });
  const answer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (compare.data || compare.error) answer.current?.scrollIntoView({ block: 'nearest' });
  }, [compare.data, compare.error]);
  return (
    <section aria-labelledby="compare-paper" className="grid gap-4 border-rule border-t pt-5">
      <h3 id="compare-paper" className="font-medium text-lg">
        What does your paper say?
      </h3>
      <p className="text-ink-soft">
        The owner keeps the values private. Type what your paper says, as much as you like: for each line you
        learn whether the certificate says the same.
      </p>
      {compare.data === null ? (
        <WholePaperForm {...{ named, c, number, onSaid }} />
      ) : (
        <>
          <Form
            className="grid gap-4 sm:grid-cols-2"
            onInput={() => {
              compare.reset();
              onSaid(null);
            }}
            onSubmit={handleSubmit((typed) => {
              if (Object.values(typed).some((text) => text.trim() !== '')) return compare.mutate(typed);
              setError('purity', { message: 'Type at least one line of your paper.' }, { shouldFocus: true });
            })}
          >
            {fields.map(({ name, label, help, most }) => (
              <TextInput
                key={name}
                label={label}
                mono
                dir="auto"
                autoComplete="off"
                spellCheck={false}
                maxLength={most}
                {...(help ? { help } : {})}
                error={formState.errors[name]?.message}
                {...register(name)}
              />
            ))}
            <div className="sm:col-span-2">
              <Button type="submit" disabled={!hydrated} busy={compare.isPending}>
                {compare.isPending ? 'Comparing…' : 'Compare'}
              </Button>
            </div>
          </Form>
          <div ref={answer} role="status">
            {compare.error ? (
              <FormAlert
                text={compare.error instanceof ApiProblem ? compare.error.detail : compare.error.message}
              />
            ) : null}
            {compare.data ? <LineAnswers answers={compare.data} number={number} /> : null}
          </div>
        </>
      )}
    </section>
  );
}
