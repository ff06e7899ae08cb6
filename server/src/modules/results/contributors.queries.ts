import type { Queryable } from '../../platform/postgres/database.ts';
import type { ResultsContext } from './results.context.ts';
import { listContributors } from './results.store.ts';
import type { RevisionRow } from './results.tables.ts';

/** A chromatogram that a program sent, and the person who made the program's key. */
export type SentTrace = { requestId: string; sha256: string; keyMadeBy: string; at: Date };
/** Finds chromatograms that programs sent. Another module gives this function. */
export type FindSentTraces = (db: Queryable, requestIds: string[]) => Promise<SentTrace[]>;

/** Stores the function with which another module finds chromatograms from programs. */
export function registerSenders(ctx: ResultsContext, find: FindSentTraces): void {
  ctx.senders.push(find);
}

export async function sentTraces(
  { senders }: ResultsContext,
  db: Queryable,
  requestIds: string[],
): Promise<SentTrace[]> {
  if (requestIds.length === 0) return [];
  const found: SentTrace[] = [];
  for (const find of senders) found.push(...(await find(db, requestIds)));
  return found;
}

type Contributor = { revisionId: string; userId: string; firstAt: Date };

/**
 * Who contributed to these revisions: by editing, by an upload, or by making the laboratory key of a program that
 * uploaded.
 */
export async function contributorsOf(
  ctx: ResultsContext,
  db: Queryable,
  revisions: Pick<RevisionRow, 'id' | 'requestId' | 'publishedAt'>[],
): Promise<Contributor[]> {
  const ids = revisions.map(({ id }) => id);
  const byHand = await listContributors(db, ids);
  const sent = await sentTraces(ctx, db, [...new Set(revisions.map(({ requestId }) => requestId))]);
  const byKey = revisions.flatMap(({ id, requestId, publishedAt }) =>
    sent
      .filter((trace) => trace.requestId === requestId && (publishedAt === null || trace.at <= publishedAt))
      .map(({ keyMadeBy, at }) => ({ revisionId: id, userId: keyMadeBy, firstAt: at })),
  );
  const first = new Map<string, Contributor>();
  const inOrder = [...byHand, ...byKey].toSorted((a, b) => a.firstAt.getTime() - b.firstAt.getTime());
  for (const each of inOrder) {
    const key = `${each.revisionId} ${each.userId}`;
    if (!first.has(key)) first.set(key, each);
  }
  return [...first.values()];
}
