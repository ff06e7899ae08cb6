import type { Tx } from '../../platform/database.ts';
import type { ListingContext } from './listing.context.ts';
import type { Subject } from './listing.presenter.ts';
import type { Named, Source } from './listing.store.ts';
import { fold } from './search.rules.ts';

const named = (text: string | null): (Named & { spellings: string[] }) | null => {
  const folded = fold(text ?? '');
  return folded === '' ? null : { slug: folded.replace(/[^a-z0-9]+/g, '-'), name: (text ?? '').trim(), spellings: [] };
};

/** Compound and maker of a request. */
export async function subjectOf(_ctx: ListingContext, _tx: Tx, source: Source): Promise<Subject> {
  return { compound: named(source.compound_name), maker: named(source.manufacturer) };
}
