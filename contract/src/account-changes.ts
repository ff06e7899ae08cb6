import { z } from 'zod';
import { Code, Email, NewPassword, SecondFactorState } from './accounts.ts';
import { Instant } from './primitives.ts';
import { CurrentPassword } from './second-factor.ts';

export const SignInProvider = z.enum(['google', 'discord']);
export type SignInProvider = z.infer<typeof SignInProvider>;

/** The overview on the security page. */
export const SecuritySummary = z
  .object({
    email: z.string(),
    /**
     * False for an account that signs in with Google or Discord only. Its owner can set a password by a password reset.
     */
    has_password: z.boolean(),
    second_factor: SecondFactorState,
    /** The number of unused recovery codes; 0 while the second factor is off. */
    recovery_codes_left: z.int(),
    /** The number of passkeys. A customer with a passkey can still sign in with the password alone. */
    passkeys: z.int(),
    sign_in_providers: z.array(z.object({ provider: SignInProvider, linked_at: Instant })),
    /** A requested change of the e-mail address that waits until the person enters both codes. */
    email_change: z.object({ email: z.string(), expires_at: Instant }).nullable(),
  })
  .meta({ id: 'SecuritySummary' });
export type SecuritySummary = z.infer<typeof SecuritySummary>;

/**
 * An account without a password omits `current_password`; its owner must then have signed in less than ten minutes ago.
 */
export const ChangePasswordBody = z.object({ current_password: CurrentPassword, password: NewPassword });
export const ChangeEmailBody = z.object({ email: Email, current_password: CurrentPassword });
/** The code that was mailed to the present address, and the code that was mailed to the new address. */
export const ConfirmEmailBody = z.object({ current_code: Code, new_code: Code });
export const DeleteAccountBody = z.object({ current_password: CurrentPassword });

/** What the person loses and keeps by deleting the account today, in sentences for display. */
export const Deletion = z
  .object({
    /** The reasons why the account cannot be deleted now; empty if it can be deleted. */
    blocked_by: z.array(z.string()),
    goes: z.array(z.string()),
    stays: z.array(z.string()),
  })
  .meta({ id: 'Deletion' });
export type Deletion = z.infer<typeof Deletion>;
