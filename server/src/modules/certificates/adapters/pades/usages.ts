/**
 * The usages in a signing certificate. Each program needs another one: PDF readers need document signing (RFC 9336 or
 * older ones of Adobe and Microsoft), and NSS and `openssl cms -verify` need mail signing.
 */
export const SIGNING_USAGES = [
  '1.3.6.1.5.5.7.3.4', // mail signing
  '1.3.6.1.5.5.7.3.36', // document signing (RFC 9336)
  '1.3.6.1.4.1.311.10.3.12', // document signing (Microsoft)
  '1.2.840.113583.1.1.5', // document signing (Adobe)
];
