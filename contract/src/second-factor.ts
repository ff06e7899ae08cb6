import { z } from 'zod';
import { User } from './accounts.ts';
import { PasskeyResponse } from './passkeys.ts';
import { Instant } from './primitives.ts';

/** With what a person can take the second step of a sign-in. */
export const SecondStep = z.enum(['code', 'passkey']);
export type SecondStep = z.infer<typeof SecondStep>;

/**
 * The answer to a correct password if the account has a second factor. The person has ten minutes to enter a code or
 * use a passkey.
 */
export const Challenge = z
  .object({ token: z.string(), expires_at: Instant, methods: z.array(SecondStep) })
  .meta({ id: 'Challenge' });
export type Challenge = z.infer<typeof Challenge>;
/**
 * The answer of a sign-in to an account with a second factor, with status 202. Without one, the status is 200 with a
 * session. A client looks for the field `challenge`.
 */
export const Challenged = z.object({ challenge: Challenge });
export type Challenged = z.infer<typeof Challenged>;

const withoutSpace = (max: number) =>
  z
    .string()
    .max(64)
    .transform((text) => text.replace(/[\s-]/g, ''))
    .pipe(z.string().min(1, 'Enter the code.').max(max));

/** Six digits from an authenticator app, or a recovery code; spaces and dashes are ignored. */
export const SecondFactorCode = withoutSpace(16);
/** Six digits from an authenticator app. */
export const AuthenticatorCode = withoutSpace(16).pipe(
  z.string().regex(/^[0-9]{6}$/, 'Enter the 6-digit code.'),
);

/** The person's password; an account without a password (sign-in with Google or Discord) omits it. */
export const CurrentPassword = z.string().max(1024).optional();

/** Either a code or a passkey. */
export const AnswerChallengeBody = z
  .object({
    challenge: z.string().min(1).max(256),
    code: SecondFactorCode.optional(),
    passkey: PasskeyResponse.optional(),
  })
  .refine(({ code, passkey }) => (code === undefined) !== (passkey === undefined), {
    path: ['code'],
    message: 'Enter a code, or use a passkey.',
  });
export type ChallengeAnswer = z.infer<typeof AnswerChallengeBody>;
export const BeginSecondFactorBody = z.object({ current_password: CurrentPassword });
export const ConfirmSecondFactorBody = z.object({ code: AuthenticatorCode });
export const SecondFactorOffBody = z.object({ current_password: CurrentPassword, code: SecondFactorCode });
export const NewRecoveryCodesBody = z.object({ code: AuthenticatorCode });

/** `secret` is text for people who cannot scan the QR code in `qr_svg`. */
export const SecondFactorSetup = z
  .object({ secret: z.string(), otpauth_url: z.string(), qr_svg: z.string() })
  .meta({ id: 'SecondFactorSetup' });
export type SecondFactorSetup = z.infer<typeof SecondFactorSetup>;

/** The recovery codes, shown once. Each works for one sign-in without the authenticator app. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
/** The changed user: a staff member has staff rights from now on. */
export const SecondFactorOn = RecoveryCodes.extend({ user: User }).meta({ id: 'SecondFactorOn' });
export type SecondFactorOn = z.infer<typeof SecondFactorOn>;
