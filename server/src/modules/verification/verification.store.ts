import type { RequestStatus } from '@vialproof/contract/orders';
import type { Visibility } from '@vialproof/contract/primitives';
import type pg from 'pg';

export type VerifiableRow = {
  id: string;
  task_number: number;
  unique_key: string;
  visibility: Visibility;
  status: RequestStatus;
  sku_name: string;
  received_at: Date | null;
  published_at: Date | null;
};

/** A paid or later request by its task number, with what verification says of it. */
export async function findVerifiable(pool: pg.Pool, taskNumber: number): Promise<VerifiableRow | undefined> {
  const { rows } = await pool.query<VerifiableRow>({
    name: 'verification_find',
    text: `
      SELECT r.id, r.task_number, r.unique_key, r.visibility, r.status, s.name AS sku_name, r.received_at,
        v.published_at
      FROM test_request r JOIN sku s ON s.id = r.sku_id
      LEFT JOIN result_revision v ON v.request_id = r.id AND v.state = 'published'
      WHERE r.task_number = $1 AND r.status IN ('paid', 'awaiting_sample', 'received', 'complete')`,
    values: [taskNumber],
  });
  return rows[0];
}
