import type { Verification } from '@vialproof/contract/verification';
import type { CertificateState } from '../certificates/certificates.service.ts';
import type { VerifiableRow } from './verification.store.ts';

/** What a task number and its key prove; never the key, and never who asked for the test. */
export function presentVerification(row: VerifiableRow, certificates: CertificateState[]): Verification {
  return {
    verdict: row.visibility,
    ...(row.visibility === 'public' ? { request_id: row.id } : {}),
    task_number: row.task_number,
    sku_name: row.sku_name,
    status: row.status,
    received_at: row.received_at?.toISOString() ?? null,
    published_at: row.published_at?.toISOString() ?? null,
    certificate: certificates[0] ?? null,
    certificates,
  };
}
