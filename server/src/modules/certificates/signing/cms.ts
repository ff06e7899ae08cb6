import { createHash, type webcrypto, type X509Certificate } from 'node:crypto';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';

const ID_DATA = '1.2.840.113549.1.7.1';
const ID_SIGNED_DATA = '1.2.840.113549.1.7.2';
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';

const octets = (bytes: Uint8Array) => new asn1js.OctetString({ valueHex: new Uint8Array(bytes).buffer });
const attribute = (type: string, value: asn1js.AsnType) => new pkijs.Attribute({ type, values: [value] });

/**
 * Makes detached CMS signatures as PAdES wants them (ETSI EN 319 142-1): no signing time inside, since the PDF tells it,
 * and the certificate bound into what is signed (ESS signing-certificate-v2, RFC 5035).
 * @param chain the signer's certificate first, the root last.
 * @returns DER for the SHA-256 of the signed bytes.
 */
export function detachedSignatures(
  key: webcrypto.CryptoKey,
  chain: readonly X509Certificate[],
): (digest: Uint8Array) => Promise<Uint8Array> {
  const certificates = chain.map(({ raw }) => pkijs.Certificate.fromBER(new Uint8Array(raw)));
  const [signer] = certificates;
  if (!signer) throw new Error('a signature needs a certificate');
  const reference = signingCertificate(signer);

  return async (digest) => {
    const signed = new pkijs.SignedData({
      version: 1,
      encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: ID_DATA }),
      signerInfos: [
        new pkijs.SignerInfo({
          version: 1,
          sid: new pkijs.IssuerAndSerialNumber({ issuer: signer.issuer, serialNumber: signer.serialNumber }),
          signedAttrs: new pkijs.SignedAndUnsignedAttributes({
            type: 0,
            // In the order that DER wants of a set: by their bytes, which here is by length.
            attributes: [
              attribute(CONTENT_TYPE, new asn1js.ObjectIdentifier({ value: ID_DATA })),
              attribute(MESSAGE_DIGEST, octets(digest)),
              attribute(SIGNING_CERTIFICATE_V2, reference),
            ],
          }),
        }),
      ],
      certificates,
    });
    await signed.sign(key, 0, 'SHA-256');
    const content = new pkijs.ContentInfo({ contentType: ID_SIGNED_DATA, content: signed.toSchema(true) });
    return new Uint8Array(content.toSchema().toBER(false));
  };
}

/** SigningCertificateV2 with the hash algorithm left out, which means SHA-256. */
function signingCertificate(signer: pkijs.Certificate): asn1js.Sequence {
  const hash = createHash('sha256')
    .update(new Uint8Array(signer.toSchema().toBER(false)))
    .digest();
  const issuer = new pkijs.GeneralNames({
    names: [new pkijs.GeneralName({ type: 4, value: signer.issuer })],
  });
  const reference = new asn1js.Sequence({ value: [issuer.toSchema(), signer.serialNumber] });
  const id = new asn1js.Sequence({ value: [octets(hash), reference] });
  return new asn1js.Sequence({ value: [new asn1js.Sequence({ value: [id] })] });
}
