import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { MiddlewareHandler } from 'hono';
import type { Queryable } from '../platform/postgres/database.ts';
import { type FaultRow, useUpFault } from './faults.store.ts';
import type { ProviderName, SandboxContext } from './provider.ts';

/**
 * The faults that a test can order.
 * - api.unavailable: the call answers 503 and changes nothing. api.slow: the call waits `value` milliseconds.
 *   api.lost: the call works, but its answer is lost.
 * - webhook.lose, webhook.hold, webhook.duplicate: events are lost, held back, or sent `value` times.
 * - refund.fails: a refund is accepted, and fails later.
 * - pay.currency: the next payment is in the currency `value`.
 */
export const FAULTS = [
  'api.unavailable',
  'api.slow',
  'api.lost',
  'webhook.lose',
  'webhook.hold',
  'webhook.duplicate',
  'refund.fails',
  'pay.currency',
] as const;
export type Fault = (typeof FAULTS)[number];

/** Takes the oldest ordered fault of these kinds. Undefined without one, and always in production. */
export async function takeFault(
  ctx: SandboxContext,
  db: Queryable,
  provider: ProviderName,
  kinds: Fault[],
): Promise<FaultRow | undefined> {
  return ctx.hasControl ? useUpFault(db, provider, kinds) : undefined;
}

/** Makes the provider's calls fail as a test has ordered. */
export function misbehave(ctx: SandboxContext, provider: ProviderName): MiddlewareHandler {
  return async (c, next) => {
    const kinds: Fault[] = ['api.unavailable', 'api.slow', 'api.lost'];
    const fault = await takeFault(ctx, ctx.db.orm, provider, kinds);
    if (fault?.kind === 'api.unavailable') {
      const said = 'The service is temporarily unavailable.';
      return c.json({ error: { type: 'api_error', message: said }, errorMessage: said }, 503);
    }
    if (fault?.kind === 'api.slow') await delay(Number(fault.value ?? 1000));
    await next();
    if (fault?.kind === 'api.lost') {
      (c.env as { outgoing?: ServerResponse }).outgoing?.destroy();
      c.res = undefined;
      c.res = RESPONSE_ALREADY_SENT;
    }
    return undefined;
  };
}
