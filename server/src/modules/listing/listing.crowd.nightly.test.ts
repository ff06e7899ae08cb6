import type { ListedTest, TestsPage } from '@vialproof/contract/tests';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { seedManyTests } from '../../../database/seed/many-tests.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { COUNTED_CODES } from './listing-words.store.ts';
import { isMeant, type Spellings } from './plain-search.fixture.ts';

type Page = z.infer<typeof TestsPage>;
const CROWD = 20_500;
const WHOLE_LIST = 2_147_483_647;

async function crowded(count = CROWD): Promise<TestApp> {
  const app = await testApp();
  const { db, clock } = app.platform;
  await seedManyTests(db.pool, { from: 1, to: count, now: clock.now(), withResults: true });
  return app;
}

async function list(app: TestApp, query: Record<string, string | number> = {}): Promise<Page> {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) words.set(name, String(value));
  const { status, body } = await app.request<Page>(`/api/tests?${words}`);
  expect(status).toBe(200);
  return body;
}

/** Every row of the list in its order, read past the list's own statements. */
async function everything(pool: pg.Pool): Promise<ListedTest[]> {
  const { rows } = await pool.query<{ body: string }>('SELECT body FROM public_test');
  return rows
    .map(({ body }): ListedTest => JSON.parse(body))
    .sort(
      (a, b) => (b.published_at ?? '').localeCompare(a.published_at ?? '') || b.task_number - a.task_number,
    );
}

async function readSpellings(pool: pg.Pool): Promise<Spellings> {
  const { rows } = await pool.query<{ folded: string; spellings: string[] }>(`
    SELECT w.folded, array_agg(o.spelling) AS spellings
    FROM compound_spelling w JOIN compound_spelling o USING (compound) GROUP BY 1`);
  return Object.fromEntries(rows.map((row) => [row.folded, row.spellings]));
}

const ids = (tests: { request_id: string }[]) => tests.map((test) => test.request_id);

