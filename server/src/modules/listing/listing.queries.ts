import { dossierLinks } from '@vialproof/contract/dossier-links';
import { fold } from '@vialproof/contract/fold';
import { isIdentity } from '@vialproof/contract/measurement-words';
import type { ListedTest, PublicTest } from '@vialproof/contract/tests';
import type { Queryable } from '../../platform/database.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { ListingContext } from './listing.context.ts';
import { type ListedPage, presentTest } from './listing.presenter.ts';
import { countPublishedUpTo, findBody, findNewestTrace, listPublishedBodies } from './listing.store.ts';
import { type FoundKinds, type KindsAsk, readKinds } from './listing-kinds.store.ts';
import { readPage } from './listing-pages.store.ts';
import { findMeaning, suggestNames } from './search-tests.queries.ts';

const NOTHING: FoundKinds = { tests: 0, bodies: [], facets: [] };
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * A page of the list with its total and facets, under the same filters and search. A maker and a compound may be asked for
 * at any address that they ever had, and identity as of a compound; their facets then say what was asked for.
 */
export async function listTests(
  ctx: ListingContext,
  ask: KindsAsk & { search: string },
): Promise<ListedPage> {
  const now = await addressesOf(ctx, ask);
  const page = await findTests(ctx, { ...ask, ...now });
  const asked = (['maker', 'compound', 'tested'] as const).filter((facet) => ask[facet] !== now[facet]);
  const facets = page.facets.map((row) => {
    const facet = asked.find((each) => row.facet === each && row.value === now[each]);
    return facet ? { ...row, value: ask[facet] ?? row.value } : row;
  });
  return { ...page, facets };
}

/** A maker and a compound by the addresses that they have now, whichever of their spellings, or of merged makers', is asked for. */
async function addressesOf({ makers }: ListingContext, { maker, compound, tested }: KindsAsk) {
  const [madeBy, of] = await Promise.all([
    maker === undefined ? undefined : makers.makerAt(maker),
    compound === undefined ? undefined : makers.compoundAt(compound),
  ]);
  return {
    maker: madeBy?.record.slug ?? maker,
    compound: of?.record.slug ?? compound,
    tested: tested !== undefined && isIdentity(tested) ? 'identity' : tested,
  };
}

async function findTests(ctx: ListingContext, ask: KindsAsk & { search: string }): Promise<ListedPage> {
  const { pool } = ctx.platform.db;
  const folded = fold(ask.search);
  if (folded !== '') return searchTests(ctx, folded, ask);
  const isNarrowed = [ask.compound, ask.maker, ask.verdict, ask.year, ask.tested].some(
    (value) => value !== undefined,
  );
  const found = { isExact: true, suggestions: [], corrections: [] };
  if (isNarrowed || ask.sort !== 'published') {
    const { bodies, tests, facets } = await readKinds(pool, ask);
    const suggestions = tests > 0 ? [] : await suggestNames(ctx, folded);
    return { ...found, bodies, total: tests, facets, suggestions };
  }
  const [{ bodies, tests }, { facets }] = await Promise.all([
    readPage(pool, ask, ask),
    readKinds(pool, { ...ask, offset: 0, limit: 0 }),
  ]);
  return { ...found, bodies, total: tests, facets };
}

async function searchTests(ctx: ListingContext, folded: string, ask: KindsAsk): Promise<ListedPage> {
  const meaning = await findMeaning(ctx, folded, ask.onlyPublic);
  const found = meaning ? await readKinds(ctx.platform.db.pool, ask, meaning) : NOTHING;
  return {
    bodies: found.bodies,
    total: found.tests,
    isExact: !meaning?.isCut,
    facets: found.facets,
    suggestions: found.tests > 0 ? [] : await suggestNames(ctx, folded),
    corrections: meaning?.corrections ?? [],
  };
}

/** The newest tests as they are sent, each the JSON of a ListedTest: for feeds. */
export async function newestTests({ platform }: ListingContext, limit: number): Promise<string[]> {
  const { bodies } = await readPage(
    platform.db.pool,
    { onlyPublic: true, onlySterility: false },
    { offset: 0, limit },
  );
  return bodies;
}

/** One test of the list; a private one reduced. Refuses not_found, also for what is no id. */
export async function selectTest(
  { platform, orders, results, certificates, registrations, makers }: ListingContext,
  id: string,
): Promise<PublicTest | Refusal> {
  const row = UUID.test(id) ? await findBody(platform.db.pool, id) : undefined;
  if (!row) return refuse('not_found');
  const listed: ListedTest = JSON.parse(row.body);
  if (!row.isPublic) return presentTest(listed, null);
  const [request, registration, result, retracted] = await Promise.all([
    orders.select(id),
    registrations.registrationOf(id),
    results.findPublished(id),
    results.retractionOf(id),
  ]);
  return presentTest(listed, {
    certificates: await certificates.issuedFor(request),
    dossiers: dossierLinks(await makers.subjectOf(platform.db.orm, id)),
    raw_files: (await certificates.rawFilesOf(id)).filter(({ published_at }) => published_at !== null),
    dosage_text: request.dosageText,
    received_at: request.receivedAt?.toISOString() ?? null,
    registration,
    retracted,
    result: result ?? null,
  });
}

/** Those of these requests that are public and have a published result, as lists show them, by their ids. */
export async function findPublishedTests(
  _ctx: ListingContext,
  requestIds: string[],
  db: Queryable,
): Promise<Map<string, ListedTest>> {
  const bodies = await listPublishedBodies(db, requestIds);
  return new Map([...bodies].map(([id, body]) => [id, JSON.parse(body) as ListedTest]));
}

/** How many public tests have a published result, counted up to `limit`. */
export const countPublished = (_ctx: ListingContext, limit: number, db: Queryable): Promise<number> =>
  countPublishedUpTo(db, limit);

/** The newest public test with a chromatogram; null while there is none. */
export async function selectNewestTrace(ctx: ListingContext): Promise<PublicTest | null> {
  const id = await findNewestTrace(ctx.platform.db.pool);
  const test = id === undefined ? null : await selectTest(ctx, id);
  return isRefusal(test) ? null : test;
}
