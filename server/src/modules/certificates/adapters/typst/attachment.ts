import { CERTIFICATE_SCHEMA_PATH, type CertificateFile } from '@vialproof/contract/certificate-file';
import { SIGNATURE_SENTENCES } from '@vialproof/contract/signatures';
import { overallStatement } from '@vialproof/science/measurement/overall-statement';
import {
  type CertificateData,
  decisionRuleOf,
  placePerformedOf,
  remarksOf,
  statementsOf,
  testedOn,
} from './certificate-data.ts';

/**
 * The file result.json in the PDF, for programs. It has the contents of the page, without the unique key and the
 * customer.
 */
export function attachmentOf(data: CertificateData): string {
  const { chromatogram, record, photo, photos } = data;
  const replaced = data.earlier.at(-1);
  const tested = testedOn(data);
  const overall = overallStatement(data.measurements);
  const attachment: CertificateFile = {
    $schema: new URL(CERTIFICATE_SCHEMA_PATH, data.verifyUrl).href,
    schema: 'certificate-of-analysis/1',
    certificate: data.number,
    revision: data.revision,
    task_number: data.taskNumber,
    issued_at: data.issuedAt,
    replaces: replaced
      ? {
          certificate: replaced.certificate,
          issued_at: replaced.issuedAt,
          reason: replaced.reason,
          changes: data.changes,
        }
      : null,
    earlier: data.earlier.map(({ certificate, issuedAt, state, reason }) => ({
      certificate,
      issued_at: issuedAt,
      state,
      reason,
    })),
    laboratory: {
      name: data.laboratory.name,
      address: data.laboratory.address,
      place_performed: placePerformedOf(data),
      accreditation: data.accreditation,
    },
    customer: 'withheld on request',
    title: data.title,
    summary: data.summary,
    test: data.test,
    stated_by_customer: data.stated,
    condition_on_receipt: data.conditionOnReceipt,
    received_at: data.receivedAt,
    tested_from: tested?.from ?? null,
    tested_to: tested?.to ?? null,
    entered_on: data.enteredOn,
    ...(Object.keys(record).length > 0 && { record }),
    ...(photo && { photo: named(photo) }),
    ...(photos.length > 0 && { photos: photos.map(named) }),
    ...(overall !== '' && { overall }),
    measurements: data.measurements,
    decision_rule: decisionRuleOf(data),
    chromatogram: chromatogram && traceOf(chromatogram),
    injections: data.injections ?? undefined,
    remarks: remarksOf(data) || null,
    authorised_by: data.authorisedBy,
    signatures: data.signatures.map(({ meaning, name, at }) => ({
      meaning,
      sentence: SIGNATURE_SENTENCES[meaning],
      name,
      at,
    })),
    statements: statementsOf(data),
    signature: {
      format: 'PAdES (ETSI EN 319 142-1)',
      signing_certificate_sha256: data.signature.fingerprint,
      authority_sha256: data.signature.authority,
      public_log: data.signature.logOrigin,
    },
  };
  return `${JSON.stringify(attachment, null, 2)}\n`;
}

const named = ({ sha256, takenAt }: CertificateData['photos'][number]) => ({ sha256, taken_at: takenAt });

function traceOf(
  chromatogram: NonNullable<CertificateData['chromatogram']>,
): NonNullable<CertificateFile['chromatogram']> {
  return {
    wavelength_nm: chromatogram.wavelength_nm,
    signal_unit: chromatogram.signal_unit ?? 'mAU',
    method: chromatogram.method,
    baseline: chromatogram.baseline,
    purity_percent: chromatogram.purity_percent,
    main_peak: chromatogram.main_peak,
    peaks: chromatogram.peaks,
    reporting: chromatogram.reporting,
    window: chromatogram.window,
    uncounted: chromatogram.uncounted,
    manual: chromatogram.manual,
    sample_name: chromatogram.sample_name,
    injected_at: chromatogram.injected_at,
    injection_time: chromatogram.injection_time,
    injections: chromatogram.injections,
    explained_warnings: chromatogram.explained_warnings,
    blank_subtracted: chromatogram.blank_subtracted,
    thousands: chromatogram.thousands,
  };
}