describe('a crowd of tests', { timeout: 120_000 }, () => {
  it('is made as the module makes its rows', async () => {
    const app = await crowded(300);
    const { pool } = app.platform.db;
    const before = await everything(pool);
    const phrases =
      'SELECT field, is_public, includes_sterility, words, tests FROM public_test_phrase ORDER BY 1, 2, 3, 4';
    const counts = 'SELECT * FROM public_test_count ORDER BY stretch';
    // Makers are left out: the crowd's can be narrowed to, and have no records.
    const kinds = `
      SELECT s.words, m.words AS maker, c.value, c.label, k.verdict, k.year, k.tested, k.tests, k.published_task,
        k.purity, k.purity_task, k.deviation, k.deviation_task
      FROM public_test_kind k JOIN public_test_phrase s ON s.id = subject_id
      LEFT JOIN public_test_phrase m ON m.id = maker_phrase_id LEFT JOIN public_test_value c ON c.id = compound_id
      ORDER BY 1, 2, 3, 4, k.published_task`;
    const columns = 'SELECT task_number, batch, purity, deviation, codes FROM public_test ORDER BY 1';
    const state = () =>
      Promise.all([phrases, counts, kinds, columns].map(async (query) => (await pool.query(query)).rows));
    const was = await state();
    await app.platform.db.transaction(async (tx) => {
      for (const { request_id: requestId } of before)
        await app.modules.results.changed.publish(tx, { requestId });
    });
    expect(await everything(pool)).toEqual(before);
    expect(await state()).toEqual(was);
  });

  it('keeps its counts when many tests change at the same time', async () => {
    const app = await crowded(200);
    const { pool } = app.platform.db;
    const all = await everything(pool);
    const changes = all.flatMap(({ request_id: requestId, task_number: task }) =>
      ['private', 'public'].map((visibility) => ({ requestId, task, visibility })),
    );
    // As many at once as the pool has connections; more would only wait for one, and on a busy machine too long.
    const lane = async () => {
      for (let change = changes.pop(); change; change = changes.pop()) {
        const { requestId, task, visibility } = change;
        await app.platform.db.transaction(async (tx) => {
          const status = task % 3 === 0 ? 'cancelled' : 'complete';
          // What is public stays so, whoever asks.
          await tx.execute(
            sql`UPDATE test_request SET status = ${status},
                visibility = CASE visibility WHEN 'public' THEN 'public' ELSE ${visibility} END WHERE id = ${requestId}`,
          );
          const { customerId: ownerId } = await app.modules.orders.select(requestId, tx);
          await app.modules.orders.changed.publish(tx, { requestId, ownerId, groupTestId: null });
        });
      }
    };
    await Promise.all(Array.from({ length: pool.options.max ?? 1 }, lane));
    const { rows: rest } = await pool.query('SELECT request_id FROM public_test');
    expect(rest).toHaveLength(all.filter(({ task_number: task }) => task % 3 !== 0).length);
    const { rows: wrong } = await pool.query(`
      WITH counted AS (
        SELECT stretch, count(*)::int AS tests, count(*) FILTER (WHERE is_public)::int AS public_tests,
          count(*) FILTER (WHERE includes_sterility)::int AS sterility_tests,
          count(*) FILTER (WHERE is_public AND includes_sterility)::int AS public_sterility_tests
        FROM (SELECT stretch, is_public, includes_sterility FROM public_test UNION ALL
              SELECT ${WHOLE_LIST}, is_public, includes_sterility FROM public_test) t
        GROUP BY stretch),
      kept AS (SELECT * FROM public_test_count WHERE tests > 0)
      (TABLE counted EXCEPT TABLE kept) UNION ALL (TABLE kept EXCEPT TABLE counted)`);
    expect(wrong).toEqual([]);
    const { rows: phrases } = await pool.query(`
      SELECT p.* FROM public_test_phrase p
      WHERE tests <> (SELECT count(*) FROM public_test t WHERE p.id IN (t.subject_id, t.maker_id)) OR tests = 0`);
    expect(phrases).toEqual([]);
    const { rows: kinds } = await pool.query(`
      SELECT k.* FROM public_test_kind k
      WHERE tests = 0 OR tests <> (SELECT count(*) FROM public_test t WHERE t.kind_id = k.id)
        OR published_task <> (SELECT task_number FROM public_test t WHERE t.kind_id = k.id
          ORDER BY t.published_at DESC NULLS LAST, task_number DESC LIMIT 1)`);
    expect(kinds).toEqual([]);
  });

  it('is paged in its order under every filter, near its beginning and far from it', async () => {
    const app = await crowded(3000);
    const all = await everything(app.platform.db.pool);
    const sterile = new Set(
      (
        await app.platform.db.pool.query('SELECT request_id FROM public_test WHERE includes_sterility')
      ).rows.map((row) => row.request_id),
    );
    for (const onlyPublic of [false, true]) {
      for (const onlySterility of [false, true]) {
        const meant = all.filter(
          (test) =>
            (!onlyPublic || test.visibility === 'public') && (!onlySterility || sterile.has(test.request_id)),
        );
        for (const [page, limit] of [
          [1, 9],
          [2, 9],
          [17, 9],
          [30, 100],
          [300, 9],
          [1_000_000, 100],
        ] as const) {
          const answer = await list(app, {
            onlyPublic: String(onlyPublic),
            onlySterility: String(onlySterility),
            page,
            limit,
          });
          expect(ids(answer.data)).toEqual(ids(meant.slice((page - 1) * limit, page * limit)));
          expect(answer.pagination).toEqual({ page, limit, total: meant.length, total_relation: 'exact' });
        }
      }
    }
  });

  it('is searched like a list that is read from end to end, and says where it has not counted all', async () => {
    const app = await crowded(12_000);
    const all = await everything(app.platform.db.pool);
    const spellings = await readSpellings(app.platform.db.pool);
    const batch = all[40]?.batch_code ?? '';
    const terms = [
      'semaglutide',
      'SEMA',
      'glutide 5',
      'glutide 5mg',
      'a',
      '5',
      '157',
      'bpc157',
      'bpc 157',
      'BPC-157 5 mg',
      'maker',
      'maker b',
      'semaglutide maker a',
      'maker h7 maker',
      'makerh7',
      batch,
      batch.replace('-', ''),
      batch.slice(0, 9),
      `semaglutide ${batch}`,
      '10001',
      '1000',
      'tb500',
      'ozempic',
      'sterility',
      'mg',
      ' mg ',
      '5-amino-1mq',
      'cjc 1295 dac',
    ];
    for (const term of terms) {
      const meant = all.filter((test) => isMeant(test, term, spellings));
      for (const [page, limit] of [
        [1, 9],
        [3, 20],
        [40, 9],
        [900, 100],
      ] as const) {
        const { data, pagination } = await list(app, { search: term, page, limit });
        expect([term, page, ids(data)]).toEqual([
          term,
          page,
          ids(meant.slice((page - 1) * limit, page * limit)),
        ]);
        expect([term, pagination.total, pagination.total_relation]).toEqual([term, meant.length, 'exact']);
      }
    }
    const cut = await list(app, { search: batch.slice(0, 3) });
    expect(cut.pagination.total_relation).toBe('at_least');
    expect(cut.pagination.total).toBeGreaterThan(COUNTED_CODES);
    expect(cut.data.every((test) => test.batch_code?.startsWith(batch.slice(0, 3)))).toBe(true);
    const [filtered] = [await list(app, { search: 'mel', onlyPublic: 'true', onlySterility: 'true' })];
    const { rows } = await app.platform.db.pool.query(
      'SELECT request_id FROM public_test WHERE is_public AND includes_sterility',
    );
    const sterile = new Set(rows.map(({ request_id }) => request_id));
    const meant = all.filter((test) => sterile.has(test.request_id) && isMeant(test, 'mel', spellings));
    expect(meant.length).toBeGreaterThan(0);
    expect(filtered.pagination).toMatchObject({ total: meant.length, total_relation: 'exact' });
  });
});

