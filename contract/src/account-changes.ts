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
    /** False for accounts that sign in with Google or Discord only; a password reset gives them one. */
    has_password: z.boolean(),
    second_factor: SecondFactorState,
    /** Number of unused codes; 0 while the second factor is off. */
    recovery_codes_left: z.int(),
    sign_in_providers: z.array(z.object({ provider: SignInProvider, linked_at: Instant })),
    /** A pending change of address, until both codes are entered. */
    email_change: z.object({ email: z.string(), expires_at: Instant }).nullable(),
  })
  .meta({ id: 'SecuritySummary' });
export type SecuritySummary = z.infer<typeof SecuritySummary>;

/** `current_password` is omitted by accounts without one; their sign-in must then be younger than ten minutes. */
export const ChangePasswordBody = z.object({ current_password: CurrentPassword, password: NewPassword });
export const ChangeEmailBody = z.object({ email: Email, current_password: CurrentPassword });
/** The codes mailed to the present address and to the new one. */
export const ConfirmEmailBody = z.object({ current_code: Code, new_code: Code });
export const DeleteAccountBody = z.object({ current_password: CurrentPassword });

/** What deleting the account means today, in sentences for display. */
export const Deletion = z
  .object({
    /** Why deletion is not possible now; empty if it is. */
    blocked_by: z.array(z.string()),
    goes: z.array(z.string()),
    stays: z.array(z.string()),
  })
  .meta({ id: 'Deletion' });
export type Deletion = z.infer<typeof Deletion>;
