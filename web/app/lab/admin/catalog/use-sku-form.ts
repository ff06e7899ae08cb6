import type { StaffSku } from '@vialproof/contract/catalog-staff';
import { parseResponse } from 'hono/client';
import { useCallback, useEffect, useState } from 'react';
import { type Path, useForm } from 'react-hook-form';
import { api } from '../../../lib/api';
import { keep, readKept, useKeptOverSessionLoss } from '../../../lib/kept';
import { ApiProblem } from '../../../lib/problem';
import { useSkuChange } from './queries';
import { emptySku, type Foreign, labels, merge, type SkuText, toFields, toText } from './sku-fields';

/** What was typed, and what the test was when the typing began. */
interface Kept {
  text: SkuText;
  base: SkuText;
  version: number;
}

/** The payload's name of a field, and the form's. */
const fieldOf = (path: string): Path<SkuText> | undefined =>
  path === 'base_price_cents' ? 'price' : path in labels ? (path as keyof SkuText) : undefined;

/**
 * The form of one test, or of a new one. What is typed outlives a reload, a sign-in and somebody else's save: their
 * changes are taken in and told (`foreign`), the own ones stay.
 */
export function useSkuForm(sku: StaffSku | null, onSaved: (sku: StaffSku) => void) {
  const name = `sku.${sku?.id ?? 'new'}`;
  const [kept] = useState(() => readKept<Kept>(name));
  const [base, setBase] = useState(() => ({
    text: kept?.base ?? (sku ? toText(sku) : emptySku),
    version: kept?.version ?? sku?.version ?? 0,
  }));
  const [foreign, setForeign] = useState<Foreign[]>([]);
  const form = useForm<SkuText>({ defaultValues: base.text });
  const { reset, setError, getValues, watch } = form;

  // What was typed before a reload differs from the test as it is, so the form counts as changed.
  useEffect(() => {
    if (kept) reset(kept.text, { keepDefaultValues: true });
  }, [kept, reset]);

  const current = useCallback((): Kept | null => {
    const text = getValues();
    const same = JSON.stringify(text) === JSON.stringify(base.text);
    return same ? null : { text, base: base.text, version: base.version };
  }, [getValues, base]);
  useKeptOverSessionLoss(name, current);
  useEffect(() => {
    const watching = watch(() => keep(name, current()));
    return () => watching.unsubscribe();
  }, [watch, name, current]);

  /** Goes on from the test as it is now: what only others changed is taken over. */
  const rebase = (now: StaffSku) => {
    const theirs = toText(now);
    const met = merge(base.text, getValues(), theirs);
    setForeign(met.foreign);
    setBase({ text: theirs, version: now.version });
    reset(theirs);
    reset(met.merged, { keepDefaultValues: true });
  };

  const change = useSkuChange((text: SkuText) =>
    sku
      ? parseResponse(
          api.lab.skus[':id'].$put({
            param: { id: sku.id },
            json: { ...toFields(text), version: base.version },
          }),
        )
      : parseResponse(api.lab.skus.$post({ json: { ...toFields(text), slug: text.slug.trim() } })),
  );

  const save = form.handleSubmit((text) =>
    change.mutate(text, {
      onSuccess: ({ data }) => {
        keep(name, null);
        setForeign([]);
        setBase({ text: toText(data), version: data.version });
        reset(toText(data));
        onSaved(data);
      },
      onError: (error) => {
        if (!(error instanceof ApiProblem)) return;
        for (const { path, message } of error.errors) {
          const field = fieldOf(path);
          if (field) setError(field, { message }, { shouldFocus: true });
        }
      },
    }),
  );

  const discard = () => {
    keep(name, null);
    setForeign([]);
    const text = sku ? toText(sku) : emptySku;
    setBase({ text, version: sku?.version ?? 0 });
    reset(text);
  };

  return { form, save, discard, rebase, foreign, change, version: base.version, base: base.text };
}
