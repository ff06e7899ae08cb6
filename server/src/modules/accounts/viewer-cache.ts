import type { Viewer } from '../../platform/access.ts';
import type { Coherence } from '../../platform/coherence.ts';

/** A live session as it was read. */
export type Seen = { viewer: Viewer; userId: string; expiresAt: Date };

/** More people than one process serves at a time; the oldest make room. */
const MOST = 20_000;

/**
 * What this process knows of live sessions, so that a signed-in call costs no query. Forgotten as soon as PostgreSQL
 * says that the session, the role or the second factor changed, and not used at all while it might not have heard.
 */
export function createViewerCache(coherence: Coherence) {
  const bySession = new Map<string, Seen>();
  let changes = 0;

  coherence.listen('session', {
    heard(sessionId) {
      changes += 1;
      bySession.delete(sessionId);
    },
    forgetAll,
  });
  coherence.listen('person', {
    heard(userId) {
      changes += 1;
      for (const [sessionId, seen] of bySession) if (seen.userId === userId) bySession.delete(sessionId);
    },
    forgetAll,
  });

  function forgetAll(): void {
    changes += 1;
    bySession.clear();
  }

  return {
    find: (sessionId: string): Seen | undefined =>
      coherence.isTrusted() ? bySession.get(sessionId) : undefined,

    /** Reads with `read`, and remembers the answer unless something changed while it was on its way. */
    async read(sessionId: string, read: () => Promise<Seen | undefined>): Promise<Seen | undefined> {
      const before = changes;
      const mayKeep = coherence.isTrusted();
      const seen = await read();
      if (seen && mayKeep && before === changes && coherence.isTrusted()) {
        bySession.set(sessionId, seen);
        if (bySession.size > MOST)
          for (const oldest of bySession.keys()) {
            bySession.delete(oldest);
            break;
          }
      }
      return seen;
    },
  };
}
