import { z } from 'zod';
import { PasskeyResponse } from './passkeys.ts';
import { Instant } from './primitives.ts';

export const SignatureMeaning = z.enum(['measured', 'released']);
export type SignatureMeaning = z.infer<typeof SignatureMeaning>;

/** The sentence that a person signs. */
export const SIGNATURE_SENTENCES: Record<SignatureMeaning, string> = {
  measured: 'I answer for these measurements: the result says what was measured.',
  released: 'I have reviewed the result and its raw data, and I release it.',
};

export const Signature = z
  .object({ meaning: SignatureMeaning, name: z.string(), at: Instant })
  .meta({ id: 'Signature' });
export type Signature = z.infer<typeof Signature>;

/** Proves who signs: the password, a code of the second factor, or a passkey. */
export const Secret = z.object({
  password: z.string().max(1024).optional(),
  code: z.string().trim().max(64).optional(),
  passkey: PasskeyResponse.optional(),
});
export type Secret = z.infer<typeof Secret>;
