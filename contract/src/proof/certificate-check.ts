import { OctetString, type Sequence } from 'asn1js';
import {
  type BasicConstraints,
  Certificate,
  ContentInfo,
  type ExtKeyUsage,
  getCrypto,
  SignedData,
  type SignerInfo,
} from 'pkijs';
import { type Bytes, fromBase64, isEqual, sha256, toHex } from './bytes.ts';
import { readPdfSignature } from './pdf-signature.ts';
import { type NoteKey, readNoteKey } from './signed-note.ts';

/** One of the things that are asked about a certificate, and the answer in a sentence. */
export type Fact = { state: 'good' | 'bad' | 'unknown'; words: string };

/** Whom a checker believes. */
export type Trust = {
  logKeys: NoteKey[];
  /** DER of the authorities' roots. */
  authorities: Bytes[];
  /** Fingerprints of the signing certificates; with none, whatever the authorities certified for signing documents. */
  signers: string[];
};

export type SignatureReport = {
  /** Of the whole file, hexadecimal. */
  sha256: string;
  signature: Fact;
  bytes: Fact;
  signer: { name: string; fingerprint: string } | null;
  /** ISO 8601. */
  signedAt: string | null;
};

const OID = {
  data: '1.2.840.113549.1.7.1',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
  ecdsaSha256: '1.2.840.10045.4.3.2',
  commonName: '2.5.4.3',
  basicConstraints: '2.5.29.19',
  keyUsage: '2.5.29.15',
  extendedKeyUsage: '2.5.29.37',
  documentSigning: '1.3.6.1.5.5.7.3.36',
} as const;
/** Bits of keyUsage, from the left of its first byte. */
const USAGE = { digitalSignature: 0x80, nonRepudiation: 0x40, keyCertSign: 0x04 };
const MOST_AUTHORITIES = 4;

const good = (words: string): Fact => ({ state: 'good', words });
const bad = (words: string): Fact => ({ state: 'bad', words });
const unknown = (words: string): Fact => ({ state: 'unknown', words });
const derOf = (certificate: Certificate): Bytes => new Uint8Array(certificate.toSchema().toBER(false));

/** Checks who signed a PDF and whether it is as it was signed, with nothing but the file and `trust`. */
export async function checkSignature(pdf: Bytes, trust: Trust): Promise<SignatureReport> {
  const report = { sha256: toHex(await sha256(pdf)), signer: null, signedAt: null };
  const found = readPdfSignature(pdf);
  if ('words' in found) {
    const bytes = found.isSigned
      ? bad(found.words)
      : unknown('Without a signature the file itself does not tell whether it was changed.');
    const words = found.isSigned
      ? 'What is signed is not this file, so the signature says nothing of it.'
      : found.words;
    return { ...report, signature: bad(words), bytes };
  }
  const cms = await readCms(found.der);
  if (!cms) {
    const words = 'The signature is not one that the laboratory makes, or it was damaged.';
    return {
      ...report,
      signature: bad(words),
      bytes: unknown('A damaged signature tells nothing of the file.'),
    };
  }
  const signer = { name: nameOf(cms.signer), fingerprint: toHex(await sha256(derOf(cms.signer))) };
  const isUnchanged = isEqual(cms.digest, await sha256(found.signed));
  const refusal = cms.isRight
    ? await refusalOf(
        cms.signer,
        { ...found, fingerprint: signer.fingerprint, embedded: cms.certificates },
        trust,
      )
    : 'The signature does not belong to the key and certificate that it names.';
  return {
    ...report,
    signer,
    signedAt: found.signedAt,
    signature: refusal ? bad(refusal) : good(`Signed with the key of ${signer.name}.`),
    bytes: !isUnchanged
      ? bad('The file was changed after it was signed.')
      : refusal
        ? unknown('It is as it was signed, but the laboratory did not sign it.')
        : good('Every byte is as it was signed.'),
  };
}

type Cms = { signer: Certificate; certificates: Certificate[]; digest: Bytes; isRight: boolean };

