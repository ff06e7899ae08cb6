/**
 * The address in the code of a certificate, where it is checked. All but the page stands in the fragment, so that neither logs nor
 * referrers get the key.
 */
export const verifyAddress = (
  publicUrl: string,
  { taskNumber, key, revision }: { taskNumber: number; key: string; revision: number },
): string => `${publicUrl}/verify#task=${taskNumber}&key=${key}&revision=${revision}`;

/** The same with what the log commits to, as `codeIn` writes it. */
export const withCommitment = (address: string, c: string): string => `${address}&c=${c}`;
