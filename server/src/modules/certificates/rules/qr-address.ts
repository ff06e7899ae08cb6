/**
 * The address in a certificate's QR code. All parameters are in the fragment, so that neither logs nor referrers
 * contain the key.
 */
export const verifyAddress = (
  publicUrl: string,
  { taskNumber, key, revision }: { taskNumber: number; key: string; revision: number },
): string => `${publicUrl}/verify#task=${taskNumber}&key=${key}&revision=${revision}`;

/** Adds the start of the log's commitment to the address, as `codeIn` returns it. */
export const withCommitment = (address: string, c: string): string => `${address}&c=${c}`;
