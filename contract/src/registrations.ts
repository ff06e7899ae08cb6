import { z } from 'zod';
import { PaymentStatus } from './checkout.ts';
import { Cents, Id, Instant, Visibility } from './primitives.ts';

/**
 * What the public log was told at the intake, before there was a result, and what became of it.
 * none: the sample is not here yet. registered_public, registered_private: as it was at the intake; a private test may be made
 * public later. withheld: registered as public, and private now. opened_again: registered as public, made private,
 * and made public again after there was a result, which its owner may have known. before_registration: the sample was taken in
 * before registration existed; no entry says so.
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

/** A test's registration, as everybody may see it of a public test. */
export const Registration = z
  .object({
    state: RegistrationState,
    /** When the sample was registered; null with none and before_registration. */
    at: Instant.nullable(),
    /** The entry of the public log, from 0; null without one. */
    log_index: z.int().nullable(),
  })
  .meta({ id: 'Registration' });
export type Registration = z.infer<typeof Registration>;

/** The same as its owner sees it, with what a change of visibility costs. */
export const MyRegistration = Registration.extend({
  /** Since when a test that was registered as public is private, or was until it was opened again. */
  withdrawn_at: Instant.nullable(),
  /** Whether the reader may make it public, or private, now. */
  may_change: z.boolean(),
  /** What has to be paid back before the test becomes private; 0 when it does at once. */
  discount_due_cents: Cents,
  /** The owner has asked for it: `id` is paid by POST /api/checkout, and the test is private once that is paid. */
  to_pay: z
    .object({
      id: Id,
      amount_cents: Cents,
      /** How the latest attempt to pay stands; null when there was none. */
      payment_status: PaymentStatus.nullable(),
    })
    .nullable(),
}).meta({ id: 'MyRegistration' });
export type MyRegistration = z.infer<typeof MyRegistration>;

export const VisibilityBody = z.object({ visibility: Visibility });
