import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '../../../../platform/clock.ts';
import type { Config } from '../../../../platform/config/config.ts';
import { readOrCreateFile } from '../../../../platform/files/generated-file.ts';
import { StartupProblem } from '../../../../platform/startup-problem.ts';
import { detachedSignatures } from './cms.ts';
import { insertSignature, prepareSignature } from './pdf-update.ts';
import { SIGNING_USAGES } from './usages.ts';

/** The key that signs certificates, with the data to recognise it. */
export type Signer = {
  /** SHA-256 of the signing certificate's DER, hexadecimal. */
  fingerprint: string;
  pem: string;
  /** SHA-256 of the root's DER; people compare it to recognise the authority. */
  authority: string;
  /** PEM of the authorities above the signing certificate, the root last. */
  authorities: string;
  validFrom: Date;
  validUntil: Date;
  isValidAt(at: Date): boolean;
  /** Usages that other programs require and the signing certificate lacks; empty for certificates made today. */
  missingUsages: string[];
  /** The PDF with a PAdES signature over all of its bytes. */
  sign(pdf: Uint8Array, what: { reason: string; signedAt: Date }): Uint8Array;
};

/** The room for a signature, in bytes, without the certificates. */
const SIGNATURE_BYTES = 2048;
const PEM_BLOCK = /-----BEGIN ([A-Z ]+)-----[\s\S]+?-----END \1-----/g;

type Settings = Pick<Config, 'signing' | 'dataDirectory' | 'lab'>;

/**
 * Opens the laboratory's signing key. If none is configured, the first start makes a key under an authority of its own,
 * and stores both in DATA_DIR/keys.
 * @throws StartupProblem when key and certificates do not fit together.
 */
export async function openSigner(config: Settings, clock: Clock): Promise<Signer> {
  const { key, certificates } = config.signing ?? (await generated(config, clock));
  return signerOf(key, certificates, config.lab.name);
}

async function generated({ dataDirectory, lab }: Settings, clock: Clock) {
  // Imported only here, so that an installation with configured keys never loads the code that makes certificates.
  const { makeAuthority, makeSigningKey } = await import('./authority.ts');
  const path = (name: string) => join(dataDirectory, 'keys', name);
  const root = await readOrCreateFile(path('authority.pem'), async () => {
    const authority = await makeAuthority(lab.name, clock.now());
    return authority.key + authority.certificate;
  });
  const authority = {
    key: blocks(root, 'PRIVATE KEY').join('\n'),
    certificate: blocks(root, 'CERTIFICATE').join('\n'),
  };
  const bundle = await readOrCreateFile(path('signing.pem'), async () => {
    const leaf = await makeSigningKey(authority, lab.name, clock.now());
    return `${leaf.key}${leaf.certificate}${authority.certificate}\n`;
  });
  return {
    key: blocks(bundle, 'PRIVATE KEY').join('\n'),
    certificates: blocks(bundle, 'CERTIFICATE').join('\n'),
  };
}

/** A signer from PEM texts: the key, and its certificate with the authorities above it, the root last. */
export function signerOf(keyPem: string, certificatesPem: string, name: string): Signer {
  const chain = readChain(certificatesPem);
  const [certificate] = chain;
  const key = readKey(keyPem);
  if (!certificate?.checkPrivateKey(key)) {
    throw new StartupProblem('SIGNING_KEY does not belong to the first certificate of SIGNING_CERTIFICATES.');
  }
  chain.forEach((each, place) => {
    const above = chain[place + 1] ?? each;
    if (!each.checkIssued(above) || !each.verify(above.publicKey)) {
      throw new StartupProblem(
        'SIGNING_CERTIFICATES: each certificate must be followed by the one that issued it, up to a root.',
      );
    }
  });
  const signatureOver = detachedSignatures(key, chain);
  const room = chain.reduce((bytes, { raw }) => bytes + raw.length, SIGNATURE_BYTES);
  const [validFrom, validUntil] = [new Date(certificate.validFrom), new Date(certificate.validTo)];
  return {
    fingerprint: fingerprintOf(certificate),
    pem: certificate.toString(),
    authority: fingerprintOf(chain.at(-1) ?? certificate),
    authorities: chain
      .slice(1)
      .map((each) => each.toString())
      .join(''),
    validFrom,
    validUntil,
    isValidAt: (at) => validFrom <= at && at <= validUntil,
    missingUsages: missingUsages(certificate),
    sign(pdf, { reason, signedAt }) {
      const placeholder = prepareSignature(pdf, { name, reason, signedAt }, room);
      const digest = createHash('sha256').update(placeholder.before).update(placeholder.after).digest();
      return insertSignature(placeholder, signatureOver(digest));
    },
  };
}

/** SHA-256 of the certificate's DER. */
export function fingerprintOf(certificate: X509Certificate): string {
  return createHash('sha256').update(certificate.raw).digest('hex');
}

function missingUsages(certificate: X509Certificate): string[] {
  // In Node, `keyUsage` holds the extended key usages; it is undefined without any.
  const stated: string[] | undefined = certificate.keyUsage;
  return SIGNING_USAGES.filter((usage) => !stated?.includes(usage));
}

function blocks(text: string, label: string): string[] {
  return [...text.matchAll(PEM_BLOCK)].filter(([, name]) => name === label).map(([block]) => block);
}

function readKey(pem: string) {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key;
  } catch {
    // The check below reports the unreadable key, without any part of the given text.
  }
  throw new StartupProblem('SIGNING_KEY: expected an ECDSA private key on P-256 as PEM.');
}

function readChain(pem: string): X509Certificate[] {
  try {
    const chain = blocks(pem, 'CERTIFICATE').map((block) => new X509Certificate(block));
    if (chain.length >= 2) return chain;
  } catch {
    // The check below reports the unreadable certificates.
  }
  throw new StartupProblem(
    'SIGNING_CERTIFICATES: expected PEM of the signing certificate and of the authorities above it, the root last.',
  );
}
