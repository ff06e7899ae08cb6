import type { BenchRecord } from '@vialproof/contract/bench-record';
import type { Chromatogram, Measurement, RunNote } from '@vialproof/contract/results';
import type { Signature } from '@vialproof/contract/signatures';
import { decisionSentences } from '@vialproof/science/measurement/decision-words';
import type { AmendmentChange } from '@vialproof/science/measurement/types';

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
  /** Address with task number, key, revision and what the log holds of the result in the fragment; becomes the QR code. */
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
  conditionOnReceipt: string | null;
  receivedAt: string;
  /** When the result was handed in. */
  enteredOn: string;
  issuedAt: string;
  /** What the bench recorded; nothing of it is made up here. */
  record: BenchRecord;
  photo: { jpeg: Uint8Array; width: number; height: number; takenAt: string; sha256: string } | null;
  /** Every photo of the tested vial, for machines. */
  photos: { sha256: string; takenAt: string }[];
  measurements: Measurement[];
  /** Who released it, in which role: { name: 'R. Reviewer', role: 'reviewer, second person' }. */
  authorisedBy: { name: string; role: string }[];
  /** Who signed at the bench, in the order of signing. */
  signatures: Signature[];
  /** Every certificate of the sample before this one, oldest first, and why it no longer stands. */
  earlier: { certificate: string; issuedAt: string; state: 'superseded' | 'retracted'; reason: string }[];
  /** What it reports otherwise than the last of them. */
  changes: AmendmentChange[];
  chromatogram: Omit<Chromatogram, 'sha256'> | null;
  /** Every run of the sample, where none of them is reported. */
  injections: RunNote[] | null;
  /** SHA-256 of the signing certificate and of the root above it, hexadecimal, and the name of the public log. */
  signature: { fingerprint: string; authority: string; logOrigin: string };
};

/** What holds of this certificate and is no result. */
export const statementsOf = ({ stated }: CertificateData): string[] => [
  'The results relate only to the item tested, as it was received.',
  ...(Object.values(stated).some((words) => words !== null)
    ? [
        'Compound, manufacturer, batch and label claim are the customer’s statements; the laboratory did not check them beyond the results above.',
      ]
    : []),
  'This certificate is not to be reproduced except in full.',
];

/** First and last day of measuring, YYYY-MM-DD, as they were recorded; null where no line has its day. */
export function testedOn({ measurements }: CertificateData): { from: string; to: string } | null {
  const days = measurements.flatMap(({ measured_on }) => measured_on ?? []).toSorted();
  const [from] = days;
  const to = days.at(-1);
  return from === undefined || to === undefined ? null : { from, to };
}

/** How the verdicts were reached, in words; nothing where there are none. */
export const decisionRuleOf = ({ measurements }: CertificateData): string =>
  decisionSentences(measurements).join(' ');

/** Where the tests were performed. */
export const placePerformedOf = ({ laboratory }: CertificateData): string => laboratory.address.join(', ');

/** Deviations and remarks as the bench recorded them; empty where it recorded none. */
export const remarksOf = ({ record }: CertificateData): string =>
  [record.deviations, record.remarks].filter(Boolean).join('\n');
