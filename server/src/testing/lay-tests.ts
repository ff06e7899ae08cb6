import { randomUUID } from 'node:crypto';
import type { Measurement } from '@vialproof/contract/results';
import { PURITY } from './lab.ts';
import type { Person, TestApp } from './test-app.ts';

/** A test as rows of the database. */
export type LaidTest = {
  /** Default: the next number. */
  taskNumber?: number;
  /** The path of the ordered test in the price list. */
  sku: string;
  isPrivate?: boolean;
  compound?: string;
  maker?: string;
  batch?: string;
  /** Title of the result. Default: the name of its compound. */
  title?: string;
  /** The lines of its result. Default: one purity that passes. */
  measurements?: Measurement[];
  /** The day or time of publication (ISO 8601). Without it, the test is still in the laboratory. */
  publishedOn?: string;
};

/** A laid test, and the customer who owns it. */
export type Laid = { id: string; taskNumber: number; owner: Person };

const RECORDS = `jsonb_to_recordset($1::jsonb) AS t (id uuid, "taskNumber" bigint, sku text, "isPrivate" boolean,
  compound text, maker text, batch text, title text, measurements jsonb, "publishedOn" text)`;

const REQUESTS = `
  INSERT INTO test_request (id, task_number, unique_key, customer_id, sku_id, payment_method, status, visibility,
    base_price_cents, final_price_cents, compound_name, manufacturer, batch_code, created_at, updated_at, paid_at, received_at,
    completed_at)
  SELECT t.id, coalesce(t."taskNumber", nextval('task_number_seq')), upper(substr(md5(t.id::text), 1, 12)), $2, sku.id, 'stripe',
    CASE WHEN day IS NULL THEN 'received' ELSE 'complete' END, CASE WHEN t."isPrivate" THEN 'private' ELSE 'public' END,
    18000, 18000, t.compound, t.maker, t.batch, $3, $3, $3, $3, day
  FROM ${RECORDS} JOIN sku ON sku.slug = t.sku CROSS JOIN LATERAL (SELECT t."publishedOn"::timestamptz AS day) d RETURNING id, task_number::int AS "taskNumber"`;

const REVISIONS = `
  INSERT INTO result_revision (id, request_id, revision, state, title, measurements, created_at, created_by, updated_at,
    submitted_at, submitted_by, published_at, published_by)
  SELECT gen_random_uuid(), t.id, 1, 'published', coalesce(t.title, t.compound, ''), t.measurements, $3, $2, $3, $3, $2,
    t."publishedOn"::timestamptz, $2
  FROM ${RECORDS} WHERE t."publishedOn" IS NOT NULL`;

/**
 * Writes tests of one customer directly into the tables, without orders, payments and laboratory work. Then it updates
 * names, lists and counts as usual.
 */
export async function layTests(app: TestApp, tests: readonly LaidTest[]): Promise<Laid[]> {
  const { db } = app.platform;
  const { afterOrderChange } = app.modules.after.orders;
  const owner = await app.person();
  const ownerId = owner.id;
  const laid = tests.map((test) => ({ id: randomUUID(), isPrivate: false, measurements: [PURITY], ...test }));
  const values = [JSON.stringify(laid), ownerId, '2025-01-01'];
  const { rows } = await db.pool.query<{ id: string; taskNumber: number }>(REQUESTS, values);
  if (rows.length !== tests.length) throw new Error('not every test is of something that is sold');
  await db.pool.query(REVISIONS, values);
  for (const { id: requestId } of laid) {
    await db.transaction((tx) => afterOrderChange(tx, { requestId, ownerId, groupTestId: null }));
  }
  return laid.flatMap(({ id }) => rows.filter((row) => row.id === id).map((row) => ({ ...row, owner })));
}

/** Lays published tests of BPC-157 by Test Maker with the batch code T-1. Each of `tests` says what it has instead. */
export function layPublished(app: TestApp, tests: readonly Partial<LaidTest>[]): Promise<Laid[]> {
  const usual = {
    sku: 'bpc-157',
    compound: 'BPC-157',
    maker: 'Test Maker',
    batch: 'T-1',
    publishedOn: app.clock.now().toISOString(),
  };
  return layTests(
    app,
    tests.map((own) => ({ ...usual, ...own })),
  );
}
