import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { ExtKeyUsage } from 'pkijs';
import { createCompiler } from '../typst/compiler.ts';
import { filesOf } from '../typst/document.ts';
import { coveredCodePoints } from '../typst/fonts.ts';
import { sampleCertificate } from '../typst/sample.fixture.ts';
import {
  extension,
  type KeyPair,
  makeAuthority,
  makeSigningKey,
  readCertificate,
  readPrivateKey,
  setValidity,
  signed,
} from './authority.ts';
import { detachedSignatures } from './cms.ts';
import { insertSignature, prepareSignature } from './pdf-update.ts';
import { signerOf } from './signer.ts';

export const LABORATORY = 'Example Laboratory';
export const NOW = new Date('2026-11-10T10:30:00Z');
export const yearsBefore = (years: number) => new Date(NOW.getTime() - years * 366 * 86_400_000);

type Bytes = Uint8Array<ArrayBuffer>;

/** A small certificate without a signature. */
export function printed(purity = 99.1): Bytes {
  const sample = sampleCertificate({ chromatogram: null });
  const measurements = sample.measurements.map((line, place) =>
    place === 0 ? { ...line, value: purity } : line,
  );
  return new Uint8Array(createCompiler().compile(filesOf({ ...sample, measurements }, coveredCodePoints())));
}

/** A laboratory with an authority, a key, and a signed certificate. */
export async function laboratoryWithKeys(begun = yearsBefore(1)) {
  const authority = await makeAuthority(LABORATORY, begun);
  const signing = await makeSigningKey(authority, LABORATORY, begun);
  const signer = signerOf(signing.key, signing.certificate + authority.certificate, LABORATORY);
  const plain = printed();
  const signed = new Uint8Array(signer.sign(plain, { reason: 'Test', signedAt: NOW }));
  return { authority, signing, signer, plain, signed };
}

/** Signs a PDF without checking that the private key fits the certificate. */
export function signAnyhow(
  pdf: Uint8Array,
  key: string,
  chain: KeyPair['certificate'][],
  signedAt = NOW,
): Bytes {
  const placeholder = prepareSignature(pdf, { name: LABORATORY, reason: 'Test', signedAt }, 6000);
  const digest = createHash('sha256').update(placeholder.before).update(placeholder.after).digest();
  const certificates = chain.map((pem) => new X509Certificate(pem));
  return new Uint8Array(
    insertSignature(placeholder, detachedSignatures(createPrivateKey(key), certificates)(digest)),
  );
}

const EXTENDED_KEY_USAGE = '2.5.29.37';

/** A second certificate for the same signing key, with the same issuer, number and length. */
export async function reissued(authority: KeyPair, pem: string): Promise<string> {
  const old = readCertificate(pem);
  for (let later = 1; ; later += 1) {
    const certificate = readCertificate(pem);
    setValidity(certificate, old.notBefore.value, new Date(old.notAfter.value.getTime() - later * 1000));
    const made = await signed(certificate, await readPrivateKey(authority.key));
    // A signature can be two bytes shorter; then another certificate is made.
    if (new X509Certificate(made).raw.length === new X509Certificate(pem).raw.length) return made;
  }
}

/** A certificate that allows only one use of its key, as other programs make it. */
export async function ofOneUsage(authority: KeyPair, pem: string): Promise<string> {
  const certificate = readCertificate(pem);
  const others = (certificate.extensions ?? []).filter(({ extnID }) => extnID !== EXTENDED_KEY_USAGE);
  const usage = extension(
    EXTENDED_KEY_USAGE,
    new ExtKeyUsage({ keyPurposes: ['1.3.6.1.5.5.7.3.36'] }),
    false,
  );
  certificate.extensions = [...others, usage];
  return signed(certificate, await readPrivateKey(authority.key));
}
