import { checkSignature, readTrust } from '@vialproof/science/proof/certificate-check';
import { BasicConstraints, type Certificate } from 'pkijs';
import { describe, expect, it } from 'vitest';
import { shared } from '../../../../testing/test-app.ts';
import { extension, readCertificate, readPrivateKey, setValidity, signed } from './authority.ts';
import { laboratoryWithKeys, NOW, yearsBefore } from './forgery.fixture.ts';

const BASIC_CONSTRAINTS = '2.5.29.19';
const KEY_USAGE = '2.5.29.15';
const DAY = 86_400_000;

const made = shared(() => laboratoryWithKeys());

const withoutExtension = (certificate: Certificate, id: string) => {
  certificate.extensions = (certificate.extensions ?? []).filter(({ extnID }) => extnID !== id);
};

describe('an authority without the right to certify the signer is refused', () => {
  it.each<[string, (root: Certificate) => void, string]>([
    [
      'for a missing keyCertSign',
      (root) => withoutExtension(root, KEY_USAGE),
      'The laboratory’s authority has a certificate that does not allow it to certify others (keyCertSign).',
    ],
    [
      'for not being the certificate of an authority',
      (root) => {
        withoutExtension(root, BASIC_CONSTRAINTS);
        root.extensions?.push(extension(BASIC_CONSTRAINTS, new BasicConstraints({ cA: false }), true));
      },
      'The laboratory’s authority has a certificate that is not one of an authority (basicConstraints).',
    ],
    [
      'for a validity that began later',
      (root) => setValidity(root, new Date(NOW.getTime() + DAY), root.notAfter.value),
      'The laboratory’s authority was not valid yet on 2026-11-10.',
    ],
    [
      'for a validity that ended before',
      (root) => setValidity(root, yearsBefore(1), new Date(NOW.getTime() - DAY)),
      'The laboratory’s authority was no longer valid on 2026-11-10.',
    ],
  ])(
    'a certificate is refused if its authority is not good enough %s, and the reason is named',
    async (_, change, words) => {
      const { authority, signed: pdf } = made();
      const root = readCertificate(authority.certificate);
      change(root);
      const trust = await readTrust(await signed(root, await readPrivateKey(authority.key)));
      if (!trust) throw new Error('no authority');
      const { signature, bytes, authority: judged } = await checkSignature(pdf, trust);
      expect(signature).toEqual({ state: 'bad', words });
      expect([bytes.state, judged]).toEqual(['unknown', null]);
    },
  );
});
