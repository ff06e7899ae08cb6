import type pg from 'pg';
import { nearOf, startsOf } from '../../src/modules/listing/search.rules.ts';

/** Compound, and the slug of the test that is ordered for it. The first ones are asked for most. */
const COMPOUNDS: [string, string][] = [
  ['Retatrutide', 'retatrutide'],
  ['Tirzepatide', 'tirzepatide'],
  ['Semaglutide', 'semaglutide'],
  ['BPC-157', 'bpc-157'],
  ['TB-500', 'tb-500'],
  ['Ipamorelin', 'ipamorelin'],
  ['CJC-1295 DAC', 'cjc-1295-with-dac'],
  ['Melanotan 2', 'melanotan-2'],
  ['PT-141', 'pt-141'],
  ['AOD-9604', 'aod-9604'],
  ['GHRP-6', 'ghrp-6'],
  ['GHRP-2', 'ghrp-2'],
  ['HGH fragment 176-191', 'hgh-fragment'],
  ['Cagrilintide', 'cagrilintide'],
  ['Somatropin', 'somatropin-amount-and-purity'],
  ['LL-37', 'll-37'],
  ['TB-4', 'tb-4'],
  ['Melanotan 1', 'melanotan-1'],
  ['hCG', 'hcg-hplc'],
  ['5-Amino-1MQ', '5-amino-1-methylquinolinium'],
];
const MAKERS = 120;
const STRENGTHS = [2, 5, 10, 15, 30, 60];
const PRIVATE_SHARE = 0.1;
const STERILITY_SHARE = 0.04;
/** Batches of one compound that a maker makes in a month. */
const LOTS_A_MONTH = 10;
/** Of tests whose maker counts its batches in four digits, as others do. */
const SHARED_CODE_SHARE = 0.02;
const FIRST_TASK = 10_001;

/** The test with sterility of the catalog; where it has none, one that is not sold. */
const STERILITY_SKU = `
  WITH added AS (
    INSERT INTO sku (id, slug, name, description, family, sample_requirement, tat_text, base_price_cents,
      includes_sterility, sort_order, retired_at)
    SELECT md5('many tests sterility')::uuid, 'many-tests-sterility', 'Sterility', 'Two media, 14 days.', 'Other',
      '2 sealed vials', '16-18 business days after receipt', 30000, true, 9999, now()
    WHERE NOT EXISTS (SELECT 1 FROM sku WHERE includes_sterility) RETURNING slug)
  SELECT slug FROM added UNION ALL (SELECT slug FROM sku WHERE includes_sterility ORDER BY slug LIMIT 1)`;

/** What differs from test to test, drawn by hashing its number: the same numbers give the same tests. */
const DRAW = `
  CREATE TEMP TABLE drawn ON COMMIT DROP AS
  SELECT overlay(overlay(md5('many tests ' || n) PLACING '4' FROM 13) PLACING '8' FROM 17)::uuid AS id, md5('revision ' || n)::uuid AS revision_id, ${FIRST_TASK - 1} + n AS task_number,
    s.*, compound, strength, strength || ' mg' AS dosage, compound || ' ' || strength || ' mg' AS title,
    'Maker ' || chr(65 + maker % 26) || maker AS maker, at,
    'B' || to_char(at, 'YYMM') || '-' || CASE WHEN draw(n, 11) < ${SHARED_CODE_SHARE} THEN lpad(floor(10000 * draw(n, 6))::text, 4, '0')
      ELSE lpad(maker::text, 3, '0') || lpad(compound_at::text, 2, '0') || floor(${LOTS_A_MONTH} * draw(n, 6)) END AS batch,
    draw(n, 7) >= ${PRIVATE_SHARE} AS is_public,
    round((97 + 2.9 * sqrt(draw(n, 8)))::numeric, 2) AS purity, round((strength * (0.9 + 0.2 * draw(n, 9)))::numeric, 2) AS mg,
    round((1000 + 200 * compound_at + draw(n, 10))::numeric, 1) AS mass, round((100 * (0.9 + 0.2 * draw(n, 9)))::numeric, 2) AS share
  FROM (
    SELECT n, 1 + floor(cardinality($3::text[]) * power(draw(n, 1), 2.2))::int AS compound_at,
      floor(${MAKERS} * power(draw(n, 2), 2))::int AS maker,
      ($5::int[])[1 + floor(cardinality($5::int[]) * draw(n, 3))::int] AS strength,
      date_trunc('milliseconds', $6::timestamptz - interval '365 days' * power(draw(n, 4), 1.3)) AS at,
      draw(n, 5) < ${STERILITY_SHARE} AS sterile
    FROM generate_series($1::bigint, $2::bigint) AS n
  ) d
  CROSS JOIN LATERAL (SELECT ($3::text[])[compound_at] AS compound, ($4::text[])[compound_at] AS slug) c
  JOIN (SELECT id AS sku_id, slug AS sku_slug, name AS sku_name, description AS sku_description, includes_sterility FROM sku) s
    ON s.sku_slug = CASE WHEN sterile THEN $7 ELSE slug END`;

