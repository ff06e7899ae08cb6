import { dossierLinks } from '@vialproof/contract/dossier-links';
import type { PublicTest, TestsPage, TestsSort } from '@vialproof/contract/tests';
import { isoOf } from '@vialproof/science/calendar/dates';
import { isIdentity } from '@vialproof/science/measurement/measurement-words';
import { fold } from '@vialproof/science/text/fold';
import { isUuid } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { issuedCertificatesOf, rawFilesOf } from '../certificates/certificates.service.ts';
import { compoundAt, makerAt, namedSubjectOf, namesLike, namesOf } from '../makers/makers.service.ts';
import { selectOrder } from '../orders/orders.service.ts';
import {
  countTestsOf,
  type FacetCount,
  findSought,
  listCounts,
  listPage,
  type Narrowing,
  namesOfAnalytes,
  newestTraced,
  publicRow,
  type Sought,
  wholeListOf,
} from '../publications/publications.service.ts';
import { registrationOf } from '../registrations/registrations.service.ts';
import { findPublishedResult, retractionOf } from '../results/results.service.ts';
import { namedFacets, presentFacets, presentTest } from './listing.presenter.ts';
import type { ListingContext } from './listing.service.ts';

export type ListAsk = {
  search: string;
  onlyPublic: boolean;
  onlySterility: boolean;
  compound?: string | undefined;
  maker?: string | undefined;
  verdict?: string | undefined;
  year?: number | undefined;
  tested?: string | undefined;
  sort: TestsSort;
  page: number;
  limit: number;
};

/** A page of the list, with the number of tests and the filters. Old addresses of makers and compounds work too. */
export async function listTests(ctx: ListingContext, ask: ListAsk): Promise<TestsPage> {
  const { onlyPublic, onlySterility, sort, page, limit } = ask;
  const { publications } = ctx;
  const { publicReads } = ctx.platform;
  const folded = fold(ask.search);
  const { narrowed, words, corrections } = await publicReads((db) => soughtOf(ctx, ask, folded, db));
  const filter = { onlyPublic, onlySterility, narrowed, words };
  const [data, { total, facets }] = await Promise.all([
    publicReads((db) => listPage(publications, filter, { sort, offset: (page - 1) * limit, limit }, db)),
    listCounts(publications, filter),
  ]);
  const named = await publicReads((db) => withNames(ctx, facets, db));
  return {
    data,
    pagination: { page, limit, total, total_relation: 'exact' },
    facets: presentFacets(named, { narrowed, asked: ask }),
    suggestions: total > 0 ? [] : await suggestNames(ctx, folded),
    corrections,
  };
}

/** The filters and the words of a search, as the list knows them. */
async function soughtOf(
  ctx: ListingContext,
  ask: ListAsk,
  folded: string,
  db: Queryable,
): Promise<Sought & { narrowed: Narrowing }> {
  const narrowed = await narrowingOf(ctx, ask, db);
  return folded === ''
    ? { narrowed, words: [], corrections: [] }
    : { narrowed, ...(await findSought(ctx.publications, folded, ask.onlyPublic, db)) };
}

/** Finds the ids for the values of the filters. */
async function narrowingOf({ makers }: ListingContext, ask: ListAsk, db: Queryable): Promise<Narrowing> {
  const { compound, maker, verdict, year, tested } = ask;
  const madeBy = maker === undefined ? undefined : await makerAt(makers, maker, db);
  const of = compound === undefined ? undefined : await compoundAt(makers, compound, db);
  return {
    ...(compound !== undefined && { compound: { id: of?.record.id ?? null } }),
    ...(maker !== undefined && { maker: { id: madeBy?.record.id ?? null } }),
    ...(verdict !== undefined && { verdict: { id: verdict } }),
    ...(year !== undefined && { year: { id: year } }),
    ...(tested !== undefined && { tested: { id: isIdentity(tested) ? 'identity' : tested } }),
  };
}

async function withNames({ makers, publications }: ListingContext, counts: FacetCount[], db: Queryable) {
  const idsOf = (name: FacetCount['facet']) =>
    counts.flatMap(({ facet, id }) => (facet === name ? [id] : []));
  const ids = { compounds: idsOf('compound'), makers: idsOf('maker'), batches: [] };
  const names = await namesOf(makers, ids, db);
  const analytes = await namesOfAnalytes(publications, idsOf('tested'), db);
  return namedFacets(counts, { ...names, analytes });
}

const MOST_SUGGESTIONS = 5;
/** Shorter words are similar to too many names. */
const SHORTEST_SUGGESTED = 4;

/** What to search for instead, if nothing was found: similar names, or the compounds with the most tests. */
async function suggestNames(ctx: ListingContext, folded: string): Promise<TestsPage['suggestions']> {
  const { makers, publications } = ctx;
  const { publicReads } = ctx.platform;
  const words = folded.split(' ').filter((word) => word.length >= SHORTEST_SUGGESTED);
  const counted = await publicReads(async (db) =>
    countTestsOf(publications, await namesLike(makers, words, db), db),
  );
  const suggested = counted.length > 0 ? counted : await mostTested(ctx);
  const values = await publicReads((db) => withNames(ctx, suggested, db));
  return values
    .flatMap(({ facet, value, label, count }) =>
      facet === 'compound' || facet === 'maker' ? [{ facet, value, label, count }] : [],
    )
    .slice(0, MOST_SUGGESTIONS);
}

async function mostTested({ publications }: ListingContext): Promise<FacetCount[]> {
  const { facets } = await listCounts(publications, wholeListOf(''));
  return facets
    .filter(({ facet }) => facet === 'compound')
    .toSorted((one, other) => other.tests - one.tests)
    .slice(0, MOST_SUGGESTIONS);
}

/** One test of the list. Of a private test only public fields. Refusal: `not_found`. */
export async function selectTest(ctx: ListingContext, id: string): Promise<PublicTest | Refusal> {
  const { platform, publications, orders, results, certificates, registrations, makers } = ctx;
  const row = isUuid(id) ? await publicRow(publications, id) : undefined;
  if (!row) return refuse('not_found');
  if (!row.is_public) return presentTest(row.body, null);
  const [request, registration, result, retracted] = await Promise.all([
    selectOrder(orders, id),
    registrationOf(registrations, id),
    findPublishedResult(results, id),
    retractionOf(results, id),
  ]);
  return presentTest(row.body, {
    dossiers: dossierLinks(await namedSubjectOf(makers, platform.db.orm, id)),
    certificates: await issuedCertificatesOf(certificates, request),
    raw_files: (await rawFilesOf(certificates, id)).filter(({ published_at }) => published_at !== null),
    dosage_text: request.dosageText,
    received_at: isoOf(request.receivedAt),
    registration,
    retracted,
    result: result ?? null,
  });
}

/** The newest public test with a chromatogram; null if no test has one. */
export async function selectNewestTrace(ctx: ListingContext): Promise<PublicTest | null> {
  const id = await newestTraced(ctx.publications);
  const test = id === undefined ? null : await selectTest(ctx, id);
  return isRefusal(test) ? null : test;
}
