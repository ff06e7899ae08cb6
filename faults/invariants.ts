import pg from 'pg';
import type { Acknowledged } from './load.ts';

/** A rule about the database: a query that finds the rows which break it. */
type Invariant = { name: string; text: string; values?: (told: Told) => unknown[] };

/** Rules that hold at any moment, also while work is going on. */
const ALWAYS: Invariant[] = [
  {
    name: 'an acknowledged order exists',
    values: ({ orders }) => [orders],
    text: `SELECT id FROM unnest($1::uuid[]) AS told (id)
      WHERE NOT EXISTS (SELECT FROM test_request WHERE test_request.id = told.id)`,
  },
  {
    name: 'an acknowledged group exists',
    values: ({ groups }) => [groups],
    text: `SELECT id FROM unnest($1::uuid[]) AS told (id)
      WHERE NOT EXISTS (SELECT FROM group_test WHERE group_test.id = told.id)`,
  },
  {
    name: 'an acknowledged trace is stored',
    values: ({ uploads }) => [uploads],
    text: `SELECT id FROM unnest($1::uuid[]) AS told (id)
      WHERE NOT EXISTS (SELECT FROM result_revision JOIN chromatogram ON revision_id = result_revision.id
        WHERE result_revision.request_id = told.id)`,
  },
  {
    name: 'an acknowledged publication is published, and its order complete',
    values: ({ publications }) => [publications],
    text: `SELECT id FROM unnest($1::uuid[]) AS told (id)
      WHERE NOT EXISTS (SELECT FROM result_revision JOIN certificate ON revision_id = result_revision.id
        WHERE result_revision.request_id = told.id AND state = 'published')
      OR (SELECT status FROM test_request WHERE test_request.id = told.id) IS DISTINCT FROM 'complete'`,
  },
  {
    name: 'an acknowledged order or share is paid once',
    values: ({ payments }) => [payments.map(({ subject }) => subject)],
    text: `SELECT subject_id FROM payment
      WHERE subject_id = ANY ($1::uuid[]) AND received_cents > 0 GROUP BY subject_id HAVING count(*) > 1`,
  },
  {
    name: 'an order continues only after a payment',
    values: ({ orders }) => [orders],
    text: `SELECT test_request.id FROM test_request
      WHERE id = ANY ($1::uuid[]) AND status NOT IN ('draft', 'pending_payment', 'cancelled')
      AND NOT EXISTS (SELECT FROM payment WHERE subject_id = test_request.id AND received_cents > 0)`,
  },
  {
    name: 'an order starts to wait for its sample once, and completes once',
    values: ({ orders }) => [orders],
    text: `SELECT request_id, to_status FROM request_event
      WHERE request_id = ANY ($1::uuid[]) AND from_status IS DISTINCT FROM to_status
      AND to_status IN ('awaiting_sample', 'complete') GROUP BY request_id, to_status HAVING count(*) > 1`,
  },
  {
    name: 'the provider account of a payment equals received minus refunded money',
    text: `SELECT payment.id FROM payment
      LEFT JOIN ledger_entry ON payment_id = payment.id AND account = 'provider'
      WHERE settled_at IS NOT NULL AND dispute IS NULL GROUP BY payment.id
      HAVING coalesce(sum(ledger_entry.amount_cents), 0) <> received_cents - refunded_cents`,
  },
  {
    name: 'each ledger transaction is balanced',
    text: `SELECT transaction_id, currency FROM ledger_entry
      GROUP BY transaction_id, currency HAVING sum(amount_cents) <> 0`,
  },
  {
    name: 'invoices have no gaps',
    text: `SELECT name FROM invoice_series
      WHERE last_serial <> (SELECT count(*) FROM invoice WHERE series = name)`,
  },
  {
    name: 'the head of the log counts its entries, which have no gaps',
    text: `SELECT size FROM log_head
      WHERE size <> (SELECT count(*) FROM log_entry) OR size <> (SELECT coalesce(max(idx) + 1, 0) FROM log_entry)`,
  },
  {
    name: 'the list has each paid request: a public one with its publication, a private one without names',
    text: `SELECT r.id FROM test_request r
      LEFT JOIN public_test t ON t.request_id = r.id
      LEFT JOIN result_revision v ON v.request_id = r.id AND v.state = 'published' AND r.visibility = 'public'
      WHERE (r.status IN ('paid', 'awaiting_sample', 'received', 'complete')) <> (t.request_id IS NOT NULL)
      OR t.is_public <> (r.visibility = 'public')
      OR (t.request_id IS NOT NULL AND t.published_at IS DISTINCT FROM date_trunc('milliseconds', v.published_at))
      OR (NOT t.is_public AND (t.codes <> format(E'\\n%1$s\\n#%1$s\\n\\n=%1$s', r.task_number)
        OR num_nulls(body ->> 'compound_name', body ->> 'manufacturer', body ->> 'batch_code', body ->> 'result') <> 4))`,
  },
  {
    name: 'dossiers count each received public request and each withheld one in its present state',
    text: `SELECT request_id FROM (
        SELECT r.id AS request_id, CASE WHEN r.visibility = 'private' THEN 'withheld' WHEN v.id IS NULL THEN 'pending' ELSE 'published' END AS state
        FROM test_request r LEFT JOIN registration g ON g.request_id = r.id
        LEFT JOIN result_revision v ON v.request_id = r.id AND v.state = 'published'
        WHERE r.received_at IS NOT NULL AND 'public' IN (r.visibility, g.visibility)) AS meant
      FULL JOIN counted_test AS counted USING (request_id) WHERE meant.state IS DISTINCT FROM counted.state`,
  },
  {
    name: 'a stored answer without a mark has the right number of tests',
    text: `SELECT kind, subject_id FROM public_answer AS answer
      WHERE NOT EXISTS (SELECT FROM public_answer_mark AS mark WHERE (mark.kind, mark.subject_id) = (answer.kind, answer.subject_id))
      AND CASE kind WHEN 'list' THEN (body ->> 'total')::int <> (SELECT count(*) FROM public_test)
        ELSE (body #>> '{whole,published}')::int <> (SELECT count(*) FROM counted_test
          WHERE state = 'published' AND subject_id IN (compound_id, maker_id::text, batch_id::text)) END`,
  },
  {
    name: 'a served signed head stays in the log',
    values: ({ heads }) => [heads],
    text: `SELECT note FROM unnest($1::text[]) AS told (note)
      WHERE NOT EXISTS (SELECT FROM log_checkpoint WHERE log_checkpoint.note = told.note)`,
  },
];

