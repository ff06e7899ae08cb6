import { randomUUID } from 'node:crypto';
import type { LabKey } from '@vialproof/contract/imports';
import type { Viewer } from '../../../platform/access.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { secondsAfter } from '../../../platform/clock.ts';
import { isUuid } from '../../../platform/ids.ts';
import { hashOpaque, newOpaqueToken } from '../../../platform/opaque-token.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { addProgram } from '../../accounts/accounts.service.ts';
import { describeKeys } from '../imports.queries.ts';
import { endOfKey, stateOfKey } from '../imports.rules.ts';
import type { ImportsContext } from '../imports.service.ts';
import { findKey, insertKey, lockKey, updateKey } from '../imports.store.ts';
import type { KeyRow } from '../imports.tables.ts';

/** Every key begins with these letters, so that people who find one know what it is. */
const PREFIX = 'vplab_';
/** The use of a key is stored at most once in this time. */
const NOTED_SECONDS = 60;

/** Makes a key for 90 days. Only this answer contains it; the database has its hash. */
export async function makeKey(
  ctx: ImportsContext,
  viewer: Viewer,
  name: string,
): Promise<LabKey & { key: string }> {
  const { token } = newOpaqueToken();
  const key = `${PREFIX}${token}`;
  const madeAt = ctx.platform.clock.now();
  const row: KeyRow = {
    id: randomUUID(),
    name,
    scope: 'imports',
    secretHash: hashOpaque(key),
    madeBy: viewer.id,
    madeAt,
    endsAt: endOfKey(madeAt),
    remindedAt: null,
    lastUsedAt: null,
    revokedAt: null,
    revokedBy: null,
  };
  await ctx.platform.db.transaction(async (tx) => {
    await addProgram(ctx.accounts, tx, { id: row.id, name });
    await insertKey(tx, row);
    await recordAudit(tx, entryOf(row, viewer, 'lab_key.made', row.madeAt));
  });
  const [described] = await describeKeys(ctx, [row]);
  if (!described) throw new Error('a key vanished while it was made');
  return { ...described, key };
}

/** Revokes a laboratory key permanently. */
export async function revokeKey(ctx: ImportsContext, viewer: Viewer, id: string): Promise<LabKey | Refusal> {
  const now = ctx.platform.clock.now();
  const row = await ctx.platform.db.transaction(async (tx) => {
    const found = isUuid(id) ? await lockKey(tx, id) : undefined;
    if (!found) return refuse('not_found');
    if (found.revokedAt) return found;
    const change = { revokedAt: now, revokedBy: viewer.id };
    await updateKey(tx, found.id, change);
    await recordAudit(tx, entryOf(found, viewer, 'lab_key.revoked', now));
    return { ...found, ...change };
  });
  if (isRefusal(row)) return row;
  const [described] = await describeKeys(ctx, [row]);
  return described ?? refuse('not_found');
}

/** Refuses a wrong key with `unauthenticated`, and one whose time is over with `key_ended`. */
export function refuseKey(row: KeyRow | undefined, now: Date): Refusal | undefined {
  if (!row || row.revokedAt) return refuse('unauthenticated', 'This laboratory key is not valid.');
  return stateOfKey(row, now) === 'ended' ? refuse('key_ended') : undefined;
}

/** The account of a laboratory key, in the only call that the key allows. Refusals: `unauthenticated`, `key_ended`. */
export async function authenticateKey(ctx: ImportsContext, key: string): Promise<Viewer | Refusal> {
  const { db, clock } = ctx.platform;
  const row = await findKey(db.orm, { secretHash: hashOpaque(key) });
  const now = clock.now();
  const refused = refuseKey(row, now);
  if (!row || refused) return refused ?? refuse('unauthenticated');
  if (!row.lastUsedAt || row.lastUsedAt < secondsAfter(now, -NOTED_SECONDS)) {
    await db.transaction((tx) => updateKey(tx, row.id, { lastUsedAt: now }));
  }
  return { id: row.id, role: 'analyst', sessionId: row.id, confirmedAt: now };
}

const entryOf = ({ id, name }: KeyRow, viewer: Viewer, action: string, at: Date) => ({
  at,
  actorId: viewer.id,
  action,
  subject: { kind: 'lab_key', id },
  detail: { name },
});
