import type { AssignedTo } from '@vialproof/contract/assignees';
import type { LabQueue, QueueStatus, RevisionState } from '@vialproof/contract/lab';
import type { RequestStatus } from '@vialproof/contract/orders';
import type { Visibility } from '@vialproof/contract/primitives';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/postgres/database.ts';

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
  due_on: string | null;
  revision_state: RevisionState | null;
  /** Whether the caller ordered this test, alone or in a group. */
  is_own: boolean;
};

/** `me`: the caller. `only`: samples with this person; undefined: all. */
type AssigneeFilter = { me: string; only: AssignedTo | undefined };

export type QueueFilter = {
  status: QueueStatus | undefined;
  q: string | undefined;
  assignee: AssigneeFilter;
  /** 'YYYY-MM-DD' in UTC. */
  today: string;
  page: number;
  limit: number;
};

/** The queue's indexes contain only these rows. */
const OPEN = sql`r.status IN ('paid', 'awaiting_sample', 'received')`;
/** The text that the search index contains. */
const WORDS = sql.raw(
  `(coalesce(r.compound_name, '') || E'\\n' || coalesce(r.manufacturer, '') || E'\\n' || coalesce(r.batch_code, '') || E'\\n' || r.task_number::text)`,
);
/** The queue counts at most this many requests. */
const MOST_COUNTED = 10_000;
/** The index cannot find texts that are shorter. */
const SHORTEST_TERM = 3;

const IN_REVIEW = sql`FROM result_revision o JOIN test_request r ON r.id = o.request_id`;
const EVERYTHING = sql`FROM test_request r`;
const REVIEWED = sql`o.state = 'in_review'`;

const isMine = (me: string) =>
  sql`EXISTS (SELECT 1 FROM sample_assignee a WHERE a.request_id = r.id AND a.user_id = ${me})`;
const IS_NOBODYS = sql`NOT EXISTS (SELECT 1 FROM sample_assignee a WHERE a.request_id = r.id)`;
const isOwn = (me: string) => sql`(r.customer_id = ${me}
  OR EXISTS (SELECT 1 FROM request_reader q WHERE q.request_id = r.id AND q.user_id = ${me}))`;
/** A filter must not tell staff anything about their own test. */
const isOthers = (me: string) => sql`NOT ${isOwn(me)}`;
function narrowedTo({ me, only }: AssigneeFilter): SQL[] {
  if (only === undefined) return [];
  return [only === 'me' ? isMine(me) : IS_NOBODYS, isOthers(me)];
}

/**
 * One page of the laboratory's list. Open samples: overdue first, then by due day and payment. Finished ones: newest
 * first. A search looks at all paid orders, with two letters only at open ones.
 */