const DRAW_FUNCTION = `
  CREATE OR REPLACE FUNCTION pg_temp.draw(n bigint, which int) RETURNS double precision IMMUTABLE LANGUAGE sql AS
  $$ SELECT (hashint8(n * 16 + which)::bigint & 2147483647) / 2147483648.0::double precision $$`;

const REQUESTS = `
  INSERT INTO test_request (id, task_number, unique_key, customer_id, sku_id, payment_method, status, visibility,
    base_price_cents, final_price_cents, compound_name, dosage_text, manufacturer, batch_code, created_at, updated_at,
    paid_at, received_at, completed_at)
  SELECT id, task_number, upper(substr(md5(id::text), 1, 12)), $1, sku_id, 'stripe', 'complete',
    CASE WHEN is_public THEN 'public' ELSE 'private' END, 30000, 30000, compound, dosage, maker, batch,
    at - interval '9 days', at, at - interval '9 days', at - interval '6 days', at
  FROM drawn`;

/** `amount`: what the line of the amount has besides. */
const lines = (amount = '') => `json_build_array(
    json_build_object('analyte', 'Purity', 'method', 'RP-HPLC-UV 214 nm', 'value', purity, 'unit', '% area',
      'limit', '≥ 98.0', 'verdict', CASE WHEN purity >= 98 THEN 'pass' ELSE 'fail' END),
    json_build_object('analyte', 'Amount per vial', 'method', 'RP-HPLC-UV 214 nm', 'value', mg, 'unit', 'mg',
      'limit', '', 'verdict', NULL${amount}),
    json_build_object('analyte', 'Identity', 'method', 'LC-MS, average mass', 'value', mass, 'unit', 'Da',
      'limit', '', 'verdict', NULL))`;
const CLAIM = `, 'claim', strength, 'computed', json_build_object('n', NULL, 'mean', NULL, 'rsd_percent', NULL,
      'percent_of_claim', share, 'mass', NULL, 'verdict', NULL)`;
const SUMMARY = `'Identity confirmed. Purity and amount are as stated.'`;

const REVISIONS = `
  INSERT INTO result_revision (id, request_id, revision, state, title, summary, measurements, created_at, created_by,
    updated_at, submitted_at, submitted_by, published_at, published_by)
  SELECT revision_id, id, 1, 'published', title, ${SUMMARY}, ${lines(CLAIM)}::jsonb, at - interval '2 days', $1, at,
    at - interval '1 day', $1, at, $1
  FROM drawn`;

const PHRASES = `
  INSERT INTO public_test_phrase (field, is_public, includes_sterility, words)
  SELECT 'subject', is_public, includes_sterility, words FROM listed UNION
  SELECT 'maker', is_public, includes_sterility, lower(maker) FROM listed WHERE is_public
  ON CONFLICT DO NOTHING`;

/** What the rows of the list are made of, as the module `listing` makes them. */
const LISTED = `
  CREATE TEMP TABLE listed ON COMMIT DROP AS
  SELECT drawn.*, CASE WHEN NOT is_public THEN lower(sku_name) ELSE (
      SELECT string_agg(words, E'\\n' ORDER BY place) FROM (
        SELECT lower(text) AS words, min(place) AS place
        FROM unnest(ARRAY[sku_name, title, compound] || spellings) WITH ORDINALITY AS t (text, place) GROUP BY 1) t) END AS words,
    to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS instant,
    CASE WHEN is_public THEN trim_scale(share - 100) END AS off_label,
    CASE WHEN is_public THEN CASE WHEN purity >= 98 THEN 'partly' ELSE 'fail' END END AS verdict,
    CASE WHEN is_public THEN extract(year FROM at AT TIME ZONE 'UTC')::int END AS year,
    CASE WHEN is_public THEN coalesce(known.slug, regexp_replace(lower(compound), '[^a-z0-9]+', '-', 'g')) END AS compound_slug,
    coalesce(known.name, compound) AS compound_called, known.slug IS NOT NULL AS is_known,
    CASE WHEN is_public THEN regexp_replace(lower(maker), '[^a-z0-9]+', '-', 'g') END AS maker_slug
  FROM drawn LEFT JOIN (
    SELECT w.folded, c.slug, c.spelling AS name, c.spelling || ARRAY(
      SELECT s.spelling FROM compound_spelling s
      WHERE s.compound = c.compound AND (s.kind <> 'customer' OR s.slug IS NOT NULL) ORDER BY 1) AS spellings
    FROM compound_spelling w JOIN compound_spelling c ON c.compound = w.compound AND c.spelling = w.compound
  ) known ON known.folded = lower(compound)`;

