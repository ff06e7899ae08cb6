import type { SecurityEventKind } from '@vialproof/contract/security-log';
import { recordAudit } from '../../../platform/audit.ts';
import type { Client } from '../../../platform/http/browser.ts';
import type { Queryable, Tx } from '../../../platform/postgres/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { insertEvent } from '../security-log.store.ts';

type SecurityEvent = {
  kind: SecurityEventKind;
  /** The account's person; null for a typed address without an account. */
  userId: string | null;
  /** The acting person, if another one. */
  actorId?: string | null;
  from?: Pick<Client, 'address' | 'userAgent'> | undefined;
  note?: string | null;
};

/**
 * Logs an account's event in the security log, in the event's transaction. An event contains no secret: no code, no
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

/** Logs a change of an account in its security log and in the audit log. `actorId`: null for the command line. */
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
