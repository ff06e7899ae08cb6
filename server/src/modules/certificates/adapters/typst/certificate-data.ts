import type { BenchRecord } from '@vialproof/contract/bench-record';
import type { Chromatogram, Measurement, RunNote } from '@vialproof/contract/results';
import type { Signature } from '@vialproof/contract/signatures';
import { decisionSentences } from '@vialproof/science/measurement/decision-words';
import type { AmendmentChange } from '@vialproof/science/measurement/types';

/**
 * All data of a certificate. Instants are ISO 8601 in UTC; `issuedAt` also dates the file, so that the same data always
 * give the same bytes. Null: no value.
 */
export type CertificateData = {
  /** The unique number on every page: 'VP-10001-R1'. */
  number: string;
  taskNumber: number;
  revision: number;
  /** In display form: 'XXXX-XXXX-XXXX'. */
  uniqueKey: string;
  /** The address in the QR code, with task number, key, revision and the log's commitment in the fragment. */
  verifyUrl: string;
  laboratory: {
    name: string;
    address: string[];
  };
  /** The text of the accreditation; null: none is claimed. */
  accreditation: string | null;
  title: string;
  summary: string;
  /** Name of the ordered test. */
  test: string;
  /** The customer's description of the item, which nobody checked. */
  stated: {
    compound: string | null;
    manufacturer: string | null;
    batch: string | null;
    dosage: string | null;
  };
  conditionOnReceipt: string | null;
  receivedAt: string;
  /** When the result was submitted. */
  enteredOn: string;
  issuedAt: string;
  /** The bench record; nothing is added to it. */
  record: BenchRecord;
  photo: { jpeg: Uint8Array; width: number; height: number; takenAt: string; sha256: string } | null;
  /** All photos of the tested vial, for machines. */
  photos: { sha256: string; takenAt: string }[];
  measurements: Measurement[];
  /** The people who released it, with roles: { name: 'R. Reviewer', role: 'reviewer, second person' }. */
  authorisedBy: { name: string; role: string }[];
  /** The signatures, in the order of signing. */
  signatures: Signature[];
  /** All earlier certificates of the sample, oldest first, with the reason why each is no longer valid. */
  earlier: { certificate: string; issuedAt: string; state: 'superseded' | 'retracted'; reason: string }[];
  /** Changes against the last of them. */
  changes: AmendmentChange[];
  chromatogram: Omit<Chromatogram, 'sha256'> | null;
  /** All runs of the sample, if none of them is reported. */
  injections: RunNote[] | null;
  /** SHA-256 of the signing certificate and of its root, hexadecimal, and the name of the public log. */
  signature: { fingerprint: string; authority: string; logOrigin: string };
};

/** Statements of this certificate that are not results. */
export const statementsOf = ({ stated }: CertificateData): string[] => [
  'The results relate only to the item tested, as it was received.',
  ...(Object.values(stated).some((words) => words !== null)
    ? [
        'Compound, manufacturer, batch and label claim are the customer’s statements; the laboratory did not check them beyond the results above.',
      ]
    : []),
  'This certificate is not to be reproduced except in full.',
];

/** First and last recorded day of measurement, YYYY-MM-DD; null if no line has a day. */
export function testedOn({ measurements }: CertificateData): { from: string; to: string } | null {
  const days = measurements.flatMap(({ measured_on }) => measured_on ?? []).toSorted();
  const [from] = days;
  const to = days.at(-1);
  return from === undefined || to === undefined ? null : { from, to };
}

/** The decision rule in words; empty without verdicts. */
export const decisionRuleOf = ({ measurements }: CertificateData): string =>
  decisionSentences(measurements).join(' ');

/** Where the tests were performed. */
export const placePerformedOf = ({ laboratory }: CertificateData): string => laboratory.address.join(', ');

/** Recorded deviations and remarks; empty without any. */
export const remarksOf = ({ record }: CertificateData): string =>
  [record.deviations, record.remarks].filter(Boolean).join('\n');
