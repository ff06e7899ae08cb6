import { decisionSentences } from '@vialproof/contract/decision-words';
import type { Chromatogram, Measurement, RunNote } from '@vialproof/contract/results';
import type { Signature } from '@vialproof/contract/signatures';

/**
 * Everything that a certificate says. Instants are ISO 8601 in UTC; `issuedAt` also dates the file, so that the same
 * data always makes the same bytes. Null where there is nothing to say.
 */
export type CertificateData = {
  /** Unique identification on every page: 'VP-10001-R1'. */
  number: string;
  taskNumber: number;
  revision: number;
  /** As shown: 'XXXX-XXXX-XXXX'. */
  uniqueKey: string;
  /** Address with task number and key in the fragment; becomes the QR code. */
  verifyUrl: string;
  laboratory: {
    name: string;
    address: string[];
  };
  /** The accreditation's own words; nothing is claimed when null. */
  accreditation: string | null;
  title: string;
  summary: string;
  /** Name of the ordered test. */
  test: string;
  /** What the customer said of the item; nobody checked it. */
  stated: {
    compound: string | null;
    manufacturer: string | null;
    batch: string | null;
    dosage: string | null;
  };
  conditionOnReceipt: string;
  receivedAt: string;
  testedFrom: string;
  testedTo: string;
  issuedAt: string;
  measurements: Measurement[];
  /** Who released it, in which role: { name: 'R. Reviewer', role: 'reviewer, second person' }. */
  authorisedBy: { name: string; role: string }[];
  /** Who signed at the bench, in the order of signing. */
  signatures: Signature[];
  /** Only on a later revision: what it replaces and why. */
  amendment: { number: number; replaces: string; originalIssuedAt: string; reason: string } | null;
  chromatogram: Omit<Chromatogram, 'sha256'> | null;
  /** Every run of the sample, where none of them is reported. */
  injections: RunNote[] | null;
  /** SHA-256 of the signing certificate, hexadecimal, and the name of the public log. */
  signature: { fingerprint: string; logOrigin: string };
};

export const STATEMENTS = [
  'The results relate only to the item tested, as it was received.',
  'Compound, manufacturer, batch and label claim are the customer’s statements; the laboratory did not check them beyond the results above.',
  'Results from external providers: none recorded.',
  'This certificate is not to be reproduced except in full.',
] as const;

/** How the verdicts were reached, in words; nothing where there are none. */
export const decisionRuleOf = ({ measurements }: CertificateData): string =>
  decisionSentences(measurements).join(' ');

/** Where the tests were performed. */
export const placePerformedOf = ({ laboratory }: CertificateData): string => laboratory.address.join(', ');
