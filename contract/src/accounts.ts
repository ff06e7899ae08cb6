import { z } from 'zod';
import {
  CODE_MESSAGE,
  EMAIL_MESSAGE,
  EMAIL_PATTERN,
  isPhone,
  PHONE_MESSAGE,
  passwordProblem,
} from './credentials.ts';
import { CODE_LENGTH } from './mailed-codes.ts';
import { isPrintableLine, UNPRINTABLE_MESSAGE, withoutWidthless } from './plain-line.ts';
import { Id, Instant } from './primitives.ts';

export const Role = z.enum(['customer', 'analyst', 'reviewer', 'admin']);
export type Role = z.infer<typeof Role>;

/**
 * Whether a text has no control characters, no characters that change the writing direction, and no broken halves of
 * characters.
 */
const isPrintable = (text: string) => isPrintableLine(text) && text.isWellFormed();

// The address is normalized before it is validated: a full-width @ becomes an @.
export const Email = z
  .string()
  .trim()
  .normalize('NFKC')
  .max(254, EMAIL_MESSAGE)
  .regex(EMAIL_PATTERN, EMAIL_MESSAGE);
export const NewPassword = z.string().superRefine((password, context) => {
  const message = passwordProblem(password);
  if (message) context.addIssue({ code: 'custom', message });
});
const GivenPassword = z.string().min(1).max(1024);
const Name = z
  .string()
  .trim()
  .min(1, 'Please enter a name.')
  .max(100)
  .refine(isPrintable, UNPRINTABLE_MESSAGE)
  .transform(withoutWidthless)
  .refine((name) => name !== '', 'Please enter a name.');
export const Code = z
  .string()
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(new RegExp(`^[0-9A-Za-z]{${CODE_LENGTH}}$`), CODE_MESSAGE));

export const RegisterBody = z.object({
  firstName: Name,
  lastName: Name,
  email: Email,
  password: NewPassword,
});
export const LoginBody = z.object({ email: z.string().trim().min(1).max(254), password: GivenPassword });
export const VerifyEmailBody = z.object({ email: z.string().trim().max(254), code: Code });
export const EmailBody = z.object({ email: Email });
export const RefreshBody = z.object({ refresh_token: z.string().min(1).max(4096) });
export const NewPasswordBody = z.object({ password: NewPassword });

/**
 * `expires_at` is the moment when the access token expires; the client refreshes the token before it. `ends_at` is the
 * moment when the session ends at the latest, however often it is refreshed.
 */
export const Session = z
  .object({ access_token: z.string(), refresh_token: z.string(), expires_at: Instant, ends_at: Instant })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof Session>;

/**
 * Whether codes of an authenticator app are asked for. 'required': a staff member without a second factor. The account
 * has no staff rights until the person sets up an authenticator app or a passkey.
 */
export const SecondFactorState = z.enum(['off', 'on', 'required']);
export type SecondFactorState = z.infer<typeof SecondFactorState>;

/**
 * Whether the account has a passkey. The last two are for staff whose session has no staff rights yet. 'unused': until
 * the person uses a passkey in this session. 'required': until the person sets one up.
 */
export const PasskeyState = z.enum(['off', 'on', 'unused', 'required']);
export type PasskeyState = z.infer<typeof PasskeyState>;

export const User = z
  .object({
    id: Id,
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    display_name: z.string(),
    role: Role,
    second_factor: SecondFactorState,
    passkey: PasskeyState,
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof User>;

export const SignedIn = z.object({ session: Session, user: User }).meta({ id: 'SignedIn' });
export type SignedIn = z.infer<typeof SignedIn>;
export const Registered = z.object({ user: z.object({ email: z.string() }) });

export const Profile = z
  .object({
    email: z.string(),
    display_name: z.string(),
    company: z.string().nullable(),
    phone: z.string().nullable(),
    marketing_opt_in: z.boolean(),
  })
  .meta({ id: 'Profile' });
export type Profile = z.infer<typeof Profile>;

const profileLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine(isPrintable, UNPRINTABLE_MESSAGE)
    .transform(withoutWidthless)
    .nullish()
    .transform((text) => text || null);

/** Whether a name contains an e-mail address, even a disguised one: 'me (at) mail.test'. */
export function isLikeEmail(name: string): boolean {
  const folded = name.normalize('NFKC').toLowerCase();
  return (
    folded.includes('@') ||
    /[([{<]\s*at\s*[)\]}>]/.test(folded) ||
    /\S\s+at\s+\S+?(\.|\s+dot\s+|\s*[([{<]\s*dot\s*[)\]}>]\s*)\S/.test(folded)
  );
}

export const ProfileBody = z.object({
  display_name: z
    .string()
    .trim()
    .max(50)
    .refine(isPrintable, UNPRINTABLE_MESSAGE)
    .transform(withoutWidthless)
    .refine((name) => name.length >= 2, 'Please choose a name of at least 2 characters.')
    .refine((name) => !isLikeEmail(name), 'A display name never holds an email address.'),
  company: profileLine(120),
  phone: profileLine(40).refine((text) => text === null || isPhone(text), PHONE_MESSAGE),
  marketing_opt_in: z.boolean(),
});
