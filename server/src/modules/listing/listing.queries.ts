import { dossierLinks } from '@vialproof/contract/dossier-links';
import { fold } from '@vialproof/contract/fold';
import type { ListedTest, PublicTest } from '@vialproof/contract/tests';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { ListingContext } from './listing.context.ts';
import { presentTest } from './listing.presenter.ts';
import { findBody, findNewestTrace } from './listing.store.ts';
import {
  type Filter,
  gatherHits,
  matchTerm,
  type PageAsk,
  readPage,
  sampleHits,
  walkToHits,
} from './listing-pages.store.ts';
import { type ListedPage, planSearch, SAMPLED_ROWS, termOf } from './search.rules.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A page of the list, newest published first, with the total under the same filters and search. */
export async function listTests(
  ctx: ListingContext,
  ask: PageAsk & Filter & { search: string },
): Promise<ListedPage> {
  const term = ask.search === '' ? '' : fold(ask.search);
  if (term !== '') return searchTests(ctx, term, ask);
  const { bodies, tests } = await readPage(ctx.platform.db.pool, ask, ask);
  return { bodies, total: tests, isExact: true };
}

async function searchTests(
  { platform }: ListingContext,
  folded: string,
  ask: PageAsk & Filter,
): Promise<ListedPage> {
  const { pool } = platform.db;
  const term = termOf(folded);
  const matched = await matchTerm(pool, ask, term);
  const { plan, total } = planSearch(matched, ask);
  const hits =
    plan.way === 'gather'
      ? await gatherHits(pool, ask, term, ask, plan.reach)
      : plan.way === 'walk'
        ? await walkToHits(pool, ask, term, ask)
        : { bodies: [], tests: 0 };
  const { bodies } = hits;
  if (total.kind === 'counted') return { bodies, total: hits.tests, isExact: true };
  if (total.kind !== 'sampled') return { bodies, total: total.tests, isExact: total.kind === 'exact' };
  const sampled = await sampleHits(pool, ask, term);
  const isExact = matched.rows <= SAMPLED_ROWS;
  return { bodies, total: isExact ? sampled : Math.max(sampled, total.tests), isExact };
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

/** The newest public test with a chromatogram; null while there is none. */
export async function selectNewestTrace(ctx: ListingContext): Promise<PublicTest | null> {
  const id = await findNewestTrace(ctx.platform.db.pool);
  const test = id === undefined ? null : await selectTest(ctx, id);
  return isRefusal(test) ? null : test;
}
