import 'reflect-metadata';
import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { createCompiler } from '../render/compiler.ts';
import { filesOf } from '../render/document.ts';
import { coveredCodePoints } from '../render/fonts.ts';
import { sampleCertificate } from '../render/sample.fixture.ts';
import { type KeyPair, makeAuthority, makeSigningKey } from './authority.ts';
import { detachedSignatures } from './cms.ts';
import { insertSignature, prepareSignature } from './pdf-update.ts';
import { signerOf } from './signer.ts';

export const LABORATORY = 'Example Laboratory';
export const NOW = new Date('2026-11-10T10:30:00Z');
export const yearsBefore = (years: number) => new Date(NOW.getTime() - years * 366 * 86_400_000);

type Bytes = Uint8Array<ArrayBuffer>;

/** A small certificate as Typst makes it, with the given purity; not signed. */
export function printed(purity = 99.1): Bytes {
  const sample = sampleCertificate({ chromatogram: null });
  const measurements = sample.measurements.map((line, place) =>
    place === 0 ? { ...line, value: purity } : line,
  );
  return new Uint8Array(createCompiler().compile(filesOf({ ...sample, measurements }, coveredCodePoints())));
}

/** A laboratory with its authority, its signing key, and a certificate that it signed. */
export async function laboratoryWithKeys(begun = yearsBefore(1)) {
  const authority = await makeAuthority(LABORATORY, begun);
  const signing = await makeSigningKey(authority, LABORATORY, begun);
  const signer = signerOf(signing.key, signing.certificate + authority.certificate, LABORATORY);
  const plain = printed();
  const signed = new Uint8Array(signer.sign(plain, { reason: 'Test', signedAt: NOW }));
  return { authority, signing, signer, plain, signed };
}

/** Signs whatever with whatever, without a look at whether the parts fit. */
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

/** Another certificate for the key, issuer and serial number of one that the authority issued; of the same length. */
export async function reissued(authority: KeyPair, pem: string): Promise<string> {
  const old = new x509.X509Certificate(pem);
  for (let later = 1; ; later += 1) {
    const notAfter = new Date(old.notAfter.getTime() - later * 1000);
    const made = await issuedAgain(authority, old, { notAfter });
    // A signature's DER is up to two bytes shorter now and then.
    if (made.rawData.byteLength === old.rawData.byteLength) return made.toString('pem');
  }
}

/** The certificate as earlier versions made it, for document signing (RFC 9336) alone. */
export async function asMadeEarlier(authority: KeyPair, pem: string): Promise<string> {
  const old = new x509.X509Certificate(pem);
  const others = old.extensions.filter((each) => !(each instanceof x509.ExtendedKeyUsageExtension));
  const usage = new x509.ExtendedKeyUsageExtension(['1.3.6.1.5.5.7.3.36']);
  return `${(await issuedAgain(authority, old, { extensions: [...others, usage] })).toString('pem')}\n`;
}

async function issuedAgain(
  authority: KeyPair,
  old: x509.X509Certificate,
  change: { notAfter?: Date; extensions?: x509.Extension[] },
): Promise<x509.X509Certificate> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const key = x509.PemConverter.decodeFirst(authority.key);
  return x509.X509CertificateGenerator.create({
    serialNumber: old.serialNumber,
    subject: old.subject,
    issuer: old.issuer,
    notBefore: old.notBefore,
    notAfter: old.notAfter,
    publicKey: old.publicKey,
    signingKey: await crypto.subtle.importKey('pkcs8', key, algorithm, false, ['sign']),
    signingAlgorithm: algorithm,
    extensions: old.extensions,
    ...change,
  });
}
