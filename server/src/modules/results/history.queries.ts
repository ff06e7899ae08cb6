import type { HistoryPage, HistoryQuery, PastDraft } from '@vialproof/contract/history';
import type { Viewer } from '../../platform/access.ts';
import { listAudit } from '../../platform/audit.ts';
import { isRefusal, type Refusal } from '../../platform/refusal.ts';
import { findPeople } from '../accounts/accounts.service.ts';
import { injectionStateAt } from '../chromatograms/chromatograms.service.ts';
import { nameAssignees } from './assignees.queries.ts';
import type { ResultsContext } from './results.context.ts';
import { presentHistoryEntry } from './results.presenter.ts';
import { findDraftSave, listChain } from './results.store.ts';
import type { RevisionRow } from './results.tables.ts';
import { findWorkable } from './results.transitions.ts';

/** A page of a sample's history, newest first. Refusal: `own_order`. */
export async function readResultHistory(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  query: HistoryQuery,
): Promise<HistoryPage | Refusal> {
  const request = await findWorkable(ctx, viewer, idOrTask);
  if (isRefusal(request)) return request;
  const page = await historyOf(ctx, request.id, query);
  return { ...page, data: await nameAssignees(ctx, page.data) };
}

/** A page of a sample's history, without entries for mere reading. */
export async function historyOf(
  { platform, accounts }: ResultsContext,
  requestId: string,
  { before, limit }: HistoryQuery,
): Promise<HistoryPage> {
  const { orm } = platform.db;
  const asked = { subjectIds: [requestId], withoutLooks: true, before, limit: limit + 1 };
  const found = await listAudit(orm, asked);
  const page = found.slice(0, limit);
  const people = await findPeople(
    accounts,
    page.flatMap(({ actorId }) => actorId ?? []),
  );
  return {
    data: page.map((row) => presentHistoryEntry(row, people)),
    next: found.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}

/** The newest revision as it was at an earlier time; null if there was none. Refusal: `own_order`. */
export async function readPastDraft(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  at: Date,
): Promise<PastDraft | null | Refusal> {
  const request = await findWorkable(ctx, viewer, idOrTask);
  if (isRefusal(request)) return request;
  const chain = await listChain(ctx.platform.db.orm, request.id);
  const revision = chain.findLast(({ createdAt }) => createdAt <= at);
  if (!revision) return null;
  const [words, trace] = await Promise.all([
    wordsAt(ctx, revision, at),
    injectionStateAt(ctx.chromatograms, revision.id, at),
  ]);
  return { revision: revision.revision, words, trace };
}

async function wordsAt(
  { platform: { db, clock } }: ResultsContext,
  { id }: RevisionRow,
  at: Date,
): Promise<PastDraft['words']> {
  const save = await findDraftSave(db.orm, id, at);
  if (save) {
    const { title, summary, measurements, record } = save;
    return { title, summary, measurements, record: record ?? {} };
  }
  const since = (await findDraftSave(db.orm, id))?.at ?? clock.now();
  return { not_kept_before: since.toISOString() };
}
