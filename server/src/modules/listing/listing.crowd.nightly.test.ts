import type { ListedTest, TestsPage } from '@vialproof/contract/tests';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { expectAsProjected, publicRows } from '../../testing/public-rows.ts';
import { rowsWalked } from '../../testing/rows-walked.ts';
import { seedTests } from '../../testing/seed-tests.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { selectOrder } from '../orders/orders.service.ts';
import { markAnswers } from '../publications/answers.store.ts';
import { countAnswers } from '../publications/publications.service.ts';
import { isMeant, type Spellings } from './plain-search.fixture.ts';

type Page = z.infer<typeof TestsPage>;
const CROWD = 20_500;

async function crowded(count = CROWD): Promise<TestApp> {
  const app = await testApp();
  await seedTests(app, count);
  return app;
}

async function list(app: TestApp, query: Record<string, string | number> = {}): Promise<Page> {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) words.set(name, String(value));
  const { status, body } = await app.request<Page>(`/api/tests?${words}`);
  expect(status).toBe(200);
  return body;
}

/** Every row of the list in order, read in another way. */
async function everything(pool: pg.Pool): Promise<ListedTest[]> {
  const { rows } = await pool.query<{ body: ListedTest }>('SELECT body FROM public_test');
  return rows
    .map(({ body }) => body)
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

describe('the list works with very many tests', { timeout: 120_000 }, () => {
  it('list rows that the seed writes equal those that the server writes, byte for byte', async () => {
    const app = await crowded(300);
    const { pool } = app.platform.db;
    const seeded = await publicRows(pool);
    const shown = (await everything(pool)).filter(({ visibility }) => visibility === 'public').length;
    // Each test has two rows, and public tests have more.
    expect(seeded).toHaveLength(300 + 300 + 5 * shown);
    await expectAsProjected(app);
  });

  it('the counts of the list stay right when many tests change at the same time', async () => {
    const app = await crowded(200);
    const { pool } = app.platform.db;
    const all = await everything(pool);
    const changes = all.flatMap(({ request_id: requestId, task_number: task }) =>
      ['private', 'public'].map((visibility) => ({ requestId, task, visibility })),
    );
    // As many workers as database connections, because more would only wait.
    const lane = async () => {
      for (let change = changes.pop(); change; change = changes.pop()) {
        const { requestId, task, visibility } = change;
        await app.platform.db.transaction(async (tx) => {
          const status = task % 3 === 0 ? 'cancelled' : 'complete';
          // Public tests stay public, and cancelled ones stay hidden.
          await tx.execute(
            sql`UPDATE test_request SET status = ${status},
                visibility = CASE WHEN visibility = 'public' OR ${status} = 'cancelled' THEN visibility ELSE ${visibility} END
                WHERE id = ${requestId}`,
          );
          const { customerId: ownerId } = await selectOrder(app.modules.orders, requestId, tx);
          await app.modules.after.orders.afterOrderChange(tx, { requestId, ownerId, groupTestId: null });
        });
      }
    };
    await Promise.all(Array.from({ length: pool.options.max ?? 1 }, lane));
    const { rows: rest } = await pool.query('SELECT request_id FROM public_test');
    expect(rest).toHaveLength(all.filter(({ task_number: task }) => task % 3 !== 0).length);
    await expectAsProjected(app);
    const left = await everything(pool);
    const { pagination, facets } = await list(app);
    expect(pagination.total).toBe(left.length);
    const shown = left.filter(({ visibility }) => visibility === 'public').length;
    expect(facets.verdict.reduce((sum, { count }) => sum + count, 0)).toBe(shown);
  });

  it('readers can go through all pages of a long list, in order and with every filter', async () => {
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

  it('a search finds the same tests as a slow search through the whole list', async () => {
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
      batch.slice(0, 3),
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

describe('the SQL of the list is fast', { timeout: 120_000 }, () => {
  it('no statement of the list reads through a whole table of 20,000 rows', async () => {
    const app = await crowded();
    const { pool, orm } = app.platform.db;
    await orm.transaction((tx) =>
      markAnswers(Object.assign(tx, { isTransaction: true as const }), [{ kind: 'list', id: '' }], false),
    );
    await countAnswers(app.modules.publications);
    const asked: { text: string; values: unknown[] }[] = [];
    const query = pool.query.bind(pool);
    pool.query = ((config: { text: string; values?: unknown[] }, values: unknown[], ...rest: []) => {
      asked.push({ text: config.text, values: values ?? config.values ?? [] });
      return query(config, values, ...rest);
    }) as typeof pool.query;
    await list(app);
    const whole = asked.map(({ text }) => text);
    for (const filter of [
      {},
      { onlyPublic: 'true' },
      { onlySterility: 'true' },
      { onlyPublic: 'true', onlySterility: 'true' },
    ]) {
      // A page after the last one would have to read all rows.
      const pages = 'onlySterility' in filter ? [1, 2] : [1, 2, 1500];
      for (const page of pages) await list(app, { ...filter, page });
      for (const search of ['semaglutide', 'maker h7', 'b26', '10234', 'a', '0157', 'nothing'])
        await list(app, { ...filter, search });
      for (const sort of ['purity', 'deviation']) await list(app, { ...filter, sort, verdict: 'fail' });
    }
    const [first] = (await list(app)).data;
    await app.request(`/api/tests/${first?.request_id}`);
    await app.request('/api/tests/verify?taskNumber=10001&uniqueKey=AAAA');
    pool.query = query;

    // A count with a filter reads only rows that match.
    const isCount = (text: string) => text.includes('WITH found AS MATERIALIZED');
    expect(whole.filter(isCount)).toEqual([]);
    const read: { text: string; rows: number }[] = [];
    for (const { text, values } of asked) {
      // Statements of other parts of the server are not checked.
      if (!/^\s*(SELECT|WITH)/i.test(text) || isCount(text)) continue;
      read.push({ text, rows: await rowsWalked(pool, text, values) });
    }
    expect(new Set(read.map(({ text }) => text)).size).toBeGreaterThan(12);
    // If very many rows match, only the first ones are read.
    expect(read.filter(({ rows }) => rows > CROWD / 2)).toEqual([]);
  });
});

describe('security 1: search text is never run as SQL', { timeout: 60_000 }, () => {
  it('a search text with SQL, quotes, wildcards or control characters causes no error', async () => {
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

describe('security 30: odd parameters are ignored', () => {
  it('the list ignores parameters with unknown names, and refuses a known parameter twice or with a wrong value', async () => {
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
