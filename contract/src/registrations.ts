import { z } from 'zod';
import { PaymentStatus } from './checkout.ts';
import { Cents, Id, Instant, Visibility } from './primitives.ts';

/**
 * What the public log says about a test: public or private when its sample arrived, and what changed later. none: the
 * sample has not arrived. registered_public, registered_private: unchanged. withheld: public then, private now.
 * opened_again: public then, made private, and public again after the result. before_registration: the sample is older
 * than such log entries.
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

/** The log's entry about the arrival of a public test's sample, for all readers. */
export const Registration = z
  .object({
    state: RegistrationState,
    /** When the sample was registered; null if it was not. */
    at: Instant.nullable(),
    /** The index of the registration's entry in the public log, from 0; null without an entry. */
    log_index: z.int().nullable(),
  })
  .meta({ id: 'Registration' });
export type Registration = z.infer<typeof Registration>;

/**
 * The log's entry about the arrival of a sample for the owner of its test, with the price of making the test private.
 */
export const MyRegistration = Registration.extend({
  /** When the public test became private for the first time. */
  withdrawn_at: Instant.nullable(),
  /** Whether the reader may now make the test public or private. */
  may_change: z.boolean(),
  /** The discount that the owner must repay before the test becomes private; 0 if no repayment is due. */
  discount_due_cents: Cents,
  /** The payment after which the test becomes private: POST /api/checkout takes its `id`. */
  to_pay: z
    .object({
      id: Id,
      amount_cents: Cents,
      /** The state of the latest attempt to pay; null without an attempt. */
      payment_status: PaymentStatus.nullable(),
    })
    .nullable(),
}).meta({ id: 'MyRegistration' });
export type MyRegistration = z.infer<typeof MyRegistration>;

export const VisibilityBody = z.object({ visibility: Visibility });
