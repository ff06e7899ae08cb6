/**
 * The purposes (extended key usages) of a signing certificate. Programs require different purposes. PDF readers require
 * document signing (RFC 9336), or Adobe's and Microsoft's older equivalents. NSS (used by pdfsig and LibreOffice) and
 * `openssl cms -verify` require mail signing.
 */
export const SIGNING_USAGES = [
  '1.3.6.1.5.5.7.3.4', // id-kp-emailProtection
  '1.3.6.1.5.5.7.3.36', // id-kp-documentSigning
  '1.3.6.1.4.1.311.10.3.12', // Microsoft: document signing
  '1.2.840.113583.1.1.5', // Adobe: authentic documents trust
];
