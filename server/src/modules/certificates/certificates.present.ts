import type { Verification } from '@vialproof/contract/verification';
import type { Config } from '../../platform/config.ts';
import { showKey } from '../orders/orders.service.ts';
import type { Publication } from '../results/results.service.ts';
import type { CertificateRow } from './certificates.tables.ts';
import type { CertificateData } from './render/certificate-data.ts';

export type CertificateState = NonNullable<Verification['certificate']>;

/** Unique on every page, and never given twice: 'VP-10001-R1'. */
export const certificateNumber = (taskNumber: number, revision: number) => `VP-${taskNumber}-R${revision}`;

/** What a certificate of this publication says. It never names the customer. */
export function certificateData(
  { request, sku, revision, chromatogram, authorisedBy, replaces }: Publication,
  { lab }: Pick<Config, 'lab'>,
  publicUrl: string,
): CertificateData {
  if (!request.receivedAt) throw new Error(`request ${request.id} is published without a sample`);
  const key = showKey(request.uniqueKey);
  const { taskNumber } = request;
  return {
    number: certificateNumber(taskNumber, revision.revision),
    taskNumber,
    revision: revision.revision,
    uniqueKey: key,
    // In the fragment, so that neither logs nor referrers get the key.
    verifyUrl: `${publicUrl}/verify#task=${taskNumber}&key=${key}`,
    laboratory: { name: lab.name, address: lab.address.split(/\s*[,\n]\s*/), placePerformed: null },
    accreditation: lab.accreditation ?? null,
    title: revision.title,
    summary: revision.summary,
    test: sku.name,
    stated: {
      compound: request.compoundName,
      manufacturer: request.manufacturer,
      batch: request.batchCode,
      dosage: request.dosageText,
    },
    conditionOnReceipt: request.sampleCondition ?? 'not recorded',
    receivedAt: request.receivedAt.toISOString(),
    testedFrom: request.receivedAt.toISOString(),
    testedTo: (revision.submittedAt ?? revision.publishedAt).toISOString(),
    issuedAt: revision.publishedAt.toISOString(),
    measurements: revision.measurements,
    decisionRule: null,
    remarks: null,
    authorisedBy: [authorisedBy],
    amendment: replaces && {
      number: revision.revision - 1,
      replaces: certificateNumber(taskNumber, replaces.revision),
      originalIssuedAt: replaces.publishedAt.toISOString(),
      reason: replaces.reason,
    },
    chromatogram,
  };
}

/** A certificate as verification shows it; `note` is what became of its revision. */
export function presentState(
  row: CertificateRow,
  note: { state: 'published' | 'superseded' | 'retracted'; reason: string | null },
): CertificateState {
  return {
    revision: row.revision,
    sha256: row.sha256,
    state: note.state === 'published' ? 'current' : note.state,
    reason: note.reason,
  };
}