/** One detached signature with ECDSA and SHA-256 that binds its certificate; undefined for anything else. */
async function readCms(der: Bytes): Promise<Cms | undefined> {
  try {
    const signed = new SignedData({ schema: ContentInfo.fromBER(der).content });
    const [info, ...others] = signed.signerInfos;
    const certificates = (signed.certificates ?? []).filter((each) => each instanceof Certificate);
    const signer = certificates.find((each) => isNamedBy(each, info));
    if (!info?.signedAttrs || !signer || others.length > 0 || signed.encapContentInfo.eContent)
      return undefined;
    const isUsual =
      info.digestAlgorithm.algorithmId === OID.sha256 &&
      info.signatureAlgorithm.algorithmId === OID.ecdsaSha256;
    const contentType = attributeValue(info, OID.contentType);
    const digest = attributeValue(info, OID.messageDigest);
    const isOfData = contentType?.valueBlock.toString() === OID.data;
    if (!isUsual || !isOfData || !(digest instanceof OctetString)) return undefined;
    const isBound = await bindsCertificate(info, signer);
    const isRight = await getCrypto(true).verifyWithPublicKey(
      info.signedAttrs.encodedValue,
      info.signature,
      signer.subjectPublicKeyInfo,
      info.signatureAlgorithm,
      'SHA-256',
    );
    return { signer, certificates, digest: bytesOf(digest), isRight: isRight && isBound };
  } catch {
    // Whatever cannot be read as a signature is none.
    return undefined;
  }
}

const bytesOf = (value: OctetString): Bytes => new Uint8Array(value.valueBlock.valueHexView);

function isNamedBy(certificate: Certificate, info: SignerInfo | undefined): boolean {
  const { issuer, serialNumber } = info?.sid ?? {};
  return certificate.issuer.isEqual(issuer) && certificate.serialNumber.isEqual(serialNumber);
}

/** The one value of a signed attribute. */
function attributeValue(info: SignerInfo, type: string) {
  const found = info.signedAttrs?.attributes.filter((each) => each.type === type) ?? [];
  return found.length === 1 && found[0]?.values.length === 1 ? found[0].values[0] : undefined;
}

/** ESS signing-certificate-v2 (RFC 5035): the first id's hash is that of the signer's certificate. */
async function bindsCertificate(info: SignerInfo, signer: Certificate): Promise<boolean> {
  const value: Sequence | undefined = attributeValue(info, OID.signingCertificate);
  const ids = value?.valueBlock.value[0] as Sequence | undefined;
  const first = ids?.valueBlock.value[0] as Sequence | undefined;
  const hash = first?.valueBlock.value.find((each) => each instanceof OctetString);
  return hash !== undefined && isEqual(bytesOf(hash), await sha256(derOf(signer)));
}

type Signing = { fingerprint: string; signedAt: string | null; embedded: Certificate[] };

/** Why the signer is not the laboratory, in a sentence; undefined when it is. */
async function refusalOf(signer: Certificate, signing: Signing, trust: Trust): Promise<string | undefined> {
  if (signing.signedAt === null) return 'The signature does not say when it was made.';
  const at = new Date(signing.signedAt);
  const unfit = unfitForSigning(signer);
  if (unfit) return unfit;
  if (!isValidAt(signer, at))
    return `The signer’s certificate was not valid on ${signing.signedAt.slice(0, 10)}, when it was used.`;
  const untrusted = await chainRefusal(signer, signing.embedded, at, trust);
  if (untrusted) return untrusted;
  const isKnown = trust.signers.length === 0 || trust.signers.includes(signing.fingerprint);
  return isKnown ? undefined : 'The signer’s key is none of those that the laboratory has ever signed with.';
}

function unfitForSigning(signer: Certificate): string | undefined {
  const usage = usageOf(signer);
  const uses: ExtKeyUsage | undefined = extensionOf(signer, OID.extendedKeyUsage);
  const maySign = (usage & USAGE.digitalSignature) !== 0 && (usage & USAGE.nonRepudiation) !== 0;
  const isForDocuments = uses?.keyPurposes.includes(OID.documentSigning) ?? false;
  if (mayCertify(signer) || !maySign || !isForDocuments)
    return 'The signer’s certificate is not one for signing documents.';
  return undefined;
}

