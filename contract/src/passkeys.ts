import { z } from 'zod';
import { Id, Instant, requiredLine } from './primitives.ts';

/** Bytes as browsers write them in WebAuthn: base64url without padding, at most `max` characters. */
const bytes = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/, 'This is no base64url.');

/** A credential's id has at most 1023 bytes. */
const CredentialId = bytes(1364);
const ClientData = bytes(4096);
const credential = { id: CredentialId, rawId: CredentialId, type: z.literal('public-key') };

/** What `startAuthentication` of `@simplewebauthn/browser` gives: the answer of a passkey to a challenge. */
export const PasskeyResponse = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: ClientData,
      authenticatorData: bytes(2048),
      signature: bytes(4096),
      userHandle: bytes(128).optional(),
    }),
  })
  .meta({ id: 'PasskeyResponse' });
export type PasskeyResponse = z.infer<typeof PasskeyResponse>;

/** What `startRegistration` of `@simplewebauthn/browser` gives: the new passkey. */
export const NewPasskeyResponse = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: ClientData,
      attestationObject: bytes(8192),
      transports: z.array(z.string().max(20)).max(10).optional(),
    }),
  })
  .meta({ id: 'NewPasskeyResponse' });
export type NewPasskeyResponse = z.infer<typeof NewPasskeyResponse>;

const Transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);
export const TRANSPORTS = Transport.options;
const Descriptor = z.object({
  id: CredentialId,
  type: z.literal('public-key'),
  transports: z.array(Transport).optional(),
});

/** The question for `startAuthentication`. Without `allowCredentials`, the person chooses among the passkeys here. */
export const PasskeyRequestOptions = z
  .object({
    challenge: z.string(),
    timeout: z.int(),
    rpId: z.string(),
    allowCredentials: z.array(Descriptor).optional(),
    userVerification: z.literal('required'),
  })
  .meta({ id: 'PasskeyRequestOptions' });
export type PasskeyRequestOptions = z.infer<typeof PasskeyRequestOptions>;

/** The wish for `startRegistration`. */
export const PasskeyCreationOptions = z
  .object({
    challenge: z.string(),
    timeout: z.int(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
    excludeCredentials: z.array(Descriptor),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  })
  .meta({ id: 'PasskeyCreationOptions' });
export type PasskeyCreationOptions = z.infer<typeof PasskeyCreationOptions>;

export const MOST_PASSKEYS = 20;

/** A passkey as its owner sees it. */
export const Passkey = z
  .object({ id: Id, name: z.string(), created_at: Instant, last_used_at: Instant.nullable() })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof Passkey>;

/** `challenge`: the token of a sign-in that asks for a second step. */
export const PasskeyOptionsBody = z.object({ challenge: z.string().min(1).max(256).optional() });
export const PasskeySignInBody = z.object({ response: PasskeyResponse });
export const RegisterPasskeyBody = z.object({
  response: NewPasskeyResponse,
  name: requiredLine(60, 'Give the passkey a name: that of its device.'),
});
