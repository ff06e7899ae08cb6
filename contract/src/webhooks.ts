import { z } from 'zod';
import { PAYMENT_METHODS } from './payment-methods.ts';
import { Id, Instant, PageQuery, Pagination, SearchText } from './primitives.ts';

export const EVENT_OUTCOMES = [
  'applied',
  'nothing_new',
  'irrelevant',
  'unreadable',
  'unknown_payment',
] as const;
/**
 * What happened to an event: it changed something or nothing, was not important, could not be read, or was not about
 * our payments.
 */
export const EventOutcome = z.enum(EVENT_OUTCOMES);
export type EventOutcome = z.infer<typeof EventOutcome>;

/** A signed event as the server stored it; `outcome` is null until the server has processed the event. */
export const WebhookEvent = z
  .object({
    id: Id,
    provider: z.enum(PAYMENT_METHODS),
    provider_event_id: z.string(),
    type: z.string(),
    payment_id: Id.nullable(),
    received_at: Instant,
    processed_at: Instant.nullable(),
    outcome: EventOutcome.nullable(),
    /** How often an admin had the event processed again. */
    replays: z.int(),
  })
  .meta({ id: 'WebhookEvent' });
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** The event with its body exactly as it was received. */
export const WebhookEventDetail = WebhookEvent.extend({ payload: z.string() }).meta({
  id: 'WebhookEventDetail',
});
export type WebhookEventDetail = z.infer<typeof WebhookEventDetail>;

/** `q` searches the provider's event id, the type, our payment id, and the body. */
export const WebhooksQuery = z.object({
  q: SearchText.optional(),
  provider: z.union([z.enum(PAYMENT_METHODS), z.literal('')]).optional(),
  outcome: z.union([EventOutcome, z.literal('open'), z.literal('')]).optional(),
  page: PageQuery.page,
  limit: PageQuery.limit.default(25),
});
export const WebhookPage = z
  .object({ data: z.array(WebhookEvent), pagination: Pagination })
  .meta({ id: 'WebhookPage' });
export type WebhookPage = z.infer<typeof WebhookPage>;
