import { createHash, type KeyObject, sign, type X509Certificate } from 'node:crypto';

/** One DER value: its tag, its length, its parts. */
function der(tag: number, ...parts: Uint8Array[]): Uint8Array {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const digits = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, '0'), 'hex');
  if (digits.length > 2) throw new Error(`${length} bytes are too many for one value`);
  return Buffer.concat([Buffer.from([tag, 0x80 | digits.length]), digits, content]);
}
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const set = (...parts: Uint8Array[]) => der(0x31, ...parts);
const octets = (bytes: Uint8Array) => der(0x04, bytes);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const VERSION_1 = Buffer.from([0x02, 0x01, 0x01]);

const ID_DATA = oid('2a864886f70d010701');
const ID_SIGNED_DATA = oid('2a864886f70d010702');
const CONTENT_TYPE = oid('2a864886f70d010903');
const MESSAGE_DIGEST = oid('2a864886f70d010904');
const SIGNING_CERTIFICATE_V2 = oid('2a864886f70d010910022f');
const SHA256 = sequence(oid('608648016503040201'));
const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'));

/**
 * Makes detached CMS signatures (RFC 5652) as PAdES wants them (ETSI EN 319 142-1): no signing time inside, since the PDF
 * tells it, and the certificate bound into what is signed (ESS signing-certificate-v2, RFC 5035). Written out by hand: the
 * structure never changes, and a library costs five milliseconds a certificate.
 * @param chain the signer's certificate first, the root last.
 * @returns DER for the SHA-256 of the signed bytes.
 */
export function detachedSignatures(
  key: KeyObject,
  chain: readonly X509Certificate[],
): (digest: Uint8Array) => Uint8Array {
  const [signer] = chain;
  if (!signer) throw new Error('a signature needs a certificate');
  const { issuer, serialNumber } = namesOf(signer.raw);
  const hash = createHash('sha256').update(signer.raw).digest();
  // ESSCertIDv2 with the hash algorithm left out, which means SHA-256; the issuer as a directoryName.
  const certificateId = sequence(octets(hash), sequence(sequence(der(0xa4, issuer)), serialNumber));
  const certificates = der(0xa0, ...chain.map(({ raw }) => raw));

  return (digest) => {
    // In the order that DER wants of a set: by their bytes, which here is by length.
    const attributes = [
      sequence(CONTENT_TYPE, set(ID_DATA)),
      sequence(MESSAGE_DIGEST, set(octets(digest))),
      sequence(SIGNING_CERTIFICATE_V2, set(sequence(sequence(certificateId)))),
    ];
    // Signed as a set, sent as an implicit [0] (RFC 5652, 5.4).
    const signature = sign('sha256', set(...attributes), key);
    const signerInfo = sequence(
      VERSION_1,
      sequence(issuer, serialNumber),
      SHA256,
      der(0xa0, ...attributes),
      ECDSA_WITH_SHA256,
      octets(signature),
    );
    const signedData = sequence(VERSION_1, set(SHA256), sequence(ID_DATA), certificates, set(signerInfo));
    return sequence(ID_SIGNED_DATA, der(0xa0, signedData));
  };
}

/** The issuer and the serial number of a certificate, as their DER stands in it. */
function namesOf(certificate: Uint8Array): { issuer: Uint8Array; serialNumber: Uint8Array } {
  const [body] = valuesIn(contentOf(certificate));
  const values = valuesIn(contentOf(body ?? new Uint8Array()));
  // An explicit version stands before the rest in every certificate that has extensions.
  const [serialNumber, , issuer] = values[0]?.[0] === 0xa0 ? values.slice(1) : values;
  if (!issuer || !serialNumber) throw new Error('the certificate cannot be read');
  return { issuer, serialNumber };
}

/** Where the content of the DER value at `at` begins and ends. */
function spanOf(bytes: Uint8Array, at: number): { from: number; to: number } {
  const first = bytes[at + 1] ?? 0;
  if (first < 0x80) return { from: at + 2, to: at + 2 + first };
  const digits = bytes.subarray(at + 2, at + 2 + (first & 0x7f));
  const from = at + 2 + digits.length;
  return { from, to: from + digits.reduce((length, digit) => length * 256 + digit, 0) };
}

function contentOf(value: Uint8Array): Uint8Array {
  const { from, to } = spanOf(value, 0);
  return value.subarray(from, to);
}

function valuesIn(content: Uint8Array): Uint8Array[] {
  const found: Uint8Array[] = [];
  for (let at = 0; at < content.length; at = spanOf(content, at).to)
    found.push(content.subarray(at, spanOf(content, at).to));
  return found;
}
