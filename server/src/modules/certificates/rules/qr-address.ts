/** The address in a certificate's QR code. Everything is behind #, so logs and other sites do not see the key. */
export const verifyAddress = (
  publicUrl: string,
  { taskNumber, key, revision }: { taskNumber: number; key: string; revision: number },
): string => `${publicUrl}/verify#task=${taskNumber}&key=${key}&revision=${revision}`;

/** Adds a part of the log's hash to the address. */
export const withCommitment = (address: string, c: string): string => `${address}&c=${c}`;
