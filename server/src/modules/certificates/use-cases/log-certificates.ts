import { commitmentTo, type LogEntry, loggedOf } from '@vialproof/contract/proof/log-entry';
import type { Tx } from '../../../platform/database.ts';
import type { CertificatesContext } from '../certificates.context.ts';
import { insertLogged, listUnlogged } from '../certificates.store.ts';
import type { UnloggedEvent } from '../certificates.tables.ts';

/** How many entries one transaction appends. */
const BATCH = 2000;

/** Appends to the public log, in the same transaction, what happened to the certificates of this request. */
export async function logCertificates(
  ctx: CertificatesContext,
  tx: Tx,
  { requestId }: { requestId: string },
): Promise<void> {
  await appendMissing(ctx, tx, { requestId, limit: BATCH });
}

/** Appends whatever was issued, superseded or retracted before there was a log. Answers how many entries. */
export async function logOlderCertificates(ctx: CertificatesContext): Promise<number> {
  let all = 0;
  for (;;) {
    const some = await ctx.platform.db.transaction((tx) => appendMissing(ctx, tx, { limit: BATCH }));
    all += some;
    if (some < BATCH) return all;
  }
}

/** Appends the events that have no entry yet; answers how many. */
async function appendMissing(
  { transparency }: CertificatesContext,
  tx: Tx,
  scope: { requestId?: string; limit: number },
): Promise<number> {
  // The lock comes first: what another transaction appends before it is not appended twice.
  await transparency.lock(tx);
  const events = await listUnlogged(tx, scope);
  const indexes = await transparency.append(tx, await Promise.all(events.map(entryOf)));
  const logged = events.map(({ certificateId, event }, place) => ({
    certificateId,
    event,
    index: indexes[place] ?? Number.NaN,
  }));
  if (logged.length > 0) await insertLogged(tx, logged);
  return logged.length;
}

async function entryOf({ event: type, salt, resultJson, ...event }: UnloggedEvent): Promise<LogEntry> {
  const common = {
    revision: event.revision,
    sha256: event.sha256,
    issued_at: event.issuedAt.toISOString(),
    at: event.at.toISOString(),
  };
  if (resultJson === null) {
    const commitment = await commitmentTo({ salt, task_number: event.taskNumber });
    return { version: 1, type, commitment, ...common };
  }
  const logged = await loggedOf(resultJson, salt);
  return type === 'issued'
    ? { version: 2, type, ...logged, ...common }
    : { version: 2, type, commitment: logged.commitment, ...common };
}