async function chainRefusal(
  signer: Certificate,
  embedded: Certificate[],
  at: Date,
  { authorities }: Trust,
): Promise<string | undefined> {
  const roots = authorities.map((der) => Certificate.fromBER(der));
  let certificate = signer;
  for (let step = 0; step < MOST_AUTHORITIES; step += 1) {
    const named = roots.filter((root) => root.subject.isEqual(certificate.issuer));
    for (const root of named) {
      if (!(await isSignedBy(certificate, root))) continue;
      return isValidAt(root, at) && mayCertify(root)
        ? undefined
        : 'The laboratory’s authority was not valid then.';
    }
    const above = await firstThat(
      embedded.filter((each) => each !== certificate && each.subject.isEqual(certificate.issuer)),
      (each) => isSignedBy(certificate, each),
    );
    if (!above || above.subject.isEqual(above.issuer)) {
      return named.length > 0
        ? 'The signature names the laboratory’s authority, but that authority did not certify the signer.'
        : 'The signer was certified by an authority that is not the laboratory’s.';
    }
    if (!mayCertify(above)) return 'The signer was certified by somebody who may not certify others.';
    if (!isValidAt(above, at)) return 'The signer was certified by an authority that was not valid then.';
    certificate = above;
  }
  return 'The signer was certified by too long a chain of authorities.';
}

async function firstThat<T>(items: T[], holds: (item: T) => Promise<boolean>): Promise<T | undefined> {
  for (const item of items) if (await holds(item)) return item;
  return undefined;
}

const isSignedBy = (certificate: Certificate, issuer: Certificate): Promise<boolean> =>
  certificate.verify(issuer).catch(() => false);

const isValidAt = ({ notBefore, notAfter }: Certificate, at: Date) =>
  notBefore.value <= at && at <= notAfter.value;

const extensionOf = (certificate: Certificate, id: string) =>
  certificate.extensions?.find(({ extnID }) => extnID === id)?.parsedValue;

function usageOf(certificate: Certificate): number {
  return extensionOf(certificate, OID.keyUsage)?.valueBlock.valueHexView[0] ?? 0;
}

function mayCertify(certificate: Certificate): boolean {
  const constraints: BasicConstraints | undefined = extensionOf(certificate, OID.basicConstraints);
  return constraints?.cA === true && (usageOf(certificate) & USAGE.keyCertSign) !== 0;
}

function nameOf({ subject }: Certificate): string {
  const name = subject.typesAndValues.find(({ type }) => type === OID.commonName)?.value.valueBlock.value;
  return typeof name === 'string' && name !== '' ? name : 'an unnamed signer';
}

/**
 * Reads a file of keys: lines 'name+id+key' of logs, and certificates as PEM, of which those that certify themselves are
 * the authorities and the others the signers. Everything else in it is left alone. Undefined when it names no authority.
 */
export async function readTrust(text: string): Promise<Trust | undefined> {
  const trust: Trust = { logKeys: [], authorities: [], signers: [] };
  for (const line of text.split(/\r?\n/)) {
    const key = line.includes('+') && !line.includes(' ') ? await readNoteKey(line) : undefined;
    if (key) trust.logKeys.push(key);
  }
  for (const [, body = ''] of text.matchAll(
    /-----BEGIN CERTIFICATE-----([\s\S]*?)-----END CERTIFICATE-----/g,
  )) {
    const der = fromBase64(body.replace(/\s/g, ''));
    const certificate = der && readCertificate(der);
    if (!der || !certificate) return undefined;
    if (certificate.subject.isEqual(certificate.issuer)) trust.authorities.push(der);
    else if (!mayCertify(certificate)) trust.signers.push(toHex(await sha256(der)));
  }
  return trust.authorities.length > 0 ? trust : undefined;
}

function readCertificate(der: Bytes): Certificate | undefined {
  try {
    return Certificate.fromBER(der);
  } catch {
    return undefined;
  }
}
