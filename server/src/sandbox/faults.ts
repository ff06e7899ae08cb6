import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { MiddlewareHandler } from 'hono';
import type { Database, Queryable } from '../platform/database.ts';
import type { SandboxProvider } from './deliveries.store.ts';
import { clearFaults, type FaultRow, insertFault, takeFault } from './faults.store.ts';

/**
 * How a provider can misbehave.
 * - api.unavailable: answers 503, nothing is done. api.slow: waits `value` milliseconds first.
 *   api.lost: does what was asked, then breaks the connection before its answer.
 * - webhook.lose, webhook.hold, webhook.duplicate (`value` copies in all).
 * - refund.fails: takes the refund, and tells afterwards that it failed.
 * - pay.currency: the next payment comes in the currency `value`.
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

export type Faults = ReturnType<typeof createFaults>;

/** Misbehaviour on demand; without `isAllowed` (production) there is none. */
export function createFaults(db: Database, isAllowed: boolean) {
  async function take(
    tx: Queryable,
    provider: SandboxProvider,
    kinds: Fault[],
  ): Promise<FaultRow | undefined> {
    return isAllowed ? takeFault(tx, provider, kinds) : undefined;
  }

  return {
    isAllowed,
    take,
    add: (fault: { provider: SandboxProvider; kind: Fault; times: number | null; value: string | null }) =>
      insertFault(db.orm, fault),
    clear: () => clearFaults(db.orm),

    /** Stands before a provider's interface. */
    before(provider: SandboxProvider): MiddlewareHandler {
      return async (c, next) => {
        const fault = await take(db.orm, provider, ['api.unavailable', 'api.slow', 'api.lost']);
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
    },
  };
}
