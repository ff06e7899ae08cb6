import { vi } from 'vitest';

/** How the person and the device answer the browser's question for a passkey. */
export type Ceremony = 'answers' | 'is cancelled' | 'fails' | 'is registered already';

const bytes = Uint8Array.of(1, 2, 3).buffer;

/** The answer of a device, with what sign-ins and registrations read. */
const CREDENTIAL = {
  id: 'AQID',
  rawId: bytes,
  type: 'public-key',
  response: {
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    attestationObject: bytes,
    getTransports: () => ['internal'],
  },
  getClientExtensionResults: () => ({}),
};

const failures: Record<Exclude<Ceremony, 'answers'>, string> = {
  'is cancelled': 'NotAllowedError',
  fails: 'UnknownError',
  'is registered already': 'InvalidStateError',
};

/** From now on the browser has passkeys, and asks this person. With a promise, the question is open until it resolves. */
export function fakeAuthenticator(ceremony: Ceremony | Promise<Ceremony>): void {
  const answer = async () => {
    const end = await ceremony;
    if (end === 'answers') return CREDENTIAL;
    throw new DOMException('The ceremony ended.', failures[end]);
  };
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator), { credentials: { get: answer, create: answer } }),
  );
}
