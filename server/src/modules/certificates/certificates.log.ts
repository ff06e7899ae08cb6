import { commitmentTo, type LogEntry } from '@vialproof/contract/proof/log-entry';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Transparency } from '../transparency/transparency.service.ts';
import type { certificatesStore } from './certificates.store.ts';
import type { UnloggedEvent } from './certificates.tables.ts';

type Store = ReturnType<typeof certificatesStore>;

/** How many entries one transaction appends when it catches up. */
const BATCH = 2000;

/** Tells the public log what became of certificates: issued, superseded, retracted. */
export function certificateLog(
  { db }: Pick<Platform, 'db'>,
  { store, transparency }: { store: Store; transparency: Transparency },
) {
  /** Appends what the log does not tell yet; answers how much that was. */
  async function appendMissing(tx: Tx, scope: { requestId?: string; limit: number }): Promise<number> {
    // First the lock, then the question: what another transaction appends in between is not appended twice.
    await transparency.lock(tx);
    const events = await store.unlogged(tx, scope);
    const indexes = await transparency.append(tx, await Promise.all(events.map(entryOf)));
    const logged = events.map(({ certificateId, event }, place) => ({
      certificateId,
      event,
      index: indexes[place] ?? Number.NaN,
    }));
    if (logged.length > 0) await store.insertLogged(tx, logged);
    return logged.length;
  }

  return {
    /** In the transaction in which something happened to the certificates of this request. */
    follow: (tx: Tx, { requestId }: { requestId: string }) => appendMissing(tx, { requestId, limit: BATCH }),

    /** Appends whatever was issued, superseded or retracted before there was a log. Answers how many entries. */
    async catchUp(): Promise<number> {
      let all = 0;
      for (;;) {
        const some = await db.transaction((tx) => appendMissing(tx, { limit: BATCH }));
        all += some;
        if (some < BATCH) return all;
      }
    },
  };
}

async function entryOf(event: UnloggedEvent): Promise<LogEntry> {
  return {
    type: event.event,
    revision: event.revision,
    commitment: await commitmentTo({ salt: event.salt, task_number: event.taskNumber }),
    sha256: event.sha256,
    issued_at: event.issuedAt.toISOString(),
    at: event.at.toISOString(),
  };
}
