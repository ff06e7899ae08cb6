import type { Named } from '@vialproof/contract/makers';
import { CARD } from '@vialproof/contract/payment-methods';
import { fold } from '@vialproof/science/text/fold';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { shown } from '../../src/modules/makers/subjects.queries.ts';
import { findSpelledCompounds, listSpellings } from '../../src/modules/makers/subjects.store.ts';
import { presentCounted, presentListRow } from '../../src/modules/publications/publications.presenter.ts';
import { numberLines, replaceCounted } from '../../src/modules/publications/publications.store.ts';
import {
  type CountedTest,
  LABEL_LINE,
  type LineValue,
} from '../../src/modules/publications/rules/counted-tests.ts';
import type { Tx } from '../../src/platform/postgres/database.ts';
import {
  COMPOUNDS,
  type Compound,
  DAY_MS,
  type Drawn,
  drawTest,
  idOf,
  type Known,
  md5,
  type Sku,
} from './drawn-tests.ts';

/** The number of rows in one statement. */
const PORTION = 2_000;

/** The test with sterility. */
const STERILITY_SKU = `
  WITH added AS (
    INSERT INTO sku (id, slug, name, description, family, sample_requirement, tat_text, base_price_cents,
      includes_sterility, sort_order, retired_at)
    SELECT md5('many tests sterility')::uuid, 'many-tests-sterility', 'Sterility', 'Two media, 14 days.', 'Other',
      '2 sealed vials', '16-18 business days after receipt', 30000, true, 9999, now()
    WHERE NOT EXISTS (SELECT 1 FROM sku WHERE includes_sterility) RETURNING slug)
  SELECT slug FROM added UNION ALL (SELECT slug FROM sku WHERE includes_sterility ORDER BY slug LIMIT 1)`;

async function insertTests(client: pg.PoolClient, drawn: Drawn[], withResults: boolean): Promise<void> {
  const before = (at: Date, days: number) => new Date(at.getTime() - days * DAY_MS);
  const requests = drawn.map(({ source, at }) => ({
    id: source.request_id,
    task_number: source.task_number,
    unique_key: md5(source.request_id).slice(0, 12).toUpperCase(),
    customer_id: source.customer_id,
    sku_id: source.sku_id,
    payment_method: CARD,
    status: source.status,
    visibility: source.visibility,
    base_price_cents: 30_000,
    final_price_cents: 30_000,
    compound_name: source.compound_name,
    dosage_text: source.dosage_text,
    manufacturer: source.manufacturer,
    batch_code: source.batch_code,
    created_at: before(at, 9),
    updated_at: at,
    paid_at: before(at, 9),
    received_at: before(at, 6),
    completed_at: at,
  }));
  await insert(client, 'test_request', requests);
  await insert(
    client,
    'good',
    requests.map(({ id }) => ({ id, kind: 'order' })),
  );
  if (!withResults) return;
  const revisions = drawn.map(({ source, result, at }) => ({
    id: idOf(`revision of ${source.request_id}`),
    request_id: source.request_id,
    revision: 1,
    state: 'published',
    ...result,
    created_at: before(at, 2),
    created_by: source.customer_id,
    updated_at: at,
    submitted_at: before(at, 1),
    submitted_by: source.customer_id,
    published_at: at,
    published_by: source.customer_id,
  }));
  await insert(client, 'result_revision', revisions);
}

/** The names of public tests, each spelling as a record. */
async function insertNames(client: pg.PoolClient, drawn: Drawn[], now: Date): Promise<void> {
  const shown = drawn.filter(({ source }) => source.visibility === 'public');
  const makers = [...new Map(shown.map(({ subject: { maker } }) => [maker.id, maker])).values()];
  const batches = [...new Map(shown.map(({ subject }) => [subject.batch.id, subject])).values()];
  const record = ({ id, name }: Named, makerId: string) => ({
    id,
    kind: id === makerId ? 'maker' : 'batch',
    maker_id: makerId,
    name,
    folded: fold(name),
    current_id: id,
    created_at: now,
    version: 1,
  });
  const records = [
    ...makers.map((maker) => ({ ...record(maker, maker.id), slug: maker.slug })),
    ...batches.map(({ maker, batch }) => ({ ...record(batch, maker.id), slug: batch.slug })),
  ];
  await insert(
    client,
    'named_record',
    records.map(({ slug: _, ...row }) => row),
  );
  await insert(
    client,
    'record_alias',
    records.map(({ id, kind, maker_id, name, folded, slug }) => ({
      id,
      kind,
      maker_id,
      folded,
      spelling: name,
      slug,
      record_id: id,
      created_at: now,
    })),
  );
  const subjects = shown.map(
    ({ source: { request_id, status, compound_name }, subject: { maker, batch } }) => ({
      request_id,
      maker_folded: fold(maker.name),
      batch_folded: fold(batch.name),
      compound_folded: fold(compound_name ?? ''),
      is_shown: status === 'complete',
    }),
  );
  await insert(client, 'request_subject', subjects);
}

