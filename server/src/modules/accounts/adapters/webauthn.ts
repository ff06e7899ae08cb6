import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import {
  COSEALG,
  decodeAttestationObject,
  decodeClientDataJSON,
  generateChallenge,
  isoBase64URL,
} from '@simplewebauthn/server/helpers';
import {
  type NewPasskeyResponse,
  type PasskeyCreationOptions,
  type PasskeyRequestOptions,
  type PasskeyResponse,
  TRANSPORTS,
} from '@vialproof/contract/passkeys';
import type { PasskeyRow } from '../accounts.tables.ts';

/** This site, as authenticators know it. A passkey works only for its `id`, the host name. */
export type RelyingParty = { id: string; origin: string; name: string };

type Credential = Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'transports'>;
/** Why an authenticator's response was not accepted, for the log. */
export type Refused = { reason: string };

export const isRefused = (checked: object): checked is Refused => 'reason' in checked;

/** How many seconds a person has for a passkey. */
export const PASSKEY_SECONDS = 300;
const timeout = PASSKEY_SECONDS * 1000;
/** The library's usual algorithms. ML-DSA is left out, because Node calls it experimental. */
const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

const newChallenge = async () => isoBase64URL.fromBuffer(await generateChallenge());

/** A new challenge. Without `allowed`, the person chooses among the passkeys that the browser has for this site. */
export async function requestOptions(
  rp: RelyingParty,
  allowed?: Credential[],
): Promise<PasskeyRequestOptions> {
  return {
    challenge: await newChallenge(),
    timeout,
    rpId: rp.id,
    userVerification: 'required',
    ...(allowed && { allowCredentials: allowed.map(describe) }),
  };
}

/** A new challenge for making a passkey on a device that has none of `existing`. */
export async function creationOptions(
  rp: RelyingParty,
  { id, email, displayName }: { id: string; email: string; displayName: string },
  existing: Credential[],
): Promise<PasskeyCreationOptions> {
  return {
    challenge: await newChallenge(),
    timeout,
    rp: { id: rp.id, name: rp.name },
    user: { id: userHandleOf(id), name: email, displayName },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    excludeCredentials: existing.map(describe),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  };
}

const describe = ({ credentialId, transports }: Credential) => ({
  id: credentialId,
  type: 'public-key' as const,
  transports: TRANSPORTS.filter((transport) => transports.includes(transport)),
});

/** The account's id, as a passkey keeps it. */
export const userHandleOf = (userId: string): string => isoBase64URL.fromUTF8String(userId);

/** The challenge that a response answers; undefined if it is unreadable or comes from a frame of another site. */
export function challengeOf({ response }: PasskeyResponse | NewPasskeyResponse): string | undefined {
  try {
    const { challenge, crossOrigin } = decodeClientDataJSON(response.clientDataJSON);
    return typeof challenge === 'string' && !crossOrigin ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** Checks the signature of a passkey. The caller compares the count of signatures with the stored one. */
export async function verifyPasskey(
  rp: RelyingParty,
  answer: PasskeyResponse,
  challenge: string,
  { credentialId: id, publicKey }: Credential,
): Promise<{ counter: number } | Refused> {
  const { userHandle, ...response } = answer.response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...answer,
        response: { ...response, ...(userHandle && { userHandle }) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      // The statement that stores the new count compares it, so that two answers at once are both counted.
      credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
    });
    return verified ? { counter: authenticationInfo.newCounter } : { reason: 'the signature does not match' };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : 'unreadable' };
  }
}

/** Checks a new passkey. Certificates of the authenticator's maker are not accepted, because none were asked for. */
export async function verifyNewPasskey(
  rp: RelyingParty,
  answer: NewPasskeyResponse,
  challenge: string,
): Promise<(Credential & { counter: number }) | Refused> {
  const { transports, ...response } = answer.response;
  try {
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
    const isSelfMade = attestation.get('fmt') === 'packed' && !attestation.get('attStmt').get('x5c');
    if (attestation.get('fmt') !== 'none' && !isSelfMade) return { reason: 'it came with certificates' };
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...answer,
        response: { ...response, ...(transports && { transports }) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return { reason: 'the attestation does not match' };
    const { id, publicKey, counter } = registrationInfo.credential;
    return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports: transports ?? [] };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : 'unreadable' };
  }
}
