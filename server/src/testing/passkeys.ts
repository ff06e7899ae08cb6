import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { SignedIn } from '@vialproof/contract/accounts';
import type { ProblemBody } from '@vialproof/contract/errors';
import type {
  NewPasskeyResponse,
  Passkey,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  PasskeyResponse,
} from '@vialproof/contract/passkeys';
import type { Answer, Person, TestApp } from './test-app.ts';

/** What an authenticator or a browser does wrong in a test. */
type Faults = {
  origin?: string;
  rpId?: string;
  crossOrigin?: boolean;
  isUnverified?: boolean;
  counter?: number;
  userHandle?: string | null;
};

const FLAGS = { present: 0x01, verified: 0x04, hasCredential: 0x40 };
const ES256 = -7;
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();

/** An authenticator with one passkey, as a phone has it: its key makes ES256 signatures, and it counts them. */
export function createAuthenticator(app: TestApp) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  const site = () => new URL(app.platform.publicUrl());
  let counter = 0;
  let ownHandle: string | undefined;

  function clientDataOf(type: string, challenge: string, { origin, crossOrigin }: Faults): Buffer {
    return Buffer.from(
      JSON.stringify({
        type,
        challenge,
        origin: origin ?? site().origin,
        crossOrigin: crossOrigin ?? false,
      }),
    );
  }

  function authenticatorData(faults: Faults, attested?: Uint8Array): Buffer {
    counter = faults.counter ?? counter + 1;
    const head = Buffer.alloc(5);
    head[0] =
      FLAGS.present | (faults.isUnverified ? 0 : FLAGS.verified) | (attested ? FLAGS.hasCredential : 0);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(faults.rpId ?? site().hostname), head, attested ?? Buffer.alloc(0)]);
  }

  function attestedCredential(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const coordinate = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
    // COSE: key type EC2, algorithm, curve P-256, and the point.
    const key = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, ES256],
        [-1, 1],
        [-2, coordinate(x)],
        [-3, coordinate(y)],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(credentialId.length);
    const unknownModel = Buffer.alloc(16);
    return Buffer.concat([unknownModel, length, credentialId, key]);
  }

  return {
    id,
    /** Makes the passkey. */
    create({ challenge, user }: PasskeyCreationOptions, faults: Faults = {}): NewPasskeyResponse {
      ownHandle = user.id;
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authenticatorData(faults, attestedCredential()))],
        ]) as Parameters<typeof isoCBOR.encode>[0],
      );
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientDataOf('webauthn.create', challenge, faults).toString('base64url'),
          attestationObject: Buffer.from(attestation).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** Signs a challenge. */
    get({ challenge }: Pick<PasskeyRequestOptions, 'challenge'>, faults: Faults = {}): PasskeyResponse {
      const clientData = clientDataOf('webauthn.get', challenge, faults);
      const data = authenticatorData(faults);
      const userHandle = faults.userHandle === undefined ? ownHandle : (faults.userHandle ?? undefined);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey).toString(
            'base64url',
          ),
          ...(userHandle && { userHandle }),
        },
      };
    },
  };
}
export type Authenticator = ReturnType<typeof createAuthenticator>;

/** For whom a challenge is: the owner of a token, an unfinished sign-in, or anybody. */
type Asker = { token?: string; challenge?: string };

/** A challenge for a passkey, as the page gets it. */
export async function passkeyOptions(
  app: TestApp,
  { token, challenge }: Asker = {},
): Promise<PasskeyRequestOptions> {
  const { status, body } = await app.request<{ data: PasskeyRequestOptions }>('/api/auth/passkeys/options', {
    json: challenge ? { challenge } : {},
    ...(token && { token }),
  });
  if (status !== 200) throw new Error(`the options of a passkey were answered with ${status}`);
  return body.data;
}

/** The answer of a passkey to a new challenge. */
export const passkeyAnswer = async (
  app: TestApp,
  device: Authenticator,
  asker: Asker = {},
  faults: Faults = {},
): Promise<PasskeyResponse> => device.get(await passkeyOptions(app, asker), faults);

export const sendPasskey = (
  app: TestApp,
  response: PasskeyResponse,
): Promise<Answer<SignedIn & ProblemBody>> =>
  app.request('/api/auth/passkeys/sign-in', { json: { response } });

/** Signs in with a passkey alone. */
export const passkeySignIn = async (app: TestApp, device: Authenticator, faults: Faults = {}) =>
  sendPasskey(app, await passkeyAnswer(app, device, {}, faults));

export const beginPasskey = (
  app: TestApp,
  { token }: Pick<Person, 'token'>,
): Promise<Answer<{ data: PasskeyCreationOptions } & ProblemBody>> =>
  app.request('/api/auth/passkeys/registration-options', { method: 'POST', token });

/** Adds the passkey of an authenticator. */
export async function registerPasskey(
  app: TestApp,
  person: Pick<Person, 'token'>,
  device: Authenticator,
  { name = 'Telephone', ...faults }: Faults & { name?: string } = {},
): Promise<Answer<{ data: Passkey } & ProblemBody>> {
  const begun = await beginPasskey(app, person);
  if (begun.status !== 200) throw new Error(`beginning a passkey was answered with ${begun.status}`);
  const response = device.create(begun.body.data, faults);
  return app.request('/api/auth/passkeys/register', { json: { response, name }, token: person.token });
}

/** A new authenticator with a passkey of this person. */
export async function addPasskey(app: TestApp, person: Pick<Person, 'token'>, name = 'Telephone') {
  const device = createAuthenticator(app);
  const added = await registerPasskey(app, person, device, { name });
  if (added.status !== 201) throw new Error(`adding a passkey was answered with ${added.status}`);
  return { device, passkey: added.body.data };
}

export const removePasskey = (
  app: TestApp,
  { token }: Pick<Person, 'token'>,
  id: string,
): Promise<Answer<ProblemBody>> => app.request(`/api/me/passkeys/${id}`, { method: 'DELETE', token });
