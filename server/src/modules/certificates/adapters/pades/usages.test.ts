import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkSignature, readTrust } from '@vialproof/science/proof/certificate-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { laboratory } from '../../../../testing/lab.ts';
import { labApp, type TestApp, testApp } from '../../../../testing/test-app.ts';
import { prepareCertificates } from '../../certificates.service.ts';
import { type KeyPair, makeAuthority, makeSigningKey } from './authority.ts';
import { LABORATORY, ofOneUsage } from './forgery.fixture.ts';
import { SIGNING_USAGES } from './usages.ts';

const WARNING = 'the signing certificate lacks usages';
const DAY = 86_400_000;

let directory = '';
let authority: KeyPair;
/** A key whose certificate has a single usage. */
let narrow: KeyPair;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'usages-'));
  const made = new Date(Date.now() - DAY);
  authority = await makeAuthority(LABORATORY, made);
  const { key, certificate } = await makeSigningKey(authority, LABORATORY, made);
  narrow = { key, certificate: (await ofOneUsage(authority, certificate)) + authority.certificate };
});
afterAll(() => rm(directory, { recursive: true }));

const keysOf = async (app: TestApp) => (await app.raw('/api/log/keys')).text();
const leavesOf = (keys: string) =>
  [...keys.matchAll(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)]
    .map(([pem]) => new X509Certificate(pem))
    .filter(({ ca }) => !ca);
const fileOf = async (app: TestApp, { id }: { id: string }) =>
  new Uint8Array(await (await app.raw(`/api/tests/${id}/certificate`)).arrayBuffer());
async function signatureOf(pdf: Uint8Array<ArrayBuffer>, keys: string): Promise<string> {
  const trust = await readTrust(keys);
  return trust ? (await checkSignature(pdf, trust)).signature.state : 'no trust in these keys';
}

describe('a signing certificate without a usage causes only a warning', () => {
  it('a signing certificate without a usage causes a warning, but its signatures are valid', async () => {
    const app = await testApp({
      DATA_DIR: directory,
      SIGNING_KEY: narrow.key,
      SIGNING_CERTIFICATES: narrow.certificate,
    });
    await prepareCertificates(app.modules.certificates);
    expect(app.logWatch.says(WARNING)).toBe(true);
    const order = await (await laboratory(app)).published();
    expect(await signatureOf(await fileOf(app, order), await keysOf(app))).toBe('good');

    const after = await testApp({ DATA_DIR: directory }, { databaseUrl: app.databaseUrl });
    await prepareCertificates(after.modules.certificates);
    expect(after.logWatch.says(WARNING)).toBe(false);
    const keys = await keysOf(after);
    expect(leavesOf(keys).map(({ keyUsage }) => keyUsage)).toEqual([['1.3.6.1.5.5.7.3.36'], SIGNING_USAGES]);
    expect(await signatureOf(await fileOf(after, order), keys)).toBe('good');
  });
});

describe('a signing certificate that is out of date is reported', () => {
  it.each([
    ['is reported as not valid yet before it', DAY, 'is not valid yet'],
    ['is reported as expired after it', -4 * 366 * DAY, 'has expired'],
  ])(
    'a signing certificate that is not valid now is reported %s, when the server starts and when a result is published',
    async (_, begins, words) => {
      const signing = await makeSigningKey(authority, LABORATORY, new Date(Date.now() + begins));
      const app = await labApp({
        SIGNING_KEY: signing.key,
        SIGNING_CERTIFICATES: signing.certificate + authority.certificate,
      });
      await expect(prepareCertificates(app.modules.certificates)).rejects.toThrow(words);
      const lab = await laboratory(app);
      const { status, body } = await lab.publish(lab.reviewer, await lab.inReview());
      expect([status, body.detail]).toEqual([503, expect.stringContaining(words)]);
    },
  );
});
