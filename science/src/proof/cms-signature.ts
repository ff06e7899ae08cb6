import { OctetString, type Sequence } from 'asn1js';
import { Certificate, ContentInfo, getCrypto, SignedData, type SignerInfo } from 'pkijs';
import { type Bytes, isEqual, sha256 } from './bytes.ts';

const OID = {
  data: '1.2.840.113549.1.7.1',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
  ecdsaSha256: '1.2.840.10045.4.3.2',
} as const;

export const derOf = (certificate: Certificate): Bytes => new Uint8Array(certificate.toSchema().toBER(false));

/** The signature in a file. `isRight`: it was made with the signer's key and names the signer's certificate. */
export type Cms = { signer: Certificate; certificates: Certificate[]; digest: Bytes; isRight: boolean };

/** Reads one signature with ECDSA and SHA-256; undefined for anything else. */
export async function readCms(der: Bytes): Promise<Cms | undefined> {
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
    // Bytes that cannot be read are not a signature.
    return undefined;
  }
}

const bytesOf = (value: OctetString): Bytes => new Uint8Array(value.valueBlock.valueHexView);

function isNamedBy(certificate: Certificate, info: SignerInfo | undefined): boolean {
  const { issuer, serialNumber } = info?.sid ?? {};
  return certificate.issuer.isEqual(issuer) && certificate.serialNumber.isEqual(serialNumber);
}

function attributeValue(info: SignerInfo, type: string) {
  const found = info.signedAttrs?.attributes.filter((each) => each.type === type) ?? [];
  return found.length === 1 && found[0]?.values.length === 1 ? found[0].values[0] : undefined;
}

/** Whether the signature contains the hash of its signer's certificate (RFC 5035). */
async function bindsCertificate(info: SignerInfo, signer: Certificate): Promise<boolean> {
  const value: Sequence | undefined = attributeValue(info, OID.signingCertificate);
  const ids = value?.valueBlock.value[0] as Sequence | undefined;
  const first = ids?.valueBlock.value[0] as Sequence | undefined;
  const hash = first?.valueBlock.value.find((each) => each instanceof OctetString);
  return hash !== undefined && isEqual(bytesOf(hash), await sha256(derOf(signer)));
}