/** The public rows of these tests. */
async function insertPublicRows(client: pg.PoolClient, tx: Tx, drawn: Drawn[]): Promise<void> {
  const listed = drawn.map(({ source, subject, spellings }) =>
    presentListRow(source, subject, { compound: spellings, maker: [subject.maker.name] }, null),
  );
  await insert(client, 'public_test', listed);
  const times = drawn.map(({ source: { request_id, sku_id, received_ms, due_on }, at }) => {
    return { request_id, sku_id, received_at: new Date(received_ms ?? 0), due_on, done_at: at };
  });
  await insert(client, 'sample_turnaround', times);
  const unnumbered = drawn.flatMap(({ source, subject }) => presentCounted(source, subject) ?? []);
  const numberOf = await numberLines(
    tx,
    unnumbered.flatMap(({ lines }) => lines),
  );
  const counted = unnumbered.map(({ test, lines, deviation }): CountedTest => {
    const values = lines.map(({ analyte_key, method_key, analyte, method, ...line }): LineValue => {
      return { line: numberOf({ analyte_key, method_key, analyte, method }), source_line: null, ...line };
    });
    if (!deviation) return { ...test, values };
    const { amount, ...line } = deviation;
    return { ...test, values: [...values, { line: LABEL_LINE, source_line: numberOf(amount), ...line }] };
  });
  await replaceCounted(
    tx,
    counted.map(({ request_id }) => request_id),
    counted,
  );
}

/** Inserts rows whose keys are column names; existing rows stay unchanged. */
async function insert(client: pg.PoolClient, table: string, rows: object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? { id: '' }).join(', ');
  await client.query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(null::${table}, $1) ON CONFLICT DO NOTHING`,
    [JSON.stringify(rows)],
  );
}

async function readKnown(client: pg.PoolClient, tx: Tx, now: Date): Promise<Known> {
  const sterility = await client.query<{ slug: string }>(STERILITY_SKU);
  const { rows } = await client.query<Sku>('SELECT id, slug, name, description, includes_sterility FROM sku');
  const spelled = await findSpelledCompounds(
    tx,
    COMPOUNDS.map(([name]) => fold(name)),
  );
  const compounds = new Map<string, Compound>();
  for (const [name] of COMPOUNDS) {
    const named = shown(spelled.get(fold(name)));
    const spellings = await listSpellings(tx, { compoundId: named?.id, makerId: undefined });
    compounds.set(name, { named, spellings: spellings.compound });
  }
  return {
    customer: await seedCustomer(client, now),
    skus: new Map(rows.map((sku) => [sku.slug, sku])),
    sterilitySlug: sterility.rows[0]?.slug ?? '',
    compounds,
  };
}

type Options = {
  /** The number of the first test, from 1. */
  from: number;
  to: number;
  /** Time of the newest publication. */
  now: Date;
  /** Whether results are written, too; only the page of a single test needs them. */
  withResults: boolean;
};

/** Fills a database with very many finished tests, for the benchmark and for tests. Ten thousand take some seconds. */
export async function seedManyTests(pool: pg.Pool, { from, to, now, withResults }: Options): Promise<void> {
  const client = await pool.connect();
  const tx: Tx = Object.assign(drizzle(client), { isTransaction: true as const });
  try {
    await client.query("SET maintenance_work_mem = '512MB'");
    await client.query('BEGIN');
    const known = await readKnown(client, tx, now);
    const rebuild = to - from >= 5_000 ? await dropIndexes(client, ['public_test', 'counted_test']) : [];
    for (let first = from; first <= to; first += PORTION) {
      const length = Math.min(PORTION, to - first + 1);
      const drawn = Array.from({ length }, (_, place) => drawTest(first + place, now, known));
      await insertTests(client, drawn, withResults);
      await insertNames(client, drawn, now);
      await insertPublicRows(client, tx, drawn);
    }
    for (const statement of rebuild) await client.query(statement);
    await client.query(`SELECT setval('task_number_seq', (SELECT max(task_number) FROM test_request))`);
    await client.query('COMMIT');
    await client.query(`VACUUM (ANALYZE) ${TABLES.join(', ')}`);
  } finally {
    // Closing the connection ends its settings.
    client.release(true);
  }
}

const TABLES = [
  ...['test_request', 'good', 'result_revision', 'named_record', 'record_alias', 'request_subject'],
  ...['public_test', 'sample_turnaround', 'counted_test', 'counted_line', 'line_name'],
];

async function seedCustomer(client: pg.PoolClient, now: Date): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO user_account (id, email, email_normalized, first_name, last_name, display_name, password_hash, created_at, updated_at)
     VALUES (md5('many tests')::uuid, 'many@seed.invalid', 'many@seed.invalid', 'Many', 'Tests', 'Many Tests', '!', $1, $1)
     ON CONFLICT (email_normalized) DO UPDATE SET updated_at = excluded.updated_at RETURNING id`,
    [now],
  );
  return rows[0]?.id ?? '';
}

/** Removes indexes, because building them anew is faster than updating them. Returns the statements that build them. */
async function dropIndexes(client: pg.PoolClient, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `SELECT indexname, indexdef FROM pg_indexes WHERE tablename = ANY ($1) AND schemaname = 'public'
       AND indexname NOT IN (SELECT conname FROM pg_constraint)`,
    [tables],
  );
  for (const { indexname } of rows) await client.query(`DROP INDEX ${indexname}`);
  return rows.map(({ indexdef }) => indexdef);
}
