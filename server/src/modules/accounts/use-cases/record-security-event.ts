import type { SecurityEventKind } from '@vialproof/contract/security-log';
import { recordAudit } from '../../../platform/audit.ts';
import type { Client } from '../../../platform/http/browser.ts';
import type { Queryable, Tx } from '../../../platform/postgres/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { insertEvent } from '../security-log.store.ts';

type SecurityEvent = {
  kind: SecurityEventKind;
  /** The account that the event is about; null for a typed address without an account. */
  userId: string | null;
  /** The person who acted, if that was not the account's owner. */
  actorId?: string | null;
  from?: Pick<Client, 'address' | 'userAgent'> | undefined;
  note?: string | null;
};

/**
 * Adds an event of an account to the security log, in the event's transaction. An event contains no secret: no code, no
 * token, no typed text.
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

/** Adds a change of an account to its security log and to the audit log. `actorId`: null for the command line. */
export async function recordAccountChange(
  ctx: AccountsContext,
  tx: Tx,
  kind: SecurityEventKind,
  { userId, actorId, from }: { userId: string; actorId: string | null; from?: Client | undefined },
): Promise<void> {
  const other = actorId === userId ? null : actorId;
  await recordSecurityEvent(ctx, { kind, userId, actorId: other, from }, tx);
  await recordAudit(tx, {
    at: ctx.platform.clock.now(),
    actorId,
    action: `account.${kind}`,
    subject: { kind: 'user', id: userId },
  });
}