const VALUES = `
  INSERT INTO public_test_value (facet, value, label)
  SELECT DISTINCT 'compound', compound_slug, compound_called FROM listed WHERE is_public UNION
  SELECT DISTINCT 'maker', maker_slug, maker FROM listed WHERE is_public UNION
  SELECT 'tested', lower(analyte), analyte FROM unnest(ARRAY['Purity', 'Amount per vial', 'Identity']) AS analyte
  WHERE EXISTS (SELECT FROM listed WHERE is_public)
  ON CONFLICT DO NOTHING`;

const TESTED = `
  ARRAY(SELECT id FROM public_test_value WHERE facet = 'tested' AND value IN ('purity', 'amount per vial', 'identity') ORDER BY id)`;

const SORTED = `
  CREATE TEMP TABLE sorted ON COMMIT DROP AS
  SELECT l.*, s.id AS subject_id, m.id AS maker_phrase_id, c.id AS compound_id, v.id AS maker_id,
    CASE WHEN l.is_public THEN ${TESTED} ELSE '{}' END AS tested
  FROM listed l
  JOIN public_test_phrase s ON md5(s.words) = md5(l.words) AND s.field = 'subject'
    AND s.is_public = l.is_public AND s.includes_sterility = l.includes_sterility
  LEFT JOIN public_test_phrase m ON l.is_public AND md5(m.words) = md5(lower(maker)) AND m.field = 'maker'
    AND m.is_public AND m.includes_sterility = l.includes_sterility
  LEFT JOIN public_test_value c ON c.facet = 'compound' AND c.value = compound_slug
  LEFT JOIN public_test_value v ON v.facet = 'maker' AND v.value = maker_slug`;

const KIND =
  'subject_id, maker_phrase_id, compound_id, maker_id, verdict, year, tested, is_public, includes_sterility';
const KINDS = `
  INSERT INTO public_test_kind (${KIND}) SELECT DISTINCT ${KIND} FROM sorted ON CONFLICT DO NOTHING`;

const ROWS = `
  INSERT INTO public_test (task_number, request_id, is_public, includes_sterility, subject_id, maker_id, codes,
    published_at, body, kind_id, batch, purity, deviation, writes)
  SELECT task_number, l.id, l.is_public, l.includes_sterility, l.subject_id, l.maker_phrase_id,
    CASE WHEN l.is_public THEN lower(batch) || E'\\n' ELSE '' END || task_number,
    CASE WHEN l.is_public THEN at END,
    replace(replace(replace(json_build_object('request_id', l.id, 'task_number', task_number, 'sku_name', sku_name,
      'sku_description', sku_description, 'status', 'complete',
      'visibility', CASE WHEN l.is_public THEN 'public' ELSE 'private' END, 'label_deviation_percent', off_label,
      'dossiers', CASE WHEN l.is_public THEN json_build_object('compound', CASE WHEN is_known THEN
        json_build_object('name', compound_called, 'path', '/compounds/' || compound_slug) END, 'maker', NULL, 'batch', NULL) END,
      'manufacturer', CASE WHEN l.is_public THEN maker END, 'batch_code', CASE WHEN l.is_public THEN batch END,
      'compound_name', CASE WHEN l.is_public THEN compound END,
      'published_at', CASE WHEN l.is_public THEN instant END,
      'result', CASE WHEN l.is_public THEN json_build_object('title', title, 'summary', ${SUMMARY},
        'metrics', json_build_object('Purity', trim_scale(purity) || ' % area', 'Amount per vial', trim_scale(mg) || ' mg',
          'Identity', trim_scale(mass) || ' Da'),
        'overall', json_build_object('text', CASE WHEN purity >= 98 THEN 'The judged result is within its limit; 2 are not judged.'
          ELSE 'Fail: Purity. 2 are not judged.' END, 'judged', 1, 'not_judged', 2, 'passed', (purity >= 98)::int),
        'purity', json_build_object('value', trim_scale(purity)::text, 'rest', '% area'),
        'measurements', ${lines()}, 'attachments', json_build_array(), 'revision', 1,
        'published_at', instant) END)::text, '≥', '\\u2265'), '"label_deviation_percent" : null, ', ''), '"dossiers" : null, ', ''),
    k.id, CASE WHEN l.is_public THEN lower(replace(batch, '-', '')) END, CASE WHEN l.is_public THEN purity END,
    abs(off_label), 1
  FROM sorted l
  JOIN (SELECT id, subject_id, maker_phrase_id, verdict, year FROM public_test_kind) k ON k.subject_id = l.subject_id
    AND coalesce(k.maker_phrase_id, 0) = coalesce(l.maker_phrase_id, 0)
    AND coalesce(k.verdict, '') = coalesce(l.verdict, '') AND coalesce(k.year, 0) = coalesce(l.year, 0)
  ORDER BY task_number`;

