import type { BenchRecord, Requirable } from '@vialproof/contract/bench-record';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Button } from '../../ui/button';
import { Facts } from '../../ui/data-table';
import { TextArea, TextInput } from '../../ui/inputs';
import { emptyBench, RECORD_FIELDS, RECORD_LABELS } from '../bench-text';
import { Fold } from '../fold';
import type { DraftFields } from './draft-fields';

const LONG = new Set<keyof BenchRecord>(['deviations', 'remarks']);
const HELP: Partial<Record<keyof BenchRecord, string>> = {
  appearance: 'Such as ‘white cake, intact’.',
  container: 'Such as ‘3 mL vial, crimped, flip cap blue’.',
  sampling: 'Who drew the sample, and how.',
  environment: 'Such as ‘21 °C, 40 % relative humidity’.',
  deviations: 'From the methods, with additions and exclusions; ‘none’ where there were none.',
};

/** What the laboratory recorded besides the values, and one date for all lines. */
export function RecordFields({
  form,
  requires,
}: {
  form: UseFormReturn<DraftFields>;
  requires: readonly Requirable[];
}) {
  const { register, formState } = form;
  const asked = new Set<string>(requires);
  const field = (name: keyof BenchRecord) => {
    const shared = {
      ...register(`record.${name}`),
      label: asked.has(name) ? `${RECORD_LABELS[name]} (asked for)` : RECORD_LABELS[name],
      help: HELP[name],
      error: formState.errors.record?.[name]?.message,
    };
    return LONG.has(name) ? (
      <div key={name} className="sm:col-span-2">
        <TextArea {...shared} rows={2} maxLength={2000} />
      </div>
    ) : (
      <TextInput key={name} {...shared} maxLength={200} autoComplete="off" />
    );
  };
  const said = RECORD_FIELDS.filter((name) => form.watch(`record.${name}`).trim() !== '');
  return (
    <Fold
      name="record"
      title="What the bench recorded"
      says={said.length === 0 ? 'Nothing yet' : said.map((name) => RECORD_LABELS[name]).join(', ')}
      level={3}
      startsOpen={requires.some(
        (field) => asked.has(field) && field !== 'injection_time' && field !== 'spectrum',
      )}
      needsLook={formState.errors.record !== undefined}
    >
      <fieldset className="grid gap-4 pt-2">
        <legend className="sr-only">What the bench recorded</legend>
        <p className="max-w-prose text-ink-soft text-sm">
          The certificate prints what stands here. What is left empty is not printed, and nobody makes it up.
        </p>
        <DayOfAll form={form} isAskedFor={asked.has('measured_on')} />
        <div className="grid items-start gap-4 sm:grid-cols-2">{RECORD_FIELDS.map(field)}</div>
      </fieldset>
    </Fold>
  );
}

/** One date for every line of the result, because most samples are measured on one day. */
function DayOfAll({ form, isAskedFor }: { form: UseFormReturn<DraftFields>; isAskedFor: boolean }) {
  const [day, setDay] = useState('');
  const put = () =>
    form.getValues('measurements').forEach((row, place) => {
      form.setValue(
        `measurements.${place}.bench`,
        { ...emptyBench, ...row.bench, measuredOn: day },
        { shouldDirty: true },
      );
      form.clearErrors(`measurements.${place}.bench`);
    });
  return (
    <div className="flex flex-wrap items-end gap-3">
      <TextInput
        type="date"
        label={isAskedFor ? 'Day of the measurements (asked for)' : 'Day of the measurements'}
        value={day}
        onChange={({ target }) => setDay(target.value)}
      />
      <Button variant="secondary" aria-disabled={day === ''} onClick={() => day !== '' && put()}>
        Set it on all lines
      </Button>
    </div>
  );
}

/** A record that cannot be edited. Renders nothing if the record is empty. */
export function RecordView({ record = {} }: { record: BenchRecord | undefined }) {
  const items = RECORD_FIELDS.flatMap((field) =>
    record[field] ? [{ label: RECORD_LABELS[field], value: record[field] }] : [],
  );
  return items.length > 0 ? <Facts items={items} /> : null;
}
