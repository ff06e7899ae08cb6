import type { Viewer } from '../../../platform/access.ts';
import type { Client } from '../../../platform/http/browser.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { presentAccountData, presentEvent, presentIdentity } from '../accounts.presenter.ts';
import { listPasskeys, listSessions, selectUser } from '../accounts.queries.ts';
import { listIdentities } from '../providers.store.ts';
import { listEventsOf } from '../security-log.store.ts';
import { limitDataExport } from './limit-attempts.ts';
import { recordSecurityEvent } from './record-security-event.ts';

const MOST_EVENTS = 10_000;

/** All data about the person as JSON, with a key for each module. Refusal: `rate_limited`. */
export async function exportPersonalData(
  ctx: AccountsContext,
  viewer: Viewer,
  from: Client,
): Promise<Record<string, unknown> | Refusal> {
  const { db, clock } = ctx.platform;
  const refused = await limitDataExport(ctx, viewer.id);
  if (refused) return refused;
  const user = await selectUser(ctx, viewer.id);
  const events = await listEventsOf(db.orm, user.id, { offset: 0, limit: MOST_EVENTS });
  const identities = await listIdentities(db.orm, user.id);
  const others = await Promise.all(
    ctx.privacyParts.map(async (part) => [part.name, await part.export(user.id)] as const),
  );
  await recordSecurityEvent(ctx, { kind: 'data_exported', userId: user.id, from });
  return {
    exported_at: clock.now().toISOString(),
    account: presentAccountData(user),
    sign_in_providers: identities.map(presentIdentity),
    passkeys: await listPasskeys(ctx, user.id),
    sessions: await listSessions(ctx, viewer),
    security_log: events.rows.map(presentEvent),
    ...Object.fromEntries(others),
  };
}
