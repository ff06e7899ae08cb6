import { type SQL, sql } from 'drizzle-orm';
import { DEAD_LETTERS } from '../../platform/jobs/job-queues.ts';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { accountMailJob, codeMailJob } from '../accounts/accounts.service.ts';
import { keyMailJob } from '../imports/imports.service.ts';
import { groupMailJob, orderMailJob, showcaseMailJob } from '../notifications/notifications.service.ts';
import { watchMailJob } from '../watches/watches.service.ts';

/** Which mails admins see. Mails with one-time codes are left out, because they are never sent again. */
const SHOWN = [accountMailJob, orderMailJob, groupMailJob, showcaseMailJob, watchMailJob, keyMailJob].map(
  ({ name }) => name,
);

export type UnsentRow = {
  id: string;
  state: 'waiting' | 'failed';
  /** The queue in which the mail is: its usual one, or that of failed mails. */
  queue: string;
  kind: string;
  /** The reader's address, if the job contains it. */
  to: string | null;
  user_id: string | null;
  watcher_id: string | null;
  request_id: string | null;
  group_id: string | null;
  /** When the mail was asked for, in milliseconds since 1970. */
  asked_at_ms: number;
  tries: number;
  error: string | null;
  next_try_at_ms: number | null;
};

type Filter = { state?: 'waiting' | 'failed' | undefined; id?: string; offset: number; limit: number };

const milliseconds = (moment: SQL) => sql`floor(extract(epoch FROM ${moment}) * 1000)::float8`;

// The table belongs to the library pg-boss, which chose the names.

const names = (list: string[]) => sql`ANY (${sql.param(list)}::text[])`;

/** Unsent mails: failed, or waiting for a minute or more. */
const unsent = (now: Date) => sql`
  SELECT j.*, CASE WHEN j.name = ${DEAD_LETTERS} THEN 'failed' ELSE 'waiting' END AS shown_state,
    (j.data->>'askedAt')::timestamptz AS asked_at
  FROM pgboss.job j
  WHERE (
      (j.name = ${DEAD_LETTERS} AND j.source_name = ${names(SHOWN)} AND j.state = 'created')
      OR (j.name = ${names(SHOWN)} AND (j.state = 'retry' OR (j.state = 'active' AND j.retry_count > 0)
        OR (j.state = 'created' AND j.start_after < now() - interval '1 minute')))
    )
    AND ((j.data->>'endsAt')::timestamptz > ${now} OR j.data->>'endsAt' IS NULL)`;

/** A page of unsent mails; the mail that waits longest is first. */
export async function listUnsent(
  db: Queryable,
  now: Date,
  { state, id, offset, limit }: Filter,
): Promise<UnsentRow[]> {
  const conditions = sql.join(
    [sql`true`, ...(state ? [sql`m.shown_state = ${state}`] : []), ...(id ? [sql`m.id = ${id}::uuid`] : [])],
    sql` AND `,
  );
  const { rows } = await db.execute<UnsentRow>(sql`
    SELECT m.id, m.shown_state AS state, m.name AS queue, coalesce(m.data->>'mail', m.data->>'kind') AS kind,
      m.data->>'to' AS "to", m.data->>'userId' AS user_id, m.data->>'watcherId' AS watcher_id,
      m.data->>'requestId' AS request_id, m.data->>'groupId' AS group_id,
      ${milliseconds(sql`m.asked_at`)} AS asked_at_ms,
      CASE WHEN m.shown_state = 'failed' THEN m.source_retry_count + 1
        WHEN m.state = 'retry' THEN m.retry_count + 1 ELSE m.retry_count END AS tries,
      CASE WHEN m.shown_state = 'failed' THEN coalesce(m.source_output->>'message', m.source_output->'value'->>'message')
        ELSE coalesce(m.output->>'message', m.output->'value'->>'message') END AS error,
      CASE WHEN m.state = 'retry' THEN ${milliseconds(sql`m.start_after`)} END AS next_try_at_ms
    FROM (${unsent(now)}) m
    WHERE ${conditions} ORDER BY m.asked_at, m.id LIMIT ${limit} OFFSET ${offset}`);
  return rows;
}

export async function countUnsent(db: Queryable, now: Date): Promise<{ waiting: number; failed: number }> {
  const { rows } = await db.execute<{ state: 'waiting' | 'failed'; n: number }>(
    sql`SELECT shown_state AS state, count(*)::int AS n FROM (${unsent(now)}) m GROUP BY 1`,
  );
  const counts = { waiting: 0, failed: 0 };
  for (const { state, n } of rows) counts[state] = n;
  return counts;
}

/** Deletes mails whose time is over. */
export async function deleteEndedMails(db: Queryable, now: Date): Promise<void> {
  await db.execute(sql`
    DELETE FROM pgboss.job WHERE name = ${names([...SHOWN, codeMailJob.name, DEAD_LETTERS])} AND state <> 'active'
      AND (data->>'endsAt')::timestamptz <= ${now}`);
}

/** Deletes all mails to a person, so that no address stays. */
export async function deleteMailsOf(tx: Tx, userId: string, address: string): Promise<void> {
  const deletion = sql`
    DELETE FROM pgboss.job WHERE name = ${names([...SHOWN, codeMailJob.name, DEAD_LETTERS])}
      AND (data->>'userId' = ${userId} OR data->>'email' = ${address})`;
  await tx.execute(deletion);
  // A failed try replaces the row meanwhile, so the deletion runs twice.
  await tx.execute(deletion);
}

/** The mails to a person that wait. */
export async function listWaitingOf(
  db: Queryable,
  userId: string,
): Promise<{ kind: string; asked_at: string }[]> {
  const { rows } = await db.execute<{ kind: string; asked_at: string }>(sql`
    SELECT coalesce(data->>'mail', data->>'kind') AS kind, data->>'askedAt' AS asked_at
    FROM pgboss.job
    WHERE name = ${names([...SHOWN, DEAD_LETTERS])} AND data->>'userId' = ${userId} AND state < 'completed'
    ORDER BY created_on`);
  return rows;
}
