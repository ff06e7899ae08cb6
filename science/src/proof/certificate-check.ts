import { type BasicConstraints, Certificate, type ExtKeyUsage } from 'pkijs';
import { type Bytes, fromBase64, isEqual, sha256, toHex } from './bytes.ts';
import { derOf, readCms } from './cms-signature.ts';
import { readPdfSignature } from './pdf-signature.ts';
import { type NoteKey, readNoteKey } from './signed-note.ts';

/** One check of a certificate, with its result in a sentence. */
export type Fact = { state: 'good' | 'bad' | 'unknown'; words: string };

/** The keys that the person trusts who checks the certificate. */
export type Trust = {
  logKeys: NoteKey[];
  /** The root certificates, in the format DER. */
  authorities: Bytes[];
  /** The fingerprints of trusted signing certificates; empty: all of these authorities. */
  signers: string[];
};

export type SignatureReport = {
  /** The SHA-256 of the whole file, hexadecimal. */
  sha256: string;
  /** Whether the file has a signature, valid or not. */
  isSigned: boolean;
  signature: Fact;
  bytes: Fact;
  signer: { name: string; fingerprint: string } | null;
  /** The SHA-256 of the root certificate above the signer's. Null if it is not trusted. */
  authority: string | null;
  /** The time of signing in ISO 8601. */
  signedAt: string | null;
};

const OID = {
  commonName: '2.5.4.3',
  basicConstraints: '2.5.29.19',
  keyUsage: '2.5.29.15',
  extendedKeyUsage: '2.5.29.37',
  documentSigning: '1.3.6.1.5.5.7.3.36',
} as const;
/** The bits of keyUsage in a certificate. */
const USAGE = { digitalSignature: 0x80, nonRepudiation: 0x40, keyCertSign: 0x04 };
const MOST_AUTHORITIES = 4;

const good = (words: string): Fact => ({ state: 'good', words });
const bad = (words: string): Fact => ({ state: 'bad', words });
const unknown = (words: string): Fact => ({ state: 'unknown', words });

/** Checks who signed a PDF, and whether it is unchanged since, with only the file and `trust`. */
export async function checkSignature(pdf: Bytes, trust: Trust): Promise<SignatureReport> {
  const report = { sha256: toHex(await sha256(pdf)), signer: null, authority: null, signedAt: null };
  const found = readPdfSignature(pdf);
  if ('words' in found) {
    const { isSigned } = found;
    const bytes = isSigned
      ? bad(found.words)
      : unknown('Without a signature the file itself does not tell whether it was changed.');
    const words = isSigned
      ? 'The signature does not cover the file as it is, so it says nothing of it.'
      : found.words;
    return { ...report, isSigned, signature: bad(words), bytes };
  }
  const cms = await readCms(found.der);
  if (!cms) {
    const words = 'The signature is not one that the laboratory makes, or it was damaged.';
    return {
      ...report,
      isSigned: true,
      signature: bad(words),
      bytes: unknown('A damaged signature tells nothing of the file.'),
    };
  }
  const signer = { name: nameOf(cms.signer), fingerprint: toHex(await sha256(derOf(cms.signer))) };
  const isUnchanged = isEqual(cms.digest, await sha256(found.signed));
  const judged = cms.isRight
    ? await judgeSigner(
        cms.signer,
        { ...found, fingerprint: signer.fingerprint, embedded: cms.certificates },
        trust,
      )
    : { refusal: 'The signature does not belong to the key and certificate that it names.' };
  const isRefused = 'refusal' in judged;
  const changed = cms.isRight
    ? 'The file was changed after it was signed.'
    : 'The file and its signature do not belong together: one of them was changed.';
  return {
    ...report,
    isSigned: true,
    signer,
    authority: isRefused ? null : toHex(await sha256(judged.root)),
    signedAt: found.signedAt,
    signature: isRefused ? bad(judged.refusal) : good(`Signed with the key of ${signer.name}.`),
    bytes: !isUnchanged
      ? bad(changed)
      : isRefused
        ? unknown(
            'What the signature covers is as it was signed, but not shown to be signed by the laboratory.',
          )
        : good('What the signature covers is as it was signed; the signature itself is not covered.'),
  };
}

