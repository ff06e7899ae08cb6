/**
 * The address in the QR code of a certificate. All parameters are in the fragment, so that neither logs nor referrers
 * contain the key.
 */
export const verifyAddress = (
  publicUrl: string,
  { taskNumber, key, revision }: { taskNumber: number; key: string; revision: number },
): string => `${publicUrl}/verify#task=${taskNumber}&key=${key}&revision=${revision}`;

/** Adds the commitment, in the form of `codeIn`. */
export const withCommitment = (address: string, c: string): string => `${address}&c=${c}`;
