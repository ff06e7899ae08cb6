import { z } from 'zod';
import { PaymentStatus } from './checkout.ts';
import { Cents, Id, Instant, Visibility } from './primitives.ts';

/**
 * How the test was registered in the public log at intake, before there was a result, and what happened later. none:
 * the sample has not arrived. registered_public, registered_private: unchanged since intake; the owner may make a
 * private test public later. withheld: registered as public, private now. opened_again: registered as public, made
 * private, and made public again after there was a result, which the owner may have known. before_registration: the
 * sample arrived before the laboratory registered samples, so the log has no entry.
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

/** The registration of a public test, as all readers see it. */
export const Registration = z
  .object({
    state: RegistrationState,
    /** When the sample was registered; null for none and before_registration. */
    at: Instant.nullable(),
    /** The index of the registration's entry in the public log, from 0; null without an entry. */
    log_index: z.int().nullable(),
  })
  .meta({ id: 'Registration' });
export type Registration = z.infer<typeof Registration>;

/** A registration as the owner of the test sees it, with the price of making the test private. */
export const MyRegistration = Registration.extend({
  /**
   * When a test that was registered as public became private; the time stays if the owner made the test public again.
   */
  withdrawn_at: Instant.nullable(),
  /** Whether the reader may now make the test public or private. */
  may_change: z.boolean(),
  /** The discount that the owner must repay before the test becomes private; 0 if no repayment is due. */
  discount_due_cents: Cents,
  /** The owner asked to make the test private: POST /api/checkout takes `id`, and the test becomes private once that is paid. */
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
