import { z } from 'zod';
import { PaymentStatus } from './checkout.ts';
import { Cents, Id, Instant, Visibility } from './primitives.ts';

/**
 * The registration in the public log at intake, before there was a result, and its later state. none: the sample has
 * not arrived. registered_public, registered_private: unchanged since intake; a private test may be made public later.
 * withheld: registered as public, now private. opened_again: registered as public, made private, and made public again
 * after there was a result, which its owner may have known. before_registration: the sample arrived before registration
 * existed; the log has no entry.
 */
const REGISTRATION_STATES = [
  'none',
  'registered_public',
  'registered_private',
  'withheld',
  'opened_again',
  'before_registration',
] as const;
export const RegistrationState = z.enum(REGISTRATION_STATES);
export type RegistrationState = z.infer<typeof RegistrationState>;

/** A public test's registration, for all readers. */
export const Registration = z
  .object({
    state: RegistrationState,
    /** When the sample was registered; null with none and before_registration. */
    at: Instant.nullable(),
    /** The index of its log entry, from 0; null without one. */
    log_index: z.int().nullable(),
  })
  .meta({ id: 'Registration' });
export type Registration = z.infer<typeof Registration>;

/** A registration as its owner sees it, with the price of a change of visibility. */
export const MyRegistration = Registration.extend({
  /** When a test registered as public became private, also if it was made public again. */
  withdrawn_at: Instant.nullable(),
  /** Whether the reader may change its visibility now. */
  may_change: z.boolean(),
  /** The discount to repay before the test becomes private; 0 if it becomes private at once. */
  discount_due_cents: Cents,
  /** The owner requested it: `id` is paid with POST /api/checkout, and the test is private once paid. */
  to_pay: z
    .object({
      id: Id,
      amount_cents: Cents,
      /** State of the latest payment attempt; null without one. */
      payment_status: PaymentStatus.nullable(),
    })
    .nullable(),
}).meta({ id: 'MyRegistration' });
export type MyRegistration = z.infer<typeof MyRegistration>;

export const VisibilityBody = z.object({ visibility: Visibility });
