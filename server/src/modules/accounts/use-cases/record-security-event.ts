import type { SecurityEventKind } from '@vialproof/contract/security-log';
import { recordAudit } from '../../../platform/audit.ts';
import type { Client } from '../../../platform/http/browser.ts';
import type { Queryable, Tx } from '../../../platform/postgres/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { insertEvent } from '../security-log.store.ts';

type SecurityEvent = {
  kind: SecurityEventKind;
  /** The account of the event; null for an address without one. */
  userId: string | null;
  /** The person who did it, if it was not the owner. */
  actorId?: string | null;
  from?: Pick<Client, 'address' | 'userAgent'> | undefined;
  note?: string | null;
};

/** Adds an event to the security log in its transaction. An event contains no secret. */
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

/** Who changed whose account. `actorId`: null for the command line. `note`: for the security log alone. */
type AccountChange = {
  userId: string;
  actorId: string | null;
  from?: Client | undefined;
  note?: string | null;
};

/** Adds a change to the security log and to the audit log. */
export async function recordAccountChange(
  ctx: AccountsContext,
  tx: Tx,
  kind: SecurityEventKind,
  { userId, actorId, from, note = null }: AccountChange,
): Promise<void> {
  const other = actorId === userId ? null : actorId;
  await recordSecurityEvent(ctx, { kind, userId, actorId: other, from, note }, tx);
  await recordAudit(tx, {
    at: ctx.platform.clock.now(),
    actorId,
    action: `account.${kind}`,
    subject: { kind: 'user', id: userId },
  });
}
