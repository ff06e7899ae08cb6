import type { CertificateFile } from '@vialproof/contract/certificate-file';
import type {
  CertificateRecord,
  CertificateState,
  IssuedCertificate,
} from '@vialproof/contract/certificates';
import type { FieldError } from '@vialproof/contract/errors';
import type { PrintedLine, VerifiedCertificate } from '@vialproof/contract/verification';
import { isoOf } from '@vialproof/science/calendar/dates';
import { amendmentChanges } from '@vialproof/science/measurement/amendment-changes';
import { standingOf } from '@vialproof/science/measurement/overall-statement';
import { commitmentTo, type LogEvent } from '@vialproof/science/proof/log-entry';
import type { Config } from '../../platform/config/config.ts';
import { showKey } from '../orders/orders.service.ts';
import type { DraftContent, Publication } from '../results/results.service.ts';
import type { Signer } from './adapters/pades/signer.ts';
import type { CertificateData } from './adapters/typst/certificate-data.ts';
import { coveredCodePoints } from './adapters/typst/fonts.ts';
import { lineWords } from './adapters/typst/line-words.ts';
import { unprintableFields } from './adapters/typst/printable.ts';
import type { CertificateRow, SigningCertificateRow } from './certificates.tables.ts';
import { verifyAddress } from './rules/qr-address.ts';

/** The certificate's number, which is unique, printed on every page, and never reused: 'VP-10001-R1'. */
export const certificateNumber = (taskNumber: number, revision: number) => `VP-${taskNumber}-R${revision}`;

/** The data of the certificate, which never name the customer. */
export function certificateData(
  { request, sku, revision, chromatogram, authorisedBy, signatures, earlier, photo, photos }: Publication,
  { lab }: Pick<Config, 'lab'>,
  {
    publicUrl,
    signedBy,
    logOrigin,
  }: { publicUrl: string; signedBy: Pick<Signer, 'fingerprint' | 'authority'>; logOrigin: string },
): CertificateData {
  if (!request.receivedAt) throw new Error(`request ${request.id} is published without a sample`);
  const key = showKey(request.uniqueKey);
  const { taskNumber } = request;
  return {
    number: certificateNumber(taskNumber, revision.revision),
    taskNumber,
    revision: revision.revision,
    uniqueKey: key,
    verifyUrl: verifyAddress(publicUrl, { taskNumber, key, revision: revision.revision }),
    laboratory: { name: lab.name, address: lab.address.split(/\s*[,\n]\s*/) },
    accreditation: lab.accreditation ?? null,
    title: revision.title,
    summary: revision.summary,
    test: sku.name,
    stated: statedIn(request),
    conditionOnReceipt: request.sampleCondition,
    receivedAt: request.receivedAt.toISOString(),
    enteredOn: (revision.submittedAt ?? revision.publishedAt).toISOString(),
    issuedAt: revision.publishedAt.toISOString(),
    record: revision.record ?? {},
    photo: photo && { ...photo, takenAt: photo.takenAt.toISOString() },
    photos: photos.map(({ sha256, takenAt }) => ({ sha256, takenAt: takenAt.toISOString() })),
    measurements: revision.measurements,
    authorisedBy: [authorisedBy],
    signatures,
    earlier: earlier.map(({ revision: before, publishedAt, state, reason }) => ({
      certificate: certificateNumber(taskNumber, before),
      issuedAt: publishedAt.toISOString(),
      state,
      reason,
    })),
    changes: amendmentChanges(earlier.at(-1)?.measurements ?? revision.measurements, revision.measurements),
    chromatogram,
    injections: revision.injections,
    signature: { fingerprint: signedBy.fingerprint, authority: signedBy.authority, logOrigin },
  };
}

/** Fields of the laboratory with characters that cannot be printed. Texts of the customer may have them. */
export function unprintableOf({ title, summary, measurements, record }: DraftContent): FieldError[] {
  return unprintableFields({ title, summary, measurements, record }, coveredCodePoints());
}

