import { z } from 'zod';
import { CertificateState } from './certificates.ts';
import { RequestStatus } from './orders.ts';
import { Instant, text } from './primitives.ts';

export const VerifyQuery = z.object({
  taskNumber: text(20).min(1),
  uniqueKey: text(40).min(1),
});

/** What a task number and its key prove. Never who asked for the test. */
export const Verification = z
  .object({
    verdict: z.enum(['public', 'private']),
    /** Only of a public test. */
    request_id: z.string().optional(),
    task_number: z.int(),
    sku_name: z.string(),
    status: RequestStatus,
    received_at: Instant.nullable(),
    published_at: Instant.nullable(),
    /** The latest. */
    certificate: CertificateState.nullable(),
    /** Every one that was issued, newest first. */
    certificates: z.array(CertificateState),
  })
  .meta({ id: 'Verification' });
export type Verification = z.infer<typeof Verification>;
