import { createHash, type KeyObject, sign, type X509Certificate } from 'node:crypto';
import { ObjectIdentifier, OctetString, Sequence, Set as SetOf } from 'asn1js';
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  GeneralName,
  GeneralNames,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';

const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
const SHA256 = new AlgorithmIdentifier({ algorithmId: '2.16.840.1.101.3.4.2.1' });
const ECDSA_WITH_SHA256 = new AlgorithmIdentifier({ algorithmId: '1.2.840.10045.4.3.2' });
const DIRECTORY_NAME = 4;
/** The tag of signed attributes. */
const SIGNED = 0;

/**
 * Makes signatures for PDFs (PAdES, ETSI EN 319 142-1). They contain the signer's certificate and no time, because the
 * PDF states it.
 * @param chain the signer's certificate first, the root last.
 * @returns a function that makes a signature from the SHA-256 of the signed bytes.
 */
export function detachedSignatures(
  key: KeyObject,
  chain: readonly X509Certificate[],
): (digest: Uint8Array) => Uint8Array {
  const [signer] = chain;
  if (!signer) throw new Error('a signature needs a certificate');
  const { issuer, serialNumber } = Certificate.fromBER(signer.raw);
  const sid = new IssuerAndSerialNumber({ issuer, serialNumber });
  const bound = signingCertificateOf(signer, sid);
  return (digest) => {
    // DER sorts the members of a set, here by their length.
    const attributes = [
      new Attribute({ type: CONTENT_TYPE, values: [new ObjectIdentifier({ value: ContentInfo.DATA })] }),
      new Attribute({ type: MESSAGE_DIGEST, values: [new OctetString({ valueHex: digest })] }),
      new Attribute({ type: SIGNING_CERTIFICATE_V2, values: [bound] }),
    ];
    // The attributes are signed in one form and sent in another (RFC 5652, 5.4).
    const signed = new SetOf({ value: attributes.map((each) => each.toSchema()) }).toBER();
    const signerInfo = new SignerInfo({
      version: 1,
      sid,
      digestAlgorithm: SHA256,
      signedAttrs: new SignedAndUnsignedAttributes({ type: SIGNED, attributes }),
      signatureAlgorithm: ECDSA_WITH_SHA256,
      signature: new OctetString({ valueHex: sign('sha256', new Uint8Array(signed), key) }),
    });
    const signedData = new SignedData({
      version: 1,
      digestAlgorithms: [SHA256],
      encapContentInfo: new EncapsulatedContentInfo({ eContentType: ContentInfo.DATA }),
      certificates: chain.map(({ raw }) => Certificate.fromBER(raw)),
      signerInfos: [signerInfo],
    });
    const info = new ContentInfo({
      contentType: ContentInfo.SIGNED_DATA,
      content: signedData.toSchema(true),
    });
    return new Uint8Array(info.toSchema().toBER());
  };
}

/** The attribute that names the signer's certificate by its SHA-256. */
function signingCertificateOf(certificate: X509Certificate, { issuer, serialNumber }: IssuerAndSerialNumber) {
  const hash = createHash('sha256').update(certificate.raw).digest();
  const names = new GeneralNames({ names: [new GeneralName({ type: DIRECTORY_NAME, value: issuer })] });
  const issuerSerial = new Sequence({ value: [names.toSchema(), serialNumber] });
  const id = new Sequence({ value: [new OctetString({ valueHex: hash }), issuerSerial] });
  return new Sequence({ value: [new Sequence({ value: [id] })] });
}
