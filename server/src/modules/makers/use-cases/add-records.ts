import { randomUUID } from 'node:crypto';
import type { Tx } from '../../../platform/postgres/database.ts';
import { findCompoundSpelling } from '../compounds.store.ts';
import type { MakersContext } from '../makers.service.ts';
import { freeSlug, lettersOf, slugOf } from '../names.rules.ts';
import {
  findBatchSpelling,
  findCompoundByLetters,
  findMakerSpelling,
  insertBatch,
  insertBatchSpelling,
  insertCompoundSpelling,
  insertMaker,
  insertMakerSpelling,
  takenBatchSlugs,
  takenCompoundSlugs,
  takenMakerSlugs,
  updateBatchSpelling,
  updateCompoundSpelling,
  updateMakerSpelling,
} from '../names.store.ts';

/** A compound, or another spelling of a known one, as a public test writes it: with its address. */
export async function addCompound(
  ctx: MakersContext,
  tx: Tx,
  folded: string,
  spelling: string,
): Promise<void> {
  const letters = lettersOf(folded);
  await insertCompoundSpelling(tx, {
    folded,
    spelling,
    slug: freeSlug(folded, spelling, await takenCompoundSlugs(tx, slugOf(folded))),
    letters,
    compound: (await findCompoundByLetters(tx, letters)) ?? spelling,
    kind: 'customer',
    createdAt: ctx.platform.clock.now(),
  });
}

/**
 * Gives a spelling of a compound an address where it has none: one that an admin added, or took away when no public test
 * showed it. Answers whether it had none.
 */
export async function showCompoundSpelling(
  { platform }: MakersContext,
  tx: Tx,
  { folded, as }: { folded: string; as: string },
): Promise<boolean> {
  const known = await findCompoundSpelling(tx, folded);
  if (!known || known.slug) return false;
  await updateCompoundSpelling(tx, folded, {
    slug: freeSlug(
      folded,
      known.kind === 'customer' ? as : known.spelling,
      await takenCompoundSlugs(tx, slugOf(folded)),
    ),
    createdAt: platform.clock.now(),
    ...(known.kind === 'customer' ? { spelling: as, compound: as } : {}),
  });
  return true;
}

/** Adds a maker with its first spelling, without an address. */
export async function addMaker(
  ctx: MakersContext,
  tx: Tx,
  { name, folded, confirmedBy = null }: { name: string; folded: string; confirmedBy?: string | null },
): Promise<string> {
  const id = randomUUID();
  const now = ctx.platform.clock.now();
  await insertMaker(tx, {
    id,
    name,
    folded,
    confirmedAt: confirmedBy ? now : null,
    confirmedBy,
    answer: null,
    answeredAt: null,
    mergedInto: null,
    currentId: id,
    createdAt: now,
  });
  await insertMakerSpelling(tx, { folded, spelling: name, slug: null, makerId: id, createdAt: now });
  return id;
}

/** Adds a batch with its first spelling, without an address. */
export async function addBatch(
  ctx: MakersContext,
  tx: Tx,
  given: { makerId: string; code: string; folded: string; confirmedBy?: string | null },
): Promise<string> {
  const { makerId, code, folded, confirmedBy = null } = given;
  const id = randomUUID();
  const now = ctx.platform.clock.now();
  await insertBatch(tx, {
    id,
    makerId,
    code,
    folded,
    confirmedAt: confirmedBy ? now : null,
    confirmedBy,
    answer: null,
    answeredAt: null,
    mergedInto: null,
    currentId: id,
    createdAt: now,
  });
  await insertBatchSpelling(tx, {
    makerId,
    folded,
    spelling: code,
    slug: null,
    batchId: id,
    createdAt: now,
  });
  return id;
}

/** A folded spelling, and how the public test that shows it writes it; without that it stays as it was written first. */
type Shown = { folded: string; as?: string | undefined };

/**
 * Gives the spelling an address where it has none; it keeps it for ever. When and how private tests wrote it before is
 * forgotten. Answers whether it had none.
 */
export async function showMakerSpelling(
  { platform }: MakersContext,
  tx: Tx,
  { folded, as }: Shown,
): Promise<boolean> {
  const known = await findMakerSpelling(tx, folded);
  if (!known || known.slug) return false;
  await updateMakerSpelling(tx, folded, {
    slug: freeSlug(folded, as ?? known.spelling, await takenMakerSlugs(tx, slugOf(folded))),
    spelling: as ?? known.spelling,
    createdAt: platform.clock.now(),
  });
  return true;
}

/** The same of a code of a current maker. `wanted` is the address that it should have if no other code has it. */
export async function showBatchSpelling(
  { platform }: MakersContext,
  tx: Tx,
  makerId: string,
  { folded, as, wanted }: Shown & { wanted?: string },
): Promise<boolean> {
  const known = await findBatchSpelling(tx, makerId, folded);
  if (!known || known.slug) return false;
  const name = wanted ?? folded;
  await updateBatchSpelling(tx, known, {
    slug: freeSlug(
      name,
      wanted ?? as ?? known.spelling,
      await takenBatchSlugs(tx, known.makerId, slugOf(name)),
    ),
    spelling: as ?? known.spelling,
    createdAt: platform.clock.now(),
  });
  return true;
}
