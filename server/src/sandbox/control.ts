import { Hono } from 'hono';
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Deliveries } from './deliveries.ts';
import { FAULTS, type Faults } from './faults.ts';
import { createRefund, disputeSession, type Emit } from './stripe.checkout.ts';
import { StripeRefusal } from './stripe.errors.ts';
import { lockSession } from './stripe.store.ts';

const Fault = z.object({
  provider: z.enum(['stripe', 'coinbase']),
  kind: z.enum(FAULTS),
  /** null: until it is cleared. */
  times: z.int().min(1).max(10_000).nullable().default(1),
  value: z.string().max(20).nullable().default(null),
});
const Release = z.object({ order: z.enum(['as_sent', 'reversed']).default('as_sent') });
const Dispute = z.object({ session: z.string(), status: z.enum(['needs_response', 'won', 'lost']) });
const Refund = z.object({ session: z.string(), amount: z.int().min(1).optional() });

type ControlOptions = {
  db: Database;
  clock: Clock;
  faults: Faults;
  deliveries: Deliveries;
  /** The card provider's; undefined when this installation has real keys for it. */
  emit: Emit | undefined;
};

/**
 * The sandbox's control address: what a test or a developer makes the providers do that no page has a button for.
 * Never there in production.
 */
export function createControl({ db, clock, faults, deliveries, emit }: ControlOptions): Hono {
  const control = new Hono();
  control.onError((error, c) => {
    if (error instanceof z.ZodError) return c.json({ error: error.issues[0]?.message }, 422);
    if (error instanceof StripeRefusal) return c.json({ error: error.message }, error.status);
    throw error;
  });

  control.post('/faults', async (c) => {
    await faults.add(Fault.parse(await c.req.json()));
    return c.json({}, 201);
  });
  control.delete('/faults', async (c) => {
    await faults.clear();
    return c.json({});
  });
  control.post('/release', async (c) => {
    const { order } = Release.parse(await c.req.json());
    return c.json({ released: await deliveries.release(order) });
  });

  if (emit) {
    control.post('/disputes', async (c) => {
      const { session, status } = Dispute.parse(await c.req.json());
      await db.transaction((tx) => disputeSession(tx, session, status, emit));
      return c.json({}, 201);
    });
    /** A refund that somebody made in the provider's own console. */
    control.post('/refunds', async (c) => {
      const { session: id, amount } = Refund.parse(await c.req.json());
      await db.transaction(async (tx) => {
        const intent = (await lockSession(tx, id))?.intent?.id ?? '';
        await createRefund(tx, { payment_intent: intent, ...(amount ? { amount } : {}) }, clock.now(), emit);
      });
      return c.json({}, 201);
    });
  }
  return control;
}
