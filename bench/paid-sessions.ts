import { createHmac } from 'node:crypto';
import type { Post } from './posts.ts';

/** Orders that wait for their payment, and the provider's sessions that were paid, as rows. */
export const PREPARE = `
  WITH person AS (
    INSERT INTO user_account (id, email, email_normalized, first_name, last_name, display_name, role, email_verified_at, password_hash, created_at, updated_at)
    VALUES (gen_random_uuid(), $2, $2, 'Web', 'Hooks', 'Webhooks', 'customer', now(), 'none', now(), now())
    RETURNING id),
  chosen AS (SELECT id FROM sku WHERE slug = 'bpc-157'),
  orders AS (
    INSERT INTO test_request (id, task_number, unique_key, customer_id, sku_id, quantity, payment_method, status,
      base_price_cents, final_price_cents, expires_at, created_at, updated_at)
    SELECT gen_random_uuid(), nextval('task_number_seq'), upper(left(md5('k' || n), 12)), person.id, chosen.id, 1, 'stripe',
      'pending_payment', 18000, 18000, now() + interval '1 day', now(), now()
    FROM generate_series(1, $1::int) n, person, chosen RETURNING id, task_number, customer_id),
  sessions AS (
    INSERT INTO payment (id, subject_kind, subject_id, customer_id, provider, description, reference, customer_email,
      success_url, cancel_url, status, amount_cents, currency, provider_session_id, checkout_url, expires_at, created_at, updated_at)
    SELECT gen_random_uuid(), 'order', id, customer_id, 'stripe', 'BPC-157', task_number::text, 'webhooks@example.test',
      'http://localhost/', 'http://localhost/', 'pending', 18000, 'usd', 'cs_test_' || task_number, 'http://localhost/',
      now() + interval '1 day', now(), now()
    FROM orders RETURNING id, provider_session_id)
  INSERT INTO sandbox_checkout_session (id, payment_intent, state, created_at)
  SELECT provider_session_id, 'pi_' || provider_session_id, jsonb_build_object(
    'id', provider_session_id, 'status', 'complete', 'paymentStatus', 'paid', 'currency', 'usd', 'asked', 18000, 'total', 18000,
    'items', '[]'::jsonb, 'clientReferenceId', id, 'customerEmail', null, 'metadata', jsonb_build_object('payment_id', id),
    'intentMetadata', '{}'::jsonb, 'successUrl', 'http://localhost/', 'cancelUrl', null, 'created', 0, 'expiresAt', 9999999999,
    'intent', jsonb_build_object('id', 'pi_' || provider_session_id, 'chargeId', 'ch_' || provider_session_id,
      'status', 'succeeded', 'amount', 18000, 'received', 18000, 'refunded', 0, 'created', 0)), now()
  FROM sessions RETURNING id, state ->> 'clientReferenceId' AS payment`;

export type Session = { id: string; payment: string };

export function signed(event: object, secret: string): Post {
  const timestamp = Math.floor(Date.now() / 1000);
  const body = JSON.stringify(event, null, 2);
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'stripe-signature': `t=${timestamp},v1=${signature}`,
  };
  return { path: '/api/webhooks/stripe', headers, body };
}

/** The event that a session was paid, signed now. */
export function paid({ id, payment }: Session, secret: string): Post {
  const session = {
    id,
    object: 'checkout.session',
    status: 'complete',
    payment_status: 'paid',
    amount_total: 18_000,
    currency: 'usd',
    payment_intent: `pi_${id}`,
    client_reference_id: payment,
    metadata: { payment_id: payment },
  };
  const event = {
    id: `evt_${id}`,
    object: 'event',
    type: 'checkout.session.completed',
    data: { object: session },
  };
  return signed(event, secret);
}