export async function listQueue(
  db: Queryable,
  filter: QueueFilter,
): Promise<{ rows: QueueRow[]; total: number }> {
  const skuIds = filter.q ? await listSkusNamed(db, filter.q) : [];
  const where = sql`WHERE ${sql.join(conditions(filter, skuIds), sql` AND `)}`;
  const isReview = filter.status === 'in_review';
  const tables = isReview ? IN_REVIEW : EVERYTHING;
  const open = isReview
    ? sql``
    : sql`LEFT JOIN result_revision o ON o.request_id = r.id AND o.state IN ('draft', 'in_review')`;
  const { rows } = await db.execute<QueueRow>(sql`
    SELECT r.id, r.task_number, s.name AS sku_name, r.compound_name, r.manufacturer, r.batch_code, r.status,
           r.visibility, r.paid_at, r.received_at, r.due_on::text AS due_on, o.state AS revision_state,
           ${isOwn(filter.assignee.me)} AS is_own
    ${tables} ${open} JOIN sku s ON s.id = r.sku_id ${where}
    ORDER BY ${orderOf(filter)}
    LIMIT ${filter.limit} OFFSET ${(filter.page - 1) * filter.limit}`);
  const counted = await db.execute<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM (
      SELECT 1 ${tables} ${where} ${isClosed(filter.status) ? sql`ORDER BY r.task_number DESC` : sql``}
      LIMIT ${MOST_COUNTED}) AS found`,
  );
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** The numbers beside the list. `today`: 'YYYY-MM-DD' in UTC. */
export async function countQueue(
  db: Queryable,
  { today, assignee }: { today: string; assignee: AssigneeFilter },
): Promise<LabQueue['counts']> {
  const narrowed = sql.join([OPEN, ...narrowedTo(assignee)], sql` AND `);
  const { rows } = await db.execute<LabQueue['counts']>(sql`
    SELECT count(*)::int AS todo,
      (count(*) FILTER (WHERE r.status = 'received' AND r.due_on < ${today}::date))::int AS overdue,
      (count(*) FILTER (WHERE r.status = 'awaiting_sample'))::int AS awaiting_sample,
      (count(*) FILTER (WHERE r.status = 'received'))::int AS received,
      (SELECT count(*) ${IN_REVIEW} WHERE ${sql.join([REVIEWED, isOthers(assignee.me), ...narrowedTo(assignee)], sql` AND `)})::int AS in_review,
      (SELECT count(*) ${EVERYTHING} WHERE ${OPEN} AND ${isMine(assignee.me)})::int AS mine,
      (SELECT count(*) ${EVERYTHING} WHERE ${OPEN} AND ${IS_NOBODYS} AND ${isOthers(assignee.me)})::int AS nobodys
    FROM test_request r WHERE ${narrowed}`);
  const none = { todo: 0, overdue: 0, awaiting_sample: 0, received: 0, in_review: 0, mine: 0, nobodys: 0 };
  return rows[0] ?? none;
}

/** Products are read first, so that the main query can use an index. */
async function listSkusNamed(db: Queryable, q: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`SELECT id FROM sku WHERE name ILIKE ${containing(q)}`,
  );
  return rows.map(({ id }) => id);
}

const isClosed = (status: QueueFilter['status']) =>
  status !== undefined && !['paid', 'awaiting_sample', 'received', 'in_review', 'overdue'].includes(status);

function orderOf({ status, q }: QueueFilter): SQL {
  if (isClosed(status)) return sql`r.task_number DESC`;
  const due = sql`r.due_on, r.paid_at, r.task_number`;
  return q && status === undefined
    ? sql`(${OPEN}) DESC, CASE WHEN ${OPEN} THEN r.due_on END, CASE WHEN ${OPEN} THEN r.paid_at END, r.task_number DESC`
    : due;
}

/** A pattern of LIKE for a text anywhere. */
const containing = (q: string) => `%${q.replace(/[\\%_]/g, '\\$&')}%`;

function conditions({ status, q, assignee, today }: QueueFilter, skuIds: string[]): SQL[] {
  const found: SQL[] = narrowedTo(assignee);
  const isShort = q !== undefined && q.length < SHORTEST_TERM;
  if (status === 'in_review') found.push(REVIEWED, isOthers(assignee.me));
  else if (status === 'overdue')
    found.push(sql`${OPEN} AND r.status = 'received' AND r.due_on < ${today}::date`);
  else if (status && isClosed(status)) {
    found.push(sql`r.status = ${status}`);
    // The condition lets PostgreSQL use the index, which contains only paid orders.
    if (q && status === 'complete') found.push(sql`r.paid_at IS NOT NULL`);
  } else if (status) found.push(sql`${OPEN} AND r.status = ${status}`);
  // Without a status the list shows open work.
  else found.push(q && !isShort ? sql`r.paid_at IS NOT NULL` : OPEN);
  if (q) {
    const said = sql`${WORDS} ILIKE ${containing(q)}`;
    found.push(skuIds.length > 0 ? sql`(${said} OR r.sku_id = ANY (${sql.param(skuIds)}::uuid[]))` : said);
  }
  return found;
}