const COUNTS = `
  UPDATE public_test_kind SET tests = n FROM (SELECT kind_id, count(*)::int AS n FROM public_test GROUP BY 1) c
  WHERE c.kind_id = id`;

/** Where words begin, and what typing errors find them by. */
async function describePhrases(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ words: string }>(
    'SELECT DISTINCT words FROM public_test_phrase WHERE starts IS NULL',
  );
  for (const { words } of rows) {
    await client.query('UPDATE public_test_phrase SET starts = $2, near = $3 WHERE words = $1', [
      words,
      startsOf(words),
      nearOf(words),
    ]);
  }
}

type Options = {
  /** Numbers of the tests to make, from 1; task numbers follow them. */
  from: number;
  to: number;
  /** The newest publication. */
  now: Date;
  /** Also the results, which only a test's own page needs. */
  withResults: boolean;
};

/**
 * Fills a migrated database that holds the catalog with many complete tests, a tenth of them private, by statements
 * over whole tables: for the benchmark, and for tests that need a crowd. Ten thousand take half a second.
 */
export async function seedManyTests(pool: pg.Pool, { from, to, now, withResults }: Options): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("SET maintenance_work_mem = '512MB'");
    await client.query(DRAW_FUNCTION);
    await client.query('BEGIN');
    const customer = await seedCustomer(client, now);
    const isBulk = to - from >= 5_000;
    const rebuild = isBulk ? await dropIndexes(client, ['public_test', 'test_request']) : [];
    const names = COMPOUNDS.map(([name]) => name);
    const slugs = COMPOUNDS.map(([, slug]) => slug);
    const sterility = await client.query<{ slug: string }>(STERILITY_SKU);
    await client.query(DRAW.replaceAll('draw(n', 'pg_temp.draw(n'), [
      from,
      to,
      names,
      slugs,
      STRENGTHS,
      now,
      sterility.rows[0]?.slug,
    ]);
    await client.query(REQUESTS, [customer]);
    if (withResults) await client.query(REVISIONS, [customer]);
    await client.query(LISTED);
    await client.query(PHRASES);
    await describePhrases(client);
    await client.query(VALUES);
    await client.query('ANALYZE public_test_phrase');
    await client.query(SORTED);
    await client.query(KINDS);
    await client.query('ANALYZE public_test_kind');
    await client.query('ALTER TABLE public_test DISABLE TRIGGER public_test_kind_come');
    await client.query(ROWS);
    await client.query('ALTER TABLE public_test ENABLE TRIGGER public_test_kind_come');
    for (const statement of rebuild) await client.query(statement);
    await client.query(COUNTS);
    await client.query('ANALYZE public_test');
    await client.query('SELECT public_test_kind_firsts(array_agg(id)) FROM public_test_kind');
    await client.query(`SELECT setval('task_number_seq', (SELECT max(task_number) FROM test_request))`);
    await client.query('COMMIT');
    await client.query(
      'VACUUM (ANALYZE) public_test, public_test_phrase, public_test_kind, public_test_value, public_test_count, test_request',
    );
  } finally {
    // Its settings and temporary function go with it.
    client.release(true);
  }
}

async function seedCustomer(client: pg.PoolClient, now: Date): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO user_account (id, email, email_normalized, first_name, last_name, display_name, password_hash, created_at, updated_at)
     VALUES (md5('many tests')::uuid, 'many@seed.invalid', 'many@seed.invalid', 'Many', 'Tests', 'Many Tests', '!', $1, $1)
     ON CONFLICT (email_normalized) DO UPDATE SET updated_at = excluded.updated_at RETURNING id`,
    [now],
  );
  return rows[0]?.id ?? '';
}

/** Drops what is quicker built at once than row by row; answers the statements that bring it back. */
async function dropIndexes(client: pg.PoolClient, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `SELECT indexname, indexdef FROM pg_indexes WHERE tablename = ANY ($1) AND schemaname = 'public'
       AND indexname NOT IN (SELECT conname FROM pg_constraint)`,
    [tables],
  );
  for (const { indexname } of rows) await client.query(`DROP INDEX ${indexname}`);
  return rows.map(({ indexdef }) => indexdef);
}
