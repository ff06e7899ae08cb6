import type { Tx } from '../../platform/database.ts';
import type { ListingContext } from './listing.context.ts';
import type { Subject } from './listing.presenter.ts';
import type { Source } from './listing.store.ts';

const NOBODY: Subject = { compound: null, maker: null };

/** Compound and maker of a public request, with the spellings that find it; of a private one nothing is asked. */
export async function subjectOf({ makers }: ListingContext, tx: Tx, source: Source): Promise<Subject> {
  if (source.visibility === 'private') return NOBODY;
  const { compound, maker } = await makers.subjectOf(tx, source.id);
  const spellings = await makers.spellingsOf(tx, { compoundId: compound?.id, makerId: maker?.id });
  return {
    compound: compound && { slug: compound.slug, name: compound.name, spellings: spellings.compound },
    maker: maker && { slug: maker.slug, name: maker.name, spellings: spellings.maker },
  };
}