/** An error as a sentence: 'Measurement 1, unit: …'. */
export function complaintOf({ path, message }: FieldError): string {
  const [field = '', place, part] = path.split('.');
  const name = place === undefined ? field : `measurement ${Number(place) + 1}, ${part}`;
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${message}`;
}

/** A certificate as verification shows it. `note`: what happened to it. */
export function presentState(
  row: CertificateRow,
  note: { state: 'published' | 'superseded' | 'retracted'; reason: string | null; endedAt: Date | null },
): VerifiedCertificate {
  return {
    revision: row.revision,
    sha256: row.sha256,
    state: note.state === 'published' ? 'current' : note.state,
    reason: note.reason,
    issued_at: row.issuedAt.toISOString(),
    ended_at: isoOf(note.endedAt),
  };
}

/** The part of result.json that is also printed. */
export type Printable = Pick<CertificateFile, 'measurements' | 'stated_by_customer'>;
export type Printed = {
  lines: PrintedLine[];
  manufacturer: string | null;
  batchCode: string | null;
  labelClaim: string | null;
};

/** The contents of a certificate in its printed words. */
export function presentPrinted({ measurements, stated_by_customer: stated }: Printable): Printed {
  return {
    lines: lineWords(measurements).map(({ analyte, method, value, unit }, place) => {
      const line = measurements[place];
      return {
        analyte,
        method,
        value,
        unit,
        limit: line?.limit ?? '',
        verdict: line ? standingOf(line) : 'not_judged',
      };
    }),
    manufacturer: stated.manufacturer,
    batchCode: stated.batch,
    labelClaim: stated.dosage,
  };
}

/** The customer's words in result.json. */
const statedIn = ({
  compoundName: compound,
  manufacturer,
  batchCode: batch,
  dosageText: dosage,
}: Publication['request']): Printable['stated_by_customer'] => ({ compound, manufacturer, batch, dosage });

/** The first digits of the hash that is in the public log. They fit no other result. */
export const codeIn = (commitment: string): string => commitment.slice(0, 16);

/** The value `c` in the certificate's QR code. */
export async function codeOf({ resultJson, logSalt }: CertificateRow): Promise<string> {
  return codeIn(await commitmentTo({ result: resultJson, salt: logSalt }));
}

/**
 * A certificate on the page of its test. `logged`: its entry in the public log. `isComplete`: the test has a result.
 */
export function presentIssued(
  { row, revision, sha256, state, reason }: CertificateState & { row: CertificateRow },
  {
    logged,
    isComplete,
  }: { logged: { event: LogEvent; index: number; at: string | null }[]; isComplete: boolean },
): IssuedCertificate {
  return {
    revision,
    sha256,
    state,
    reason,
    issued_at: row.issuedAt.toISOString(),
    ended_at: logged.find(({ event }) => event !== 'issued')?.at ?? null,
    is_available: isComplete && state !== 'retracted',
    log: logged.map(({ event, index }) => ({ event, index })),
  };
}

/** What everybody who has the file may know about its certificate. */
export function presentRecord(
  row: CertificateRow,
  known: {
    state: CertificateState;
    logged: { event: LogEvent; index: number }[];
    proof: string | null;
    request: { id: string; taskNumber: number; visibility: string };
  },
): CertificateRecord {
  const { state, logged, proof, request } = known;
  return {
    sha256: row.sha256,
    revision: row.revision,
    state: state.state,
    issued_at: row.issuedAt.toISOString(),
    is_signed: true,
    ...(request.visibility === 'public'
      ? {
          request_id: request.id,
          task_number: request.taskNumber,
          ...(state.reason === null ? {} : { reason: state.reason }),
        }
      : {}),
    log: logged.map(({ event, index }) => ({ event, index })),
    proof,
  };
}

/** The row of a signing certificate. */
export function presentSigner(
  { fingerprint, pem, authorities, validFrom, validUntil }: Signer,
  firstUsedAt: Date,
): SigningCertificateRow {
  return { fingerprint, pem, authorities, validFrom, validUntil, firstUsedAt };
}

/** The file with the public keys. */
export function presentKeys(
  verifierKeys: string[],
  signers: SigningCertificateRow[],
  laboratory: string,
): string {
  const roots = new Set(signers.flatMap(({ authorities }) => authorities.match(PEM_CERTIFICATE) ?? []));
  return [
    `# Keys of ${laboratory.replace(/\s+/g, ' ')}: what its certificates of analysis are checked against.`,
    '# Keep this file: with it a certificate and its proof are checked without asking the laboratory.',
    '',
    '# Public log (C2SP signed note), the present key last',
    ...verifierKeys,
    '',
    '# Signing certificates, in the order of first use',
    ...signers.flatMap(({ fingerprint, pem }) => [`# SHA-256 ${fingerprint}`, pem.trim()]),
    '',
    '# Authorities',
    ...roots,
    '',
  ].join('\n');
}

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/** What is wrong with a signing certificate: it is not yet valid, or it has expired. */
export function validityWords({ validFrom }: { validFrom: Date }, at: Date): string {
  return at < validFrom ? 'is not valid yet' : 'has expired';
}
