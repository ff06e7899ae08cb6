import { batchLink, compoundLink, makerLink } from '@vialproof/contract/dossier-links';
import { BEING_COUNTED } from '@vialproof/contract/dossier-words';
import type { Dossier, OwnLimitQuery } from '@vialproof/contract/dossiers';
import type { Named } from '@vialproof/contract/makers';
import type { Queryable } from '../../platform/postgres/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { batchAt, compoundAt, confirmedIds, makerAt, namesOf } from '../makers/makers.service.ts';
import {
  amongPublished,
  type Counted,
  compoundsOfBatch,
  dossierFacts,
  newestOfDossier,
  sharedCodes,
  type TestRow,
} from '../publications/publications.service.ts';
import { presentDossier } from './dossiers.presenter.ts';
import type { DossiersContext } from './dossiers.service.ts';
import { type CodedTest, collisionsOf } from './rules/collisions.ts';

/** A compound, maker or batch, by the last parts of its address. */
export type DossierOf =
  | { kind: 'compound' | 'maker'; slug: string }
  | { kind: 'batch'; maker: string; code: string };

/** When clients should ask again. Most counts are finished then. */
const RETRY_SECONDS = 5;

/**
 * Reads the data of a compound, maker or batch. Refusals: `not_found` if no public test names it, `unavailable` if
 * counting takes longer than `waitMs`. The count then goes on for the next request.
 */
export async function selectDossier(
  ctx: DossiersContext,
  of: DossierOf,
  own: OwnLimitQuery,
  waitMs: number,
): Promise<Dossier | Refusal> {
  const { publicReads } = ctx.platform;
  const found = await publicReads((db) => findSubject(ctx, of, db));
  if (!found) return refuse('not_found');
  const { subject, counted } = found;
  const facts = await within(waitMs, dossierFacts(ctx.publications, counted));
  if (!facts) return refuse('unavailable', BEING_COUNTED, { retryAfterSeconds: RETRY_SECONDS });
  const collisions = await publicReads((db) => findCollisions(ctx, counted, facts.tests, db));
  // Every limit gives other numbers, but all are computed from the same stored data.
  return presentDossier({ facts, subject, collisions }, own);
}

/** The result of `work`; undefined if it takes too long. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The newest published tests of a compound, maker or batch, with its name and address. Refusal: `not_found`. */
export async function newestOf(
  ctx: DossiersContext,
  of: DossierOf,
  most: number,
  db: Queryable,
): Promise<{ name: string; path: string; requestIds: string[] } | Refusal> {
  const found = await findSubject(ctx, of, db);
  if (!found) return refuse('not_found');
  const { name, path, kind, maker } = found.subject;
  const requestIds = await newestOfDossier(ctx.publications, found.counted, most, db);
  return { name: kind === 'batch' && maker ? `${maker.name}, batch ${name}` : name, path, requestIds };
}

/** Addresses for search engines: compounds, makers and batches with published tests and a confirmed name. */
export async function listConfirmed(
  { makers, publications }: DossiersContext,
  db: Queryable,
): Promise<string[]> {
  const known = await confirmedIds(makers, db);
  const published = {
    compounds: await amongPublished(publications, 'compound', known.compounds, db),
    makers: await amongPublished(publications, 'maker', known.makers, db),
    batches: await amongPublished(publications, 'batch', known.batches, db),
  };
  const names = await namesOf(makers, published, db);
  const makerSlugs = new Set([...names.makers.values()].map(({ slug }) => slug));
  const batches = [...names.batches.values()].filter(({ maker_slug }) => makerSlugs.has(maker_slug));
  return [
    ...[...names.compounds.values()].map((named) => compoundLink(named).path),
    ...[...names.makers.values()].map((named) => makerLink(named).path),
    ...batches.map((named) => batchLink(named).path),
  ].toSorted();
}

type Found = { subject: Dossier['subject']; counted: Counted };

/** The form of an address; capitals are allowed. */
const SLUG = /^[a-z0-9-]{1,100}$/i;
const isAddress = (of: DossierOf) =>
  (of.kind === 'batch' ? [of.maker, of.code] : [of.slug]).every((part) => SLUG.test(part));

async function findSubject(ctx: DossiersContext, of: DossierOf, db: Queryable): Promise<Found | undefined> {
  if (!isAddress(of)) return undefined;
  const { makers, publications } = ctx;
  if (of.kind === 'batch') {
    const found = await batchAt(makers, of.maker, of.code, db);
    if (!found) return undefined;
    const { record } = found;
    const counted = { kind: of.kind, id: record.id };
    const compounds = await compoundsOfBatch(publications, record.id, db);
    const names = await namesOf(makers, { makers: [], batches: [], compounds }, db);
    const maker = (await makerAt(makers, record.maker_slug, db))?.record;
    const subject = {
      ...subjectOf(of.kind, found),
      path: batchLink(record).path,
      maker: maker ? { ...makerLink(maker), confirmed: maker.confirmed } : null,
      compounds: compounds.flatMap((id) => names.compounds.get(id) ?? []).map(compoundLink),
    };
    return { subject, counted };
  }
  const found =
    of.kind === 'maker' ? await makerAt(makers, of.slug, db) : await compoundAt(makers, of.slug, db);
  if (!found) return undefined;
  const { path } = of.kind === 'maker' ? makerLink(found.record) : compoundLink(found.record);
  return {
    subject: { ...subjectOf(of.kind, found), path },
    counted: { kind: of.kind, id: found.record.id },
  };
}

type Addressed = { record: Named; spellings: string[]; answer: { text: string; at: Date } | null };

function subjectOf(
  kind: Counted['kind'],
  { record, spellings, answer }: Addressed,
): Omit<Dossier['subject'], 'path'> {
  const { name, slug, confirmed } = record;
  const said = answer && { text: answer.text, at: answer.at.toISOString() };
  return { kind, name, slug, spellings, confirmed, maker: null, compounds: [], answer: said };
}

/** The batch codes that other makers or compounds use as well. */
async function findCollisions(
  { makers, publications }: DossiersContext,
  { kind, id }: Counted,
  tests: TestRow[],
  db: Queryable,
): Promise<Dossier['collisions']> {
  const codes = new Set(
    tests.flatMap(({ state, code_key }) => (state === 'published' && code_key !== null ? [code_key] : [])),
  );
  const rows = await sharedCodes(publications, [...codes], db);
  if (rows.length === 0) return [];
  const distinct = (ids: (string | null)[]) => [...new Set(ids.filter((id) => id !== null))];
  const ids = {
    makers: distinct(rows.map(({ maker_id }) => maker_id)),
    batches: distinct(rows.map(({ batch_id }) => batch_id)),
    compounds: distinct(rows.map(({ compound_id }) => compound_id)),
  };
  const names = await namesOf(makers, ids, db);
  const coded = rows.map((row): CodedTest => {
    const maker = names.makers.get(row.maker_id ?? '');
    const compound = names.compounds.get(row.compound_id ?? '');
    const batch = names.batches.get(row.batch_id ?? '');
    return {
      code_key: row.code_key,
      code: batch?.name ?? row.code,
      maker: maker ? { id: maker.id, ...makerLink(maker) } : null,
      compound: compound ? { id: compound.id, ...compoundLink(compound) } : null,
      path: batch ? batchLink(batch).path : null,
      isOwn: row[`${kind}_id` as const] === id,
    };
  });
  return collisionsOf(coded);
}
