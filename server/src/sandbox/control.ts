import { Hono } from 'hono';
import { z } from 'zod';
import { releaseEvents } from './deliveries.ts';
import { clearFaults, insertFault } from './faults.store.ts';
import { FAULTS } from './faults.ts';
import type { SandboxContext } from './provider.ts';
import { ProviderRefusal } from './refusals.ts';
import { lockSession } from './stripe.store.ts';
import { createRefund, disputeSession } from './stripe-checkout.ts';

const Fault = z.object({
  provider: z.enum(['stripe', 'coinbase']),
  kind: z.enum(FAULTS),
  /** How often the fault happens. Null means: until it is cleared. */
  times: z.int().min(1).max(10_000).nullable().default(1),
  value: z.string().max(20).nullable().default(null),
});
const Release = z.object({ order: z.enum(['as_sent', 'reversed']).default('as_sent') });
const Dispute = z.object({ session: z.string(), status: z.enum(['needs_response', 'won', 'lost']) });
const Refund = z.object({ session: z.string(), amount: z.int().min(1).optional() });

/**
 * Calls that tell the sandbox how to behave, for example to fail. Only for tests and developers, never in production.
 */
export function controlCalls(ctx: SandboxContext): Hono {
  const { db } = ctx;
  const control = new Hono();
  control.onError((error, c) => {
    if (error instanceof z.ZodError) return c.json({ error: error.issues[0]?.message }, 422);
    if (error instanceof ProviderRefusal) return c.json({ error: error.message }, error.status);
    throw error;
  });

  control.post('/faults', async (c) => {
    await insertFault(db.orm, Fault.parse(await c.req.json()));
    return c.json({}, 201);
  });
  control.delete('/faults', async (c) => {
    await clearFaults(db.orm);
    return c.json({});
  });
  control.post('/release', async (c) => {
    const { order } = Release.parse(await c.req.json());
    return c.json({ released: await releaseEvents(ctx, order) });
  });

  if (ctx.stripe) {
    control.post('/disputes', async (c) => {
      const { session, status } = Dispute.parse(await c.req.json());
      await db.transaction((tx) => disputeSession(ctx, tx, session, status));
      return c.json({}, 201);
    });
    /** A refund that the merchant makes on the provider's own website. */
    control.post('/refunds', async (c) => {
      const { session: id, amount } = Refund.parse(await c.req.json());
      await db.transaction(async (tx) => {
        const intent = (await lockSession(tx, id))?.intent?.id ?? '';
        await createRefund(ctx, tx, { payment_intent: intent, ...(amount ? { amount } : {}) });
      });
      return c.json({}, 201);
    });
  }
  return control;
}
