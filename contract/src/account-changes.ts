import { z } from 'zod';
import { Code, Email, NewPassword, SecondFactorState } from './accounts.ts';
import { Instant } from './primitives.ts';
import { CurrentPassword } from './second-factor.ts';

export const SignInProvider = z.enum(['google', 'discord']);
export type SignInProvider = z.infer<typeof SignInProvider>;

/** What the security page shows at once. */
export const SecuritySummary = z
  .object({
    email: z.string(),
    /** False for whoever signs in with Google or Discord only; the reset pages give them one. */
    has_password: z.boolean(),
    second_factor: SecondFactorState,
    /** Unused ones; 0 while the second factor is off. */
    recovery_codes_left: z.int(),
    sign_in_providers: z.array(z.object({ provider: SignInProvider, linked_at: Instant })),
    /** A change of address that waits for its two codes. */
    email_change: z.object({ email: z.string(), expires_at: Instant }).nullable(),
  })
  .meta({ id: 'SecuritySummary' });
export type SecuritySummary = z.infer<typeof SecuritySummary>;

/** `current_password` is left out by those who have none; their sign-in must then be younger than ten minutes. */
export const ChangePasswordBody = z.object({ current_password: CurrentPassword, password: NewPassword });
export const ChangeEmailBody = z.object({ email: Email, current_password: CurrentPassword });
/** The codes that were mailed to the present address and to the new one. */
export const ConfirmEmailBody = z.object({ current_code: Code, new_code: Code });
export const DeleteAccountBody = z.object({ current_password: CurrentPassword });

/** What deleting the account means today, in sentences fit to show. */
export const Deletion = z
  .object({
    /** Why it is not possible now; empty when it is. */
    blocked_by: z.array(z.string()),
    goes: z.array(z.string()),
    stays: z.array(z.string()),
  })
  .meta({ id: 'Deletion' });
export type Deletion = z.infer<typeof Deletion>;
