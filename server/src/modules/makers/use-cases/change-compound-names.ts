import type { NameCompoundBody, TakeNameBody } from '@vialproof/contract/compound-names';
import { fold } from '@vialproof/science/text/fold';
import type { Viewer } from '../../../platform/access.ts';
import { isUuid } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '../../../platform/refusal.ts';
import {
  findCompound,
  findCompoundSpelling,
  giveToKnownCompounds,
  hasOtherNames,
  insertCompoundSpelling,
  isShownByTests,
  listKnownAlike,
  partFollowers,
  updateCompoundSpelling,
} from '../compounds.store.ts';
import type { MakersContext } from '../makers.service.ts';
import type { CompoundSpellingRow } from '../makers.tables.ts';
import { changeNames } from '../makers.transitions.ts';
import { lettersOf } from '../names.rules.ts';
import { listRequestsOfCompounds } from '../subjects.store.ts';

/**
 * An admin makes a spelling a synonym or brand of a compound, or a compound of its own. Returns the compound's id.
 * Refusals: `stale_version`, `wrong_state`, `invalid_fields` for the name of another compound.
 */
export function nameCompound(
  ctx: MakersContext,
  viewer: Viewer,
  id: string,
  { version, spelling, kind }: NameCompoundBody,
): Promise<string | Refusal> {
  return changeNames(ctx, viewer, async (tx) => {
    const compound = await changeableCompound(tx, id, version);
    if (isRefusal(compound)) return compound;
    const folded = fold(spelling);
    if (folded === '') return refuseField('spelling', 'Write something that can be seen.');
    const letters = lettersOf(folded);
    const before = await findCompoundSpelling(tx, folded);
    const alike = await listKnownAlike(tx, { folded, letters });
    const other = alike.find((known) => known.compound !== compound.compound);
    if (other) return refuseField('spelling', `This is a name of ${other.compound}.`);
    const refused = kind === 'name' ? notAName(compound, before) : notAnother(compound, before, kind);
    if (refused) return refused;

    const now = ctx.platform.clock.now();
    const change = {
      spelling,
      compound: kind === 'name' ? spelling : compound.compound,
      kind,
      decidedAt: now,
      decidedBy: viewer.id,
    };
    if (before) await updateCompoundSpelling(tx, folded, change);
    else await insertCompoundSpelling(tx, { folded, slug: null, letters, createdAt: now, ...change });
    // A search by this name no longer finds tests of the old compound.
    const left = before ? [fold(before.compound)] : [];
    const moved = [folded, ...(await giveToKnownCompounds(tx))];
    const head = (kind === 'name' && before) || compound;
    await updateCompoundSpelling(tx, head.folded, { version: head.version + 1 });
    return {
      requestIds: await listRequestsOfCompounds(tx, [compound.folded, ...left, ...moved], moved),
      makerIds: [],
      subject: { kind: 'compound', id: head.id },
      action: kind === 'name' ? 'made_known' : 'name_added',
      detail: { name: spelling, kind: { from: before?.kind ?? null, to: kind } },
      shown: head.id,
    };
  });
}

/**
 * An admin removes a name from a compound. If a public test uses the name, it becomes a compound of its own. Returns
 * the compound's id. Refusals: `stale_version`, `invalid_fields`, `wrong_state` for a name of the software.
 */
export function takeCompoundName(
  ctx: MakersContext,
  viewer: Viewer,
  id: string,
  { version, folded }: TakeNameBody,
): Promise<string | Refusal> {
  return changeNames(ctx, viewer, async (tx) => {
    const compound = await changeableCompound(tx, id, version);
    if (isRefusal(compound)) return compound;
    const row = await findCompoundSpelling(tx, folded);
    if (!row || row.compound !== compound.compound || row.kind === 'customer') {
      return refuseField('folded', 'Choose a synonym or a brand of this compound.');
    }
    if (row.kind === 'name') {
      if (!row.decidedAt) return refuse('wrong_state', 'A name that came with a release stays.');
      if (await hasOtherNames(tx, row.compound)) {
        return refuse('wrong_state', 'Take its synonyms and brands away first.');
      }
    }
    const isShown = await isShownByTests(tx, folded);
    await updateCompoundSpelling(tx, folded, {
      compound: row.spelling,
      kind: 'customer',
      slug: isShown ? row.slug : null,
      decidedAt: ctx.platform.clock.now(),
      decidedBy: viewer.id,
    });
    const to = isShown ? row.spelling : null;
    const followers = await partFollowers(tx, { folded, letters: row.letters, from: compound.compound, to });
    const moved = [folded, ...followers];
    await updateCompoundSpelling(tx, compound.folded, { version: version + 1 });
    return {
      requestIds: await listRequestsOfCompounds(tx, [compound.folded, ...moved], moved),
      makerIds: [],
      subject: { kind: 'compound', id: compound.id },
      action: 'name_taken_away',
      detail: { name: row.spelling, kind: { from: row.kind, to: isShown ? 'customer' : null } },
      shown: compound.id,
    };
  });
}

/** The compound with this name. Refusals: `not_found`, `stale_version`. */
async function changeableCompound(
  tx: Tx,
  id: string,
  version: number,
): Promise<CompoundSpellingRow | Refusal> {
  const compound = isUuid(id) ? await findCompound(tx, id) : undefined;
  if (!compound) return refuse('not_found');
  return compound.id === id && compound.version === version ? compound : refuse('stale_version');
}

function notAName(
  compound: CompoundSpellingRow,
  before: CompoundSpellingRow | undefined,
): Refusal | undefined {
  if (compound.kind !== 'customer') return refuse('wrong_state', 'This compound is known already.');
  return before?.compound === compound.compound && before.slug !== null
    ? undefined
    : refuseField('spelling', 'Choose what customers wrote of this compound.');
}

function notAnother(
  compound: CompoundSpellingRow,
  before: CompoundSpellingRow | undefined,
  kind: 'synonym' | 'brand',
): Refusal | undefined {
  if (compound.kind === 'customer') return refuse('wrong_state', 'Make this a known compound first.');
  return before?.kind === 'name' || before?.kind === kind
    ? refuseField('spelling', 'It is a name of this compound already.')
    : undefined;
}
