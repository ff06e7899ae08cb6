import type { CatalogItem } from '@vialproof/contract/catalog';
import { useCallback, useEffect } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { keep, readKept, useKeptOverSessionLoss } from '../../lib/kept';
import { type Draft, draftName, emptyDraft, findAsked, prefilledCompound } from './draft';

function withTest(draft: Draft, catalog: CatalogItem[], item: CatalogItem | undefined): Draft {
  if (!item) return draft;
  const previous = catalog.find(({ id }) => id === draft.skuId);
  const compound_name = prefilledCompound(draft.compound_name, previous, item);
  return { ...draft, skuId: item.id, compound_name };
}

/** The form with its draft: from the address first, then from what was kept; every change is kept again. */
export function useDraft(catalog: CatalogItem[]): {
  form: UseFormReturn<Draft>;
  selected: CatalogItem | undefined;
  choose: (item: CatalogItem) => void;
  /** `?sku=` names a test that is not sold. */
  unknownAsked: boolean;
} {
  const [query, setQuery] = useSearchParams();
  const askedWord = query.get('sku');
  const asked = findAsked(catalog, askedWord);
  const form = useForm<Draft>({ defaultValues: withTest(emptyDraft, catalog, asked) });
  const { reset, getValues, subscribe } = form;

  // Once, when the page has come alive: the server cannot know what is kept in this tab.
  useEffect(() => {
    const kept = readKept<Partial<Draft>>(draftName);
    if (kept) reset({ ...emptyDraft, ...kept });
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => keep(draftName, values),
    });
  }, [reset, subscribe]);

  useEffect(() => {
    if (asked && asked.id !== getValues('skuId')) reset(withTest(getValues(), catalog, asked));
  }, [asked, catalog, getValues, reset]);

  useKeptOverSessionLoss(
    draftName,
    useCallback(() => getValues(), [getValues]),
  );

  const choose = (item: CatalogItem) => {
    reset(withTest(getValues(), catalog, item));
    keep(draftName, getValues());
    setQuery({ sku: item.slug }, { replace: true, preventScrollReset: true });
  };
  const skuId = form.watch('skuId');
  return {
    form,
    selected: catalog.find(({ id }) => id === skuId),
    choose,
    unknownAsked: askedWord !== null && catalog.length > 0 && !asked,
  };
}
