import type { RevisionState } from '@vialproof/contract/lab';
import type { RequestStatus } from '@vialproof/contract/orders';
import type { Visibility } from '@vialproof/contract/primitives';
import { type SQL, sql } from 'drizzle-orm';
import type { Orm } from '../../platform/database.ts';

export type QueueRow = {
  id: string;
  task_number: number;
  sku_name: string;
  compound_name: string | null;
  manufacturer: string | null;
  batch_code: string | null;
  status: RequestStatus;
  visibility: Visibility;
  paid_at: Date | null;
  received_at: Date | null;
  revision_state: RevisionState | null;
};

export type QueueFilter = {
  status: RequestStatus | 'in_review' | undefined;
  q: string | undefined;
  page: number;
  limit: number;
};

/**
 * The laboratory's queue: a read across requests, SKUs and open revisions, because it is filtered and paged by all
 * three at once. It writes nothing.
 */
export function queueStore(orm: Orm) {
  const from = sql`
    FROM test_request r
    JOIN sku s ON s.id = r.sku_id
    LEFT JOIN result_revision o ON o.request_id = r.id AND o.state IN ('draft', 'in_review')`;

  return {
    /** One page, oldest paid first, and how many there are in all. */
    async list(filter: QueueFilter): Promise<{ rows: QueueRow[]; total: number }> {
      const where = sql`WHERE ${sql.join(conditions(filter), sql` AND `)}`;
      const { rows } = await orm.execute<QueueRow>(sql`
        SELECT r.id, r.task_number, s.name AS sku_name, r.compound_name, r.manufacturer, r.batch_code, r.status,
               r.visibility, r.paid_at, r.received_at, o.state AS revision_state
        ${from} ${where}
        ORDER BY r.paid_at NULLS LAST, r.task_number
        LIMIT ${filter.limit} OFFSET ${(filter.page - 1) * filter.limit}`);
      const counted = await orm.execute<{ total: number }>(
        sql`SELECT count(*)::int AS total ${from} ${where}`,
      );
      return { rows, total: counted.rows[0]?.total ?? 0 };
    },
  };
}

function conditions({ status, q }: QueueFilter): SQL[] {
  const found: SQL[] = [];
  if (status === 'in_review') found.push(sql`o.state = 'in_review'`);
  else if (status) found.push(sql`r.status = ${status}`);
  // Without a status: what there is to do; a search reaches everything that was ever paid.
  else found.push(q ? sql`r.paid_at IS NOT NULL` : sql`r.status IN ('paid', 'awaiting_sample', 'received')`);
  if (q) {
    const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
    found.push(sql`(r.task_number::text LIKE ${pattern} OR r.compound_name ILIKE ${pattern} OR
      r.manufacturer ILIKE ${pattern} OR r.batch_code ILIKE ${pattern} OR s.name ILIKE ${pattern})`);
  }
  return found;
}
