import type { StaffSku } from '@vialproof/contract/catalog-staff';
import { useEffect, useRef, useState } from 'react';
import { readDollars } from '../../../lib/dollars';
import { ApiProblem } from '../../../lib/problem';
import { Button } from '../../../ui/button';
import { Checkbox } from '../../../ui/choices';
import { CopyButton } from '../../../ui/copy-button';
import { Form } from '../../../ui/form';
import { TextArea, TextInput } from '../../../ui/inputs';
import { Notice } from '../../../ui/states';
import { StepError } from '../../../ui/step-error';
import { type Foreign, labels, type SkuText, slugOf } from './sku-fields';
import { useSkuForm } from './use-sku-form';

const leastCents = 100;
const mostCents = 10_000_000;

function checkPrice(text: string): string | true {
  const cents = readDollars(text);
  if (cents === null) return 'Enter an amount such as 180 or 180.50.';
  if (cents < leastCents) return 'The price is $1.00 or more.';
  return cents <= mostCents || 'The price is $100,000.00 or less.';
}

const said = (missing: string) => (text: string) => text.trim() !== '' || missing;

function ForeignChanges({ foreign, onTake }: { foreign: Foreign[]; onTake: (one: Foreign) => void }) {
  const notice = useRef<HTMLDivElement>(null);
  // The button that was pressed may be out of view, so the page scrolls.
  useEffect(() => {
    if (foreign.length > 0) notice.current?.scrollIntoView({ block: 'center' });
  }, [foreign]);
  if (foreign.length === 0) return null;
  const words = (value: string | boolean) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : value);
  return (
    <Notice tone="wait">
      <div ref={notice} role="alert" className="grid gap-3">
        <p>
          <strong className="font-medium">Somebody else saved this test while you were writing.</strong> What
          they changed is below; nothing that you typed is lost. Check, then save again.
        </p>
        <ul className="grid gap-2">
          {foreign.map((one) => (
            <li key={one.field} className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <span className="min-w-0 break-words">
                <span className="text-ink-soft">{`${labels[one.field]}:`}</span>{' '}
                <span>{words(one.theirs)}</span>
              </span>
              {one.clash ? (
                <Button variant="secondary" size="small" onClick={() => onTake(one)}>
                  Take theirs
                </Button>
              ) : (
                <span className="text-ink-soft text-sm">taken over</span>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Notice>
  );
}

/** The form for the texts and the price of a test. `sku` is null for a new test. */
export function SkuForm({
  sku,
  families,
  onSaved,
}: {
  sku: StaffSku | null;
  families: string[];
  onSaved: (sku: StaffSku) => void;
}) {
  const [isNamed, setNamed] = useState(false);
  const { form, save, discard, foreign, change, isDirty, stored } = useSkuForm(sku, onSaved);
  const { register, setValue, watch, formState } = form;
  const { errors } = formState;

  const price = readDollars(watch('price'));
  const wasPrice = readDollars(stored.price);
  const isRepriced = sku !== null && price !== null && price !== wasPrice;
  const { error } = change;
  const isOnFields = error instanceof ApiProblem && error.errors.length > 0;
  const isStale = error instanceof ApiProblem && error.code === 'stale_version';
  const field = (name: keyof SkuText) => ({ label: labels[name], error: errors[name]?.message });

  return (
    <Form onSubmit={save}>
      <ForeignChanges foreign={foreign} onTake={({ field: name, theirs }) => setValue(name, theirs)} />
      <TextInput
        {...field('name')}
        {...register('name', {
          validate: said('Give the test a name.'),
          onChange: (event) => {
            if (!sku && !isNamed) setValue('slug', slugOf(event.target.value));
          },
        })}
        maxLength={120}
        autoComplete="off"
      />
      {sku ? (
        <div className="grid gap-1.5">
          <p className="font-medium text-sm">{labels.slug}</p>
          <p className="figures flex min-h-11 items-center gap-2 break-all">
            <span>{`/request?sku=${sku.slug}`}</span>
            <CopyButton text={`${window.location.origin}/request?sku=${sku.slug}`} label="Copy the address" />
          </p>
        </div>
      ) : (
        <TextInput
          {...field('slug')}
          {...register('slug', {
            validate: (text) =>
              (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(text.trim()) && text.trim().length <= 80) ||
              'Lower-case letters and digits, with single hyphens between them.',
            onChange: () => setNamed(true),
          })}
          help="The test is found under /request?sku= and this. It never changes afterwards."
          mono
          spellCheck={false}
          autoComplete="off"
          maxLength={80}
        />
      )}
      <div className="grid gap-5 items-start sm:grid-cols-2">
        <TextInput
          {...field('family')}
          {...register('family', { validate: said('Name its family.') })}
          help="Visitors filter the price list by it."
          list="sku-families"
          maxLength={60}
          autoComplete="off"
        />
        <TextInput
          {...field('price')}
          {...register('price', { validate: checkPrice })}
          help={
            isRepriced ? `Was $${stored.price}. Orders that exist keep their price.` : 'Before any discount.'
          }
          mono
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
        />
      </div>
      <datalist id="sku-families">
        {families.map((family) => (
          <option key={family} value={family} />
        ))}
      </datalist>
      <TextArea
        {...field('description')}
        {...register('description', { validate: said('Say what is measured.') })}
        rows={3}
        maxLength={600}
      />
      <div className="grid gap-5 items-start sm:grid-cols-2">
        <TextInput
          {...field('sample_requirement')}
          {...register('sample_requirement', { validate: said('Say what the customer sends.') })}
          help="What the customer sends."
          maxLength={200}
          autoComplete="off"
        />
        <TextInput
          {...field('tat_text')}
          {...register('tat_text', { validate: said('Say how long it takes.') })}
          help="How long it takes."
          maxLength={120}
          autoComplete="off"
        />
      </div>
      <Checkbox
        {...register('includes_sterility')}
        disabled={sku?.has_orders ?? false}
        error={errors.includes_sterility?.message}
      >
        {labels.includes_sterility}
        {sku?.has_orders ? (
          <span className="block text-ink-soft text-sm">
            It has been ordered, so what it includes stays. Retire it and create another to change this.
          </span>
        ) : null}
      </Checkbox>
      {isOnFields || isStale ? null : <StepError error={error} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="large" busy={change.isPending} aria-disabled={sku !== null && !isDirty}>
          {change.isPending ? 'Saving…' : sku ? 'Save' : 'Put on sale'}
        </Button>
        {isDirty ? (
          <Button variant="secondary" size="large" onClick={discard} disabled={change.isPending}>
            Discard what I typed
          </Button>
        ) : null}
      </div>
    </Form>
  );
}