describe('the statements of the list', { timeout: 120_000 }, () => {
  it('walk no table from end to end, the total included, with 20,000 rows and more', async () => {
    const app = await crowded();
    const { pool } = app.platform.db;
    const texts = new Set<string>();
    const query = pool.query.bind(pool);
    pool.query = ((config: { text: string }, ...rest: []) => {
      texts.add(config.text);
      return query(config, ...rest);
    }) as typeof pool.query;
    for (const filter of [
      {},
      { onlyPublic: 'true' },
      { onlySterility: 'true' },
      { onlyPublic: 'true', onlySterility: 'true' },
    ]) {
      for (const page of [1, 2, 1500]) await list(app, { ...filter, page });
      for (const search of ['semaglutide', 'maker h7', 'b26', '10234', 'a', '0157', 'nothing'])
        await list(app, { ...filter, search });
      for (const sort of ['purity', 'deviation']) await list(app, { ...filter, sort, verdict: 'fail' });
    }
    const [first] = (await list(app)).data;
    await app.request(`/api/tests/${first?.request_id}`);
    await app.request('/api/tests/verify?taskNumber=10001&uniqueKey=AAAA');
    pool.query = query;

    const plans: { text: string; plan: string }[] = [];
    for (const text of texts) {
      // The limiter's own statements change rows; what reads the list is what is asked about.
      if (!/^\s*(SELECT|WITH)/i.test(text)) continue;
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${text}`);
      plans.push({ text, plan: rows.map((row) => row['QUERY PLAN']).join('\n') });
    }
    expect(plans.length).toBeGreaterThan(12);
    // Phrases, kinds, values and compounds are few, however many tests there are.
    expect(
      plans.filter(({ plan }) =>
        /Seq Scan on (?!(public_test_(phrase|kind|value)|compound_spelling)\b)/.test(plan),
      ),
    ).toEqual([]);
  });
});

describe('security 1: search text is a value', { timeout: 60_000 }, () => {
  it('finds nothing by statements, quotes, wildcards and control characters, and never fails', async () => {
    const app = await crowded(300);
    for (const term of [
      "' OR 1=1 --",
      "'; DROP TABLE public_test; --",
      '$',
      '%%%',
      '___',
      '\\',
      '\\%',
      '{"zq":1}',
      '𐍈',
      '﷽',
      '\u202e',
    ]) {
      const { status, body } = await app.request<Page>(`/api/tests?search=${encodeURIComponent(term)}`);
      expect([term, status]).toEqual([term, 200]);
      if (term !== '\u202e') expect([term, body.pagination.total]).toEqual([term, 0]);
    }
    for (const raw of ['%00', 'a%00b', '%ff%fe', '%ed%a0%80', '%']) {
      const { status } = await app.request(`/api/tests?search=${raw}`);
      expect([raw, status < 500]).toEqual([raw, true]);
    }
    expect((await list(app)).pagination.total).toBe(300);
  });
});

describe('security 30: wrong types, __proto__, repeated parameters', () => {
  it('takes none of them for a page or a filter', async () => {
    const app = await testApp();
    const cases: [string, number][] = [
      ['page=1&page=2', 422],
      ['page[]=2', 200],
      ['page={}', 422],
      ['page=1e3', 422],
      ['page=0x1', 422],
      ['page=Infinity', 422],
      ['page=-1', 422],
      ['__proto__[page]=7&constructor=1', 200],
      ['onlyPublic=1&onlySterility=yes', 200],
      ['search=a&search=b', 422],
    ];
    for (const [query, expected] of cases) {
      const { status } = await app.request(`/api/tests?${query}`);
      expect([query, status]).toEqual([query, expected]);
    }
  });
});
