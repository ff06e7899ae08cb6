import type { CatalogItem } from '@vialproof/contract/catalog';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { keep, readKept, useKeptOverSessionLoss } from '../../lib/kept';
import { type Draft, emptyDraft, findAsked, withTest } from './draft';
import { draftName } from './payment-query';

export interface DraftForm {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  selected: CatalogItem | undefined;
  choose: (item: CatalogItem) => void;
  /** `?sku=` names a test that is not sold. */
  unknownAsked: boolean;
}

/** The form with its draft: the test of the address first, all else as it was kept; every change is kept again. */
export function useDraft(catalog: CatalogItem[]): DraftForm {
  const [query, setQuery] = useSearchParams();
  const askedWord = query.get('sku');
  const asked = findAsked(catalog, askedWord);
  const [draft, setDraft] = useState(() => withTest(emptyDraft, catalog, asked));
  const latest = useRef(draft);

  const write = useCallback((next: Draft) => {
    latest.current = next;
    keep(draftName, next);
    setDraft(next);
  }, []);

  // When the page has come alive: the server cannot know what is kept in this tab.
  useEffect(() => {
    const kept = readKept<Partial<Draft>>(draftName);
    if (kept) {
      latest.current = { ...emptyDraft, ...kept };
      setDraft(latest.current);
    }
  }, []);

  useEffect(() => {
    const next = withTest(latest.current, catalog, asked);
    if (next !== latest.current) write(next);
  }, [asked, catalog, write]);

  useKeptOverSessionLoss(
    draftName,
    useCallback(() => latest.current, []),
  );

  return {
    draft,
    change: useCallback((part) => write({ ...latest.current, ...part }), [write]),
    selected: catalog.find(({ id }) => id === draft.skuId),
    choose: (item) => {
      write(withTest(latest.current, catalog, item));
      setQuery({ sku: item.slug }, { replace: true, preventScrollReset: true });
    },
    unknownAsked: askedWord !== null && catalog.length > 0 && !asked,
  };
}
