// x509 decorates its classes through this; it stands first.
import type { webcrypto } from 'node:crypto';
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import { SIGNING_USAGES } from './usages.ts';

/** PEM of a private key (PKCS #8) and of its certificate. */
export type KeyPair = { key: string; certificate: string };

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const AUTHORITY_YEARS = 20;
const SIGNING_YEARS = 3;

const generate = () => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

async function pemOf(key: webcrypto.CryptoKey): Promise<string> {
  return `${x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')}\n`;
}

function yearsAfter(at: Date, years: number): Date {
  const end = new Date(at);
  end.setUTCFullYear(end.getUTCFullYear() + years);
  return end;
}

/** Positive and never the same twice: 16 random bytes. */
function serialNumber(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return Buffer.from(bytes).toString('hex');
}

/** The authority of a laboratory: a root that signs nothing but the certificates of its signing keys. */
export async function makeAuthority(laboratory: string, now: Date): Promise<KeyPair> {
  const keys = await generate();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: nameOf(laboratory, `${laboratory} root`),
    notBefore: now,
    notAfter: yearsAfter(now, AUTHORITY_YEARS),
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { key: await pemOf(keys.privateKey), certificate: `${certificate.toString('pem')}\n` };
}

/** A new key that signs certificates of analysis, certified by the authority for three years. */
export async function makeSigningKey(authority: KeyPair, laboratory: string, now: Date): Promise<KeyPair> {
  const keys = await generate();
  const issuer = new x509.X509Certificate(authority.certificate);
  const issuerKey = await crypto.subtle.importKey(
    'pkcs8',
    x509.PemConverter.decodeFirst(authority.key),
    ALGORITHM,
    false,
    ['sign'],
  );
  const end = yearsAfter(now, SIGNING_YEARS);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: nameOf(laboratory, laboratory),
    issuer: issuer.subject,
    notBefore: now,
    notAfter: end < issuer.notAfter ? end : issuer.notAfter,
    publicKey: keys.publicKey,
    signingKey: issuerKey,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation,
        true,
      ),
      new x509.ExtendedKeyUsageExtension(SIGNING_USAGES),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  return { key: await pemOf(keys.privateKey), certificate: `${certificate.toString('pem')}\n` };
}

function nameOf(organisation: string, commonName: string): string {
  return new x509.Name([{ O: [organisation] }, { CN: [commonName] }]).toString();
}
