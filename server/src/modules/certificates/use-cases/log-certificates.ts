import { type LogEntry, loggedOf } from '@vialproof/contract/proof/log-entry';
import type { Tx } from '../../../platform/database.ts';
import type { CertificatesContext } from '../certificates.context.ts';
import { insertLogged, listUnlogged } from '../certificates.store.ts';
import type { UnloggedEvent } from '../certificates.tables.ts';

/** Appends to the public log, in the same transaction, what happened to the certificates of this request and has no entry yet. */
export async function logCertificates(
  { transparency }: CertificatesContext,
  tx: Tx,
  { requestId }: { requestId: string },
): Promise<void> {
  // The lock comes first: what another transaction appends before it is not appended twice.
  await transparency.lock(tx);
  const events = await listUnlogged(tx, { requestId });
  const indexes = await transparency.append(tx, await Promise.all(events.map(entryOf)));
  const logged = events.map(({ certificateId, event }, place) => ({
    certificateId,
    event,
    index: indexes[place] ?? Number.NaN,
  }));
  if (logged.length > 0) await insertLogged(tx, logged);
}

async function entryOf({ event: type, salt, resultJson, ...event }: UnloggedEvent): Promise<LogEntry> {
  const common = {
    revision: event.revision,
    sha256: event.sha256,
    issued_at: event.issuedAt.toISOString(),
    at: event.at.toISOString(),
  };
  const logged = await loggedOf(resultJson, salt);
  return type === 'issued'
    ? { version: 2, type, ...logged, ...common }
    : { version: 2, type, commitment: logged.commitment, ...common };
}
