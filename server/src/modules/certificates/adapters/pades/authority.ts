import type { webcrypto } from 'node:crypto';
import { BitString, Integer, OctetString, Sequence, Set as SetOf, Utf8String } from 'asn1js';
import {
  AttributeTypeAndValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  Extension,
  ExtKeyUsage,
  RelativeDistinguishedNames,
  Time,
  TimeType,
} from 'pkijs';
import { SIGNING_USAGES } from './usages.ts';

/** A private key and its certificate, both as PEM. */
export type KeyPair = { key: string; certificate: string };

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const AUTHORITY_YEARS = 20;
const SIGNING_YEARS = 3;
/** This number means X.509 version 3. */
const VERSION_3 = 2;
/** The last year that the format UTCTime can write (RFC 5280, 4.1.2.5). */
const LAST_YEAR_OF_UTC_TIME = 2049;
const ID = {
  organisation: '2.5.4.10',
  commonName: '2.5.4.3',
  subjectKey: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  authorityKey: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
} as const;
/** The bits of key usages (RFC 5280, 4.2.1.3); `unused` is the number of unused bits. */
const KEY_CERT_AND_CRL_SIGN = { bits: 0b0000_0110, unused: 1 };
const DIGITAL_SIGNATURE_AND_NON_REPUDIATION = { bits: 0b1100_0000, unused: 6 };

/** Makes the certificate authority of a laboratory, which only signs certificates of signing keys. */
export async function makeAuthority(laboratory: string, now: Date): Promise<KeyPair> {
  const keys = await generateKeys();
  const name = nameOf(laboratory, `${laboratory} root`);
  const certificate = await draft(keys.publicKey, { subject: name, issuer: name });
  setValidity(certificate, now, yearsAfter(now, AUTHORITY_YEARS));
  certificate.extensions = [
    extension(ID.basicConstraints, new BasicConstraints({ cA: true, pathLenConstraint: 0 }), true),
    keyUsage(KEY_CERT_AND_CRL_SIGN),
    await subjectKeyIdentifier(certificate),
  ];
  return { key: await pemOfKey(keys.privateKey), certificate: await signed(certificate, keys.privateKey) };
}

/** Makes a new key for signing certificates of analysis, with an authority's certificate for three years. */
export async function makeSigningKey(authority: KeyPair, laboratory: string, now: Date): Promise<KeyPair> {
  const keys = await generateKeys();
  const above = readCertificate(authority.certificate);
  const subject = nameOf(laboratory, laboratory);
  const certificate = await draft(keys.publicKey, { subject, issuer: above.subject });
  const [end, last] = [yearsAfter(now, SIGNING_YEARS), above.notAfter.value];
  setValidity(certificate, now, end < last ? end : last);
  const keyIdentifier = new OctetString({ valueHex: await above.getKeyHash() });
  certificate.extensions = [
    extension(ID.basicConstraints, new BasicConstraints({ cA: false }), true),
    keyUsage(DIGITAL_SIGNATURE_AND_NON_REPUDIATION),
    extension(ID.extendedKeyUsage, new ExtKeyUsage({ keyPurposes: SIGNING_USAGES }), false),
    await subjectKeyIdentifier(certificate),
    extension(ID.authorityKey, new AuthorityKeyIdentifier({ keyIdentifier }), false),
  ];
  return {
    key: await pemOfKey(keys.privateKey),
    certificate: await signed(certificate, await readPrivateKey(authority.key)),
  };
}

export const readCertificate = (pem: string): Certificate => Certificate.fromBER(bytesOf(pem));

/** Reads a private key from PEM. */
export function readPrivateKey(pem: string): Promise<webcrypto.CryptoKey> {
  return crypto.subtle.importKey('pkcs8', bytesOf(pem), ALGORITHM, false, ['sign']);
}

/** Signs a certificate with its issuer's key; returns PEM. */
export async function signed(certificate: Certificate, issuer: webcrypto.CryptoKey): Promise<string> {
  await certificate.sign(issuer, 'SHA-256');
  return pemOf('CERTIFICATE', certificate.toSchema(true).toBER());
}

export function setValidity(certificate: Certificate, from: Date, until: Date): void {
  certificate.notBefore = timeOf(from);
  certificate.notAfter = timeOf(until);
}

export function extension(
  id: string,
  value: { toSchema(): { toBER(): ArrayBuffer } },
  critical: boolean,
): Extension {
  return new Extension({ extnID: id, critical, extnValue: value.toSchema().toBER() });
}

type Names = { subject: RelativeDistinguishedNames; issuer: RelativeDistinguishedNames };

async function draft(publicKey: webcrypto.CryptoKey, { subject, issuer }: Names): Promise<Certificate> {
  const certificate = new Certificate();
  certificate.version = VERSION_3;
  certificate.serialNumber = new Integer({ valueHex: serialNumber() });
  certificate.subject = subject;
  certificate.issuer = issuer;
  await certificate.subjectPublicKeyInfo.importKey(publicKey);
  return certificate;
}

const generateKeys = () => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

/** A serial number of 16 random bytes. */
function serialNumber(): ArrayBuffer {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.buffer;
}

/** A name of two parts, each in a set of its own, which the library would not do. */
function nameOf(organisation: string, commonName: string): RelativeDistinguishedNames {
  const part = (type: string, value: string) =>
    new SetOf({ value: [new AttributeTypeAndValue({ type, value: new Utf8String({ value }) }).toSchema()] });
  const parts = [part(ID.organisation, organisation), part(ID.commonName, commonName)];
  return RelativeDistinguishedNames.fromBER(new Sequence({ value: parts }).toBER());
}

function timeOf(value: Date): Time {
  const isLate = value.getUTCFullYear() > LAST_YEAR_OF_UTC_TIME;
  return new Time({ type: isLate ? TimeType.GeneralizedTime : TimeType.UTCTime, value });
}

function yearsAfter(at: Date, years: number): Date {
  const end = new Date(at);
  end.setUTCFullYear(end.getUTCFullYear() + years);
  return end;
}

function keyUsage({ bits, unused }: { bits: number; unused: number }): Extension {
  const value = new BitString({ valueHex: new Uint8Array([bits]).buffer, unusedBits: unused });
  return new Extension({ extnID: ID.keyUsage, critical: true, extnValue: value.toBER() });
}

async function subjectKeyIdentifier(certificate: Certificate): Promise<Extension> {
  const value = new OctetString({ valueHex: await certificate.getKeyHash() });
  return new Extension({ extnID: ID.subjectKey, critical: false, extnValue: value.toBER() });
}

async function pemOfKey(key: webcrypto.CryptoKey): Promise<string> {
  return pemOf('PRIVATE KEY', await crypto.subtle.exportKey('pkcs8', key));
}

function pemOf(label: string, der: ArrayBuffer): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}

/** The bytes of the first PEM block. */
function bytesOf(pem: string): Uint8Array<ArrayBuffer> {
  const [, base64 = ''] = /-----BEGIN [A-Z ]+-----([^-]+)-----END/.exec(pem) ?? [];
  return new Uint8Array(Buffer.from(base64, 'base64'));
}
