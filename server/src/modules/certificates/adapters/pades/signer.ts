import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '../../../../platform/clock.ts';
import type { Config } from '../../../../platform/config/config.ts';
import { readOrCreateFile } from '../../../../platform/files/generated-file.ts';
import { StartupProblem } from '../../../../platform/startup-problem.ts';
import { detachedSignatures } from './cms.ts';
import { insertSignature, prepareSignature } from './pdf-update.ts';
import { SIGNING_USAGES } from './usages.ts';

/** The key that signs certificates. */
export type Signer = {
  /** The SHA-256 of the signing certificate. */
  fingerprint: string;
  pem: string;
  /** The SHA-256 of the root certificate, which people compare. */
  authority: string;
  /** The certificates above the signing certificate, as PEM; the root is the last. */
  authorities: string;
  validFrom: Date;
  validUntil: Date;
  isValidAt(at: Date): boolean;
  /** Usages that other programs need and this certificate lacks. */
  missingUsages: string[];
  /** The PDF with a signature over all of its bytes. */
  sign(pdf: Uint8Array, what: { reason: string; signedAt: Date }): Uint8Array;
};

/** The space for a signature without its certificates. */
const SIGNATURE_BYTES = 2048;
const PEM_BLOCK = /-----BEGIN ([A-Z ]+)-----[\s\S]+?-----END \1-----/g;

type Settings = Pick<Config, 'signing' | 'dataDirectory' | 'lab'>;

/**
 * Opens the laboratory's signing key. Without a configured key, the first start makes one with its own authority in
 * DATA_DIR/keys.
 * @throws StartupProblem if key and certificates do not fit.
 */
export async function openSigner(config: Settings, clock: Clock): Promise<Signer> {
  const { key, certificates } = config.signing ?? (await generated(config, clock));
  return signerOf(key, certificates, config.lab.name);
}

async function generated({ dataDirectory, lab }: Settings, clock: Clock) {
  // Loaded only here, because most installations never need it.
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

/** The signer from a key and its certificates; the root is the last. */
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

export function fingerprintOf(certificate: X509Certificate): string {
  return createHash('sha256').update(certificate.raw).digest('hex');
}

function missingUsages(certificate: X509Certificate): string[] {
  // Node calls the extended key usages `keyUsage`.
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
    // The next check reports an unreadable key, without showing any of it.
  }
  throw new StartupProblem('SIGNING_KEY: expected an ECDSA private key on P-256 as PEM.');
}

function readChain(pem: string): X509Certificate[] {
  try {
    const chain = blocks(pem, 'CERTIFICATE').map((block) => new X509Certificate(block));
    if (chain.length >= 2) return chain;
  } catch {
    // The next check reports unreadable certificates.
  }
  throw new StartupProblem(
    'SIGNING_CERTIFICATES: expected PEM of the signing certificate and of the authorities above it, the root last.',
  );
}