/** Rules that hold after all work is done. */
const AT_LAST: Invariant[] = [
  {
    name: 'an acknowledged payment is settled with its amount',
    values: ({ payments }) => [payments.map(({ subject }) => subject), payments.map(({ cents }) => cents)],
    text: `SELECT subject FROM unnest($1::uuid[], $2::int[]) AS told (subject, cents)
      WHERE NOT EXISTS (SELECT FROM payment
        WHERE subject_id = told.subject AND settled_at IS NOT NULL AND received_cents = told.cents)`,
  },
  {
    name: 'a paid order continues',
    values: ({ payments }) => [payments.map(({ subject }) => subject)],
    text: `SELECT id FROM test_request WHERE id = ANY ($1::uuid[]) AND status IN ('draft', 'pending_payment', 'cancelled')`,
  },
  {
    name: 'the share of an acknowledged payment is paid',
    values: ({ payments }) => [payments.map(({ subject }) => subject)],
    text: `SELECT id FROM group_share WHERE id = ANY ($1::uuid[]) AND status NOT IN ('paid', 'refunded')`,
  },
  {
    name: 'no person has more orders than the server acknowledged',
    values: ({ emails, orders }) => [emails, orders],
    text: `SELECT test_request.id FROM test_request JOIN user_account ON user_account.id = customer_id
      WHERE user_account.email = ANY ($1::text[]) AND group_test_id IS NULL AND NOT test_request.id = ANY ($2::uuid[])`,
  },
  {
    name: 'no stored answer waits for its count',
    text: 'SELECT kind, subject_id FROM public_answer_mark',
  },
  {
    name: 'no provider event is unprocessed',
    text: `SELECT id FROM payment_event WHERE processed_at IS NULL`,
  },
  {
    name: 'no job has failed or waits for a worker',
    text: `SELECT name, id FROM pgboss.job WHERE state IN ('failed', 'retry', 'active')
      OR (state = 'created' AND start_after < now() - interval '1 minute')`,
  },
  {
    name: 'the mail about a published result was delivered',
    values: ({ publications, mails }) => [publications, mails],
    text: `SELECT request_event.id FROM request_event
      JOIN test_request ON test_request.id = request_id
      WHERE request_id = ANY ($1::uuid[]) AND to_status = 'complete' AND from_status IS DISTINCT FROM 'complete'
      AND NOT 'request-event-' || request_event.id = ANY ($2::text[])`,
  },
];

export type Told = Acknowledged & {
  /** The signed states of the log that the server has sent. */
  heads: string[];
  /** E-mail addresses of the people who order. */
  emails: string[];
  /** The delivered mails, each by its Message-ID without the part after '@'. */
  mails: string[];
};

/** The broken rules, each in a sentence. When all work is done (`isOver`), more rules count. */
export async function violations(
  databaseUrl: string,
  told: Told,
  { isOver = false }: { isOver?: boolean } = {},
): Promise<string[]> {
  return withClient(databaseUrl, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const found: string[] = [];
    for (const { name, text, values } of isOver ? [...ALWAYS, ...AT_LAST] : ALWAYS) {
      const { rows } = await client.query(text, values?.(told));
      const shown = rows.slice(0, 3).map((row) => JSON.stringify(row));
      if (rows.length > 0) found.push(`Not so: ${name}. ${rows.length} rows: ${shown.join(', ')}`);
    }
    return found;
  });
}

/** Makes every waiting job due now. */
export const hurry = (databaseUrl: string) =>
  withClient(databaseUrl, (client) =>
    client.query("UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'"),
  );

/** Runs queries on an installation's database, as a superuser. */
export async function withClient<T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // A killed process of PostgreSQL must not end the test.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
