import { type LogEntry, loggedOf } from '@vialproof/science/proof/log-entry';
import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal } from '../../../platform/refusal.ts';
import { appendEntries, lockLog } from '../../transparency/transparency.service.ts';
import { listUnlogged, type UnloggedEvent } from '../certificates.queries.ts';
import type { CertificatesContext } from '../certificates.service.ts';
import { insertLogged, listCertificates } from '../certificates.store.ts';

/** Adds events of a request's certificates to the public log. Refusal: `log_read_only`. */
export async function logCertificates(
  ctx: CertificatesContext,
  tx: Tx,
  requestId: string,
): Promise<undefined | Refusal> {
  const { transparency } = ctx;
  // The log is locked first, so that another transaction cannot add the same entries.
  await lockLog(transparency, tx);
  const events = await listUnlogged(ctx, tx, await listCertificates(tx, requestId));
  const indexes = await appendEntries(transparency, tx, await Promise.all(events.map(entryOf)));
  if (isRefusal(indexes)) return indexes;
  const logged = events.map(({ row, event }, place) => ({
    certificateId: row.id,
    event,
    index: indexes[place] ?? Number.NaN,
  }));
  if (logged.length > 0) await insertLogged(tx, logged);
  return undefined;
}

async function entryOf({ row, event: type, at }: UnloggedEvent): Promise<LogEntry> {
  const common = {
    revision: row.revision,
    sha256: row.sha256,
    issued_at: row.issuedAt.toISOString(),
    at: at.toISOString(),
  };
  const logged = await loggedOf(row.resultJson, row.logSalt);
  return type === 'issued'
    ? { version: 2, type, ...logged, ...common }
    : { version: 2, type, commitment: logged.commitment, ...common };
}
