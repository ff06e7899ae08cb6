import type { StaffSku } from '@vialproof/contract/catalog-staff';
import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { type Path, useForm } from 'react-hook-form';
import { api } from '../../../lib/api';
import { showFieldErrors } from '../../../lib/field-errors';
import { useKeptEdit, useKeptStart } from '../../use-kept-edit';
import { useSkuChange } from './queries';
import { emptySku, type Foreign, labels, merge, type SkuText, toFields, toText } from './sku-fields';

/** The field of the form for a field name of the request body. */
const fieldOf = (path: string): Path<SkuText> | undefined =>
  path === 'base_price_cents' ? 'price' : path in labels ? (path as keyof SkuText) : undefined;

const storedOf = (sku: StaffSku | null) => ({
  version: sku?.version ?? 0,
  edit: sku ? toText(sku) : emptySku,
});

/**
 * The form of an existing or a new test. Changes of other people are taken over and listed in `foreign`; the user's own
 * changes stay.
 */
export function useSkuForm(sku: StaffSku | null, onSaved: (sku: StaffSku) => void) {
  const name = `lab.sku.${sku?.id ?? 'new'}`;
  const start = useKeptStart<SkuText>(name);
  const stored = storedOf(sku);
  const [foreign, setForeign] = useState<Foreign[]>([]);
  const form = useForm<SkuText>({ defaultValues: start?.edit ?? stored.edit });
  const kept = useKeptEdit<SkuText>({
    name,
    start,
    mine: form.watch(),
    stored,
    contentOf: (text) => JSON.stringify(Object.keys(labels).map((field) => text[field as keyof SkuText])),
    show: form.reset,
    merge: (base, theirs) => {
      const met = merge(base, form.getValues(), theirs);
      setForeign(met.foreign);
      return met.merged;
    },
  });

  const change = useSkuChange((text: SkuText) =>
    sku
      ? parseResponse(
          api.lab.skus[':id'].$put({
            param: { id: sku.id },
            json: { ...toFields(text), version: kept.version },
          }),
        )
      : parseResponse(api.lab.skus.$post({ json: { ...toFields(text), slug: text.slug.trim() } })),
  );

  const save = form.handleSubmit((text) =>
    change.mutate(text, {
      onSuccess: ({ data }) => {
        setForeign([]);
        kept.savedAs(text, storedOf(data));
        onSaved(data);
      },
      onError: (error) => showFieldErrors(error, fieldOf, form.setError),
    }),
  );

  const discard = () => {
    setForeign([]);
    kept.takeTheirs();
  };

  return { form, save, discard, foreign, change, isDirty: kept.isDirty, stored: stored.edit };
}
