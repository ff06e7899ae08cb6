import type { SecurityEventKind } from '@vialproof/contract/security-log';
import type { Client } from '../../../platform/browser.ts';
import type { Queryable } from '../../../platform/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { insertEvent } from '../security-log.store.ts';

type SecurityEvent = {
  kind: SecurityEventKind;
  /** Whose account; null when the address that was typed has none. */
  userId: string | null;
  /** Who did it, when it was not the person. */
  actorId?: string | null;
  from?: Pick<Client, 'address' | 'userAgent'> | undefined;
  note?: string | null;
};

/**
 * Writes to the security log what happened to an account, in the transaction in which it happens. An event holds no
 * secret: no code, no token, nothing that was typed.
 */
export function recordSecurityEvent(
  { platform }: AccountsContext,
  { kind, userId, actorId, from, note }: SecurityEvent,
  tx: Queryable = platform.db.orm,
): Promise<void> {
  return insertEvent(tx, {
    at: platform.clock.now(),
    kind,
    userId,
    actorId: actorId ?? null,
    userAgent: from?.userAgent ?? null,
    address: from?.address ?? null,
    note: note ?? null,
  });
}
