import { fold } from '@vialproof/science/text/fold';
import {
  giveToKnownCompounds,
  insertCompoundSpelling,
  listCompoundSpellings,
  takenCompoundSlugs,
  updateCompoundSpelling,
} from '../compounds.store.ts';
import type { MakersContext } from '../makers.service.ts';
import type { CompoundSpellingRow } from '../makers.tables.ts';
import { followNamesChange } from '../makers.transitions.ts';
import { freeSlug, lettersOf, slugOf } from '../names.rules.ts';
import { lockNames } from '../records.store.ts';
import { listRequestsOfCompounds } from '../subjects.store.ts';

/** A compound with its other names and its brands. */
export type CompoundNames = { name: string; synonyms?: readonly string[]; brands?: readonly string[] };

type Wanted = { spelling: string; name: string; kind: 'name' | 'synonym' | 'brand' };

/**
 * Adds the names that a new version of the software delivers. It does not bring back a name that an admin removed or
 * gave to another compound.
 */
export async function addMissingCompounds(
  ctx: MakersContext,
  compounds: readonly CompoundNames[],
): Promise<void> {
  const { platform } = ctx;
  const wanted: Wanted[] = compounds.flatMap(({ name, synonyms = [], brands = [] }) => [
    { spelling: name, name, kind: 'name' as const },
    ...synonyms.map((spelling) => ({ spelling, name, kind: 'synonym' as const })),
    ...brands.map((spelling) => ({ spelling, name, kind: 'brand' as const })),
  ]);
  await platform.bulkDb.transaction(async (tx) => {
    await lockNames(tx);
    const placeOf = placing(await listCompoundSpellings(tx));
    const changed: string[] = [];
    for (const each of wanted) {
      const place = placeOf(each);
      if (!place) continue;
      const { spelling } = each;
      const { before, compound, kind } = place;
      const folded = fold(spelling);
      changed.push(folded);
      if (before) {
        // A search by this name no longer finds tests of its former compound.
        changed.push(fold(before.compound));
        await updateCompoundSpelling(tx, folded, { spelling, compound, kind });
        continue;
      }
      await insertCompoundSpelling(tx, {
        folded,
        spelling,
        slug: freeSlug(folded, spelling, await takenCompoundSlugs(tx, slugOf(folded))),
        letters: lettersOf(folded),
        compound,
        kind,
        createdAt: platform.clock.now(),
      });
    }
    changed.push(...(await giveToKnownCompounds(tx)));
    if (changed.length === 0) return;
    const requestIds = await listRequestsOfCompounds(tx, changed, changed);
    await followNamesChange(ctx, tx, { requestIds, makerIds: [] });
  });
}

type Place = Pick<Wanted, 'kind'> & { before: CompoundSpellingRow | undefined; compound: string };

/** To which compound a name of the software belongs. Undefined if it is already there, or an admin decided about it. */
function placing(spellings: CompoundSpellingRow[]): (wanted: Wanted) => Place | undefined {
  const known = new Map(spellings.map((row) => [row.folded, row]));
  const given = spellings.filter((row) => row.decidedAt && row.kind !== 'customer' && row.letters !== '');
  /** The compounds to which admins gave names, by letters and digits. */
  const decided = new Map(given.map(({ letters, compound }) => [letters, compound]));
  return ({ spelling, name, kind }) => {
    const before = known.get(fold(spelling));
    if (before && (before.kind !== 'customer' || before.decidedAt)) return undefined;
    const head = known.get(fold(name));
    if (head?.kind === 'customer' && head.decidedAt) return undefined;
    const isKnown = head && head.kind !== 'customer';
    const compound = isKnown ? head.compound : (decided.get(lettersOf(fold(name))) ?? name);
    const ofAdmin = decided.get(lettersOf(fold(spelling)));
    if (ofAdmin !== undefined && ofAdmin !== compound) return undefined;
    // If an admin has already made the compound known, the software's name becomes a synonym.
    return { before, compound, kind: kind === 'name' && compound !== name ? 'synonym' : kind };
  };
}
