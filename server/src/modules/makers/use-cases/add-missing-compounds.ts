import { fold } from '@vialproof/contract/fold';
import { takeTurn } from '../../../platform/late-work.ts';
import type { MakersContext } from '../makers.context.ts';
import { publishChange } from '../makers.transitions.ts';
import { freeSlug, lettersOf, slugOf } from '../names.rules.ts';
import {
  giveToKnownCompounds,
  insertCompoundSpelling,
  listCompoundSpellings,
  takenCompoundSlugs,
  updateCompoundSpelling,
} from '../names.store.ts';
import { listRequestsOfCompounds } from '../subjects.store.ts';

/** A compound with the other names and the brands by which people call it. */
export type CompoundNames = { name: string; synonyms?: readonly string[]; brands?: readonly string[] };

/**
 * Adds names that are missing; one that only customers had written becomes the compound's. Others stay as they are: what an
 * admin took away is not brought back, and names of a compound that an admin gave to another one go there.
 */
export async function addMissingCompounds(
  ctx: MakersContext,
  compounds: readonly CompoundNames[],
): Promise<void> {
  const { platform } = ctx;
  const wanted = compounds.flatMap(({ name, synonyms = [], brands = [] }) => [
    { spelling: name, name, kind: 'name' as const },
    ...synonyms.map((spelling) => ({ spelling, name, kind: 'synonym' as const })),
    ...brands.map((spelling) => ({ spelling, name, kind: 'brand' as const })),
  ]);
  await platform.bulkDb.transaction(async (tx) => {
    await takeTurn(tx);
    const known = new Map((await listCompoundSpellings(tx)).map((row) => [row.folded, row]));
    const changed: string[] = [];
    for (const { spelling, name, kind } of wanted) {
      const folded = fold(spelling);
      const before = known.get(folded);
      const head = known.get(fold(name));
      if (before && (before.kind !== 'customer' || before.decidedAt)) continue;
      if (head?.kind === 'customer' && head.decidedAt) continue;
      const compound = head && head.kind !== 'customer' ? head.compound : name;
      changed.push(folded);
      if (before) {
        // The tests that stay with the compound that it leaves are no longer found by it.
        changed.push(fold(before.compound));
        await updateCompoundSpelling(tx, folded, { spelling, compound, kind });
        continue;
      }
      const slug = slugOf(folded);
      await insertCompoundSpelling(tx, {
        folded,
        spelling,
        slug: freeSlug(slug, await takenCompoundSlugs(tx, slug)),
        letters: lettersOf(folded),
        compound,
        kind,
        createdAt: platform.clock.now(),
      });
    }
    changed.push(...(await giveToKnownCompounds(tx)));
    if (changed.length === 0) return;
    const requestIds = await listRequestsOfCompounds(tx, changed);
    await publishChange(ctx, tx, { requestIds, makerIds: [] });
  });
}
