import type { BenchRecord } from '@vialproof/contract/bench-record';
import type { Chromatogram, Measurement, RunNote } from '@vialproof/contract/results';
import type { Signature } from '@vialproof/contract/signatures';
import { decisionSentences } from '@vialproof/science/measurement/decision-words';
import type { AmendmentChange } from '@vialproof/science/measurement/types';

/** All data of a certificate. The same data always give the same bytes. Null: no value. */
export type CertificateData = {
  /** The certificate's number, which is unique and printed on every page: 'VP-10001-R1'. */
  number: string;
  taskNumber: number;
  revision: number;
  /** The unique key: 'XXXX-XXXX-XXXX'. */
  uniqueKey: string;
  /** The address in the QR code, with number, key, revision and a part of the log's hash. */
  verifyUrl: string;
  laboratory: {
    name: string;
    address: string[];
  };
  /** The text of the accreditation; null without one. */
  accreditation: string | null;
  title: string;
  summary: string;
  /** The name of the ordered test. */
  test: string;
  /** The customer's words about the item, which nobody checked. */
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
  /** What the laboratory recorded beside the values. */
  record: BenchRecord;
  photo: { jpeg: Uint8Array; width: number; height: number; takenAt: string; sha256: string } | null;
  /** All photos of the tested vial. */
  photos: { sha256: string; takenAt: string }[];
  measurements: Measurement[];
  /** The people who released the result: { name: 'R. Reviewer', role: 'reviewer, second person' }. */
  authorisedBy: { name: string; role: string }[];
  /** The signatures, in the order of signing. */
  signatures: Signature[];
  /** All earlier certificates of the sample, oldest first, with the reason why each ended. */
  earlier: { certificate: string; issuedAt: string; state: 'superseded' | 'retracted'; reason: string }[];
  /** The changes against the last earlier certificate. */
  changes: AmendmentChange[];
  chromatogram: Omit<Chromatogram, 'sha256'> | null;
  /** All runs of the sample, if none is reported. */
  injections: RunNote[] | null;
  /** The fingerprints of the signing certificate and its root, and the name of the public log. */
  signature: { fingerprint: string; authority: string; logOrigin: string };
};

/** The statements that are not results of the laboratory. */
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

/** The decision rule in words; empty if no line has a verdict. */
export const decisionRuleOf = ({ measurements }: CertificateData): string =>
  decisionSentences(measurements).join(' ');

/** The place where the tests were performed. */
export const placePerformedOf = ({ laboratory }: CertificateData): string => laboratory.address.join(', ');

/** The recorded deviations and remarks; empty without any. */
export const remarksOf = ({ record }: CertificateData): string =>
  [record.deviations, record.remarks].filter(Boolean).join('\n');