type Signing = { fingerprint: string; signedAt: string | null; embedded: Certificate[] };

/** The root certificate above the signer's, or a refusal. */
type Judged = { root: Bytes } | { refusal: string };

async function judgeSigner(signer: Certificate, signing: Signing, trust: Trust): Promise<Judged> {
  if (signing.signedAt === null) return { refusal: 'The signature does not say when it was made.' };
  const at = new Date(signing.signedAt);
  const unfit = unfitForSigning(signer);
  if (unfit) return { refusal: unfit };
  if (!isValidAt(signer, at)) {
    const day = signing.signedAt.slice(0, 10);
    return { refusal: `The signer’s certificate was not valid on ${day}, when it was used.` };
  }
  const chain = await judgeChain(signer, signing.embedded, at, trust);
  const isKnown = trust.signers.length === 0 || trust.signers.includes(signing.fingerprint);
  if ('refusal' in chain || isKnown) return chain;
  return { refusal: 'The signer’s key is none of those that the laboratory has ever signed with.' };
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

async function judgeChain(
  signer: Certificate,
  embedded: Certificate[],
  at: Date,
  { authorities }: Trust,
): Promise<Judged> {
  const roots = authorities.map((der) => ({ der, certificate: Certificate.fromBER(der) }));
  let certificate = signer;
  for (let step = 0; step < MOST_AUTHORITIES; step += 1) {
    const named = roots.filter((root) => root.certificate.subject.isEqual(certificate.issuer));
    for (const root of named) {
      if (!(await isSignedBy(certificate, root.certificate))) continue;
      const unfit = unfitAuthority(root.certificate, at);
      return unfit ? { refusal: unfit } : { root: root.der };
    }
    const above = await firstThat(
      embedded.filter((each) => each !== certificate && each.subject.isEqual(certificate.issuer)),
      (each) => isSignedBy(certificate, each),
    );
    if (!above || above.subject.isEqual(above.issuer)) {
      const refusal =
        named.length > 0
          ? 'The signature names the laboratory’s authority, but that authority did not certify the signer.'
          : 'The signer was certified by an authority that is not the laboratory’s.';
      return { refusal };
    }
    if (!mayCertify(above))
      return { refusal: 'The signer was certified by somebody who may not certify others.' };
    if (!isValidAt(above, at))
      return { refusal: 'The signer was certified by an authority that was not valid then.' };
    certificate = above;
  }
  return { refusal: 'The signer was certified by too long a chain of authorities.' };
}

/** What is wrong with a root certificate, in a sentence. */
function unfitAuthority(root: Certificate, at: Date): string | undefined {
  const day = at.toISOString().slice(0, 10);
  if (at < root.notBefore.value) return `The laboratory’s authority was not valid yet on ${day}.`;
  if (at > root.notAfter.value) return `The laboratory’s authority was no longer valid on ${day}.`;
  if (!isAuthority(root))
    return 'The laboratory’s authority has a certificate that is not one of an authority (basicConstraints).';
  if (!mayCertify(root))
    return 'The laboratory’s authority has a certificate that does not allow it to certify others (keyCertSign).';
  return undefined;
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

function isAuthority(certificate: Certificate): boolean {
  const constraints: BasicConstraints | undefined = extensionOf(certificate, OID.basicConstraints);
  return constraints?.cA === true;
}

const mayCertify = (certificate: Certificate): boolean =>
  isAuthority(certificate) && (usageOf(certificate) & USAGE.keyCertSign) !== 0;

/** The subject's name in an X.509 certificate. Anybody can choose it, so it is shown on one line. */
function nameOf({ subject }: Certificate): string {
  const name = subject.typesAndValues.find(({ type }) => type === OID.commonName)?.value.valueBlock.value;
  return typeof name === 'string' && name !== ''
    ? name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?')
    : 'an unnamed signer';
}

/**
 * Reads a file of keys: keys of a log in lines 'name+id+key', and certificates as PEM. A certificate that signs itself
 * is a root certificate. Undefined without such a certificate.
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
