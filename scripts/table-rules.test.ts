import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run.ts';
import { readSource } from './source-facts.ts';
import { EXCEPTIONS, judgeTables, ownersOf, readMigrations } from './table-rules.ts';

test('the migrations create more than a hundred tables', async () => {
  expect(ownersOf(await readMigrations()).size).toBeGreaterThan(100);
});

test('at most two stores are excepted from the rules on tables, and each exception has a decision record', async () => {
  const paths = Object.keys(EXCEPTIONS);
  expect(paths.length).toBeLessThan(3);
  const migrations = await readMigrations();
  for (const path of paths) {
    const text = await readFile(join(root, path), 'utf8');
    expect(judgeTables([readSource(path, text)], migrations), path).toEqual([]);
    // The table is also refused in another file of the module.
    const moved = readSource(path.replace('.store.ts', '-moved.store.ts'), text);
    expect(judgeTables([moved], migrations), path).not.toEqual([]);
    expect(await readFile(join(root, EXCEPTIONS[path] ?? ''), 'utf8')).toContain('Status: accepted');
  }
});

const modules = 'server/src/modules';
const migrations = [
  { name: '0005_orders.sql', text: 'CREATE TABLE test_request (\n  id uuid\n);' },
  { name: '0012_results.sql', text: 'CREATE TABLE result_revision (\n  id uuid\n);' },
  {
    name: '0001_platform.sql',
    text: 'CREATE TABLE audit_entry (\n  id uuid\n);\nCREATE TABLE demo_year (\n);',
  },
];
const judgeOne = (path: string, text: string) => judgeTables([readSource(path, text)], migrations);

const offences: [path: string, text: string, told: string][] = [
  [
    'results/a.store.ts',
    'sql`SELECT 1 FROM test_request r`',
    'results names the table test_request of orders',
  ],
  [
    'results/a.store.ts',
    'sql`SELECT FROM result_revision v JOIN test_request r ON true`',
    'test_request of orders',
  ],
  ['results/a.store.ts', 'sql`SELECT FROM result_revision v, test_request r`', 'test_request of orders'],
  [
    'results/a.store.ts',
    'sql`SELECT FROM result_revision AS v, LATERAL (SELECT FROM test_request) r`',
    'test_request',
  ],
  ['results/a.store.ts', 'sql`UPDATE ONLY test_request SET id = 1`', 'test_request'],
  ['results/a.store.ts', 'sql`DELETE FROM "test_request"`', 'test_request'],
  ['results/a.store.ts', 'sql`INSERT INTO public.test_request VALUES (1)`', 'test_request'],
  ['results/a.store.ts', "pool.query('select id from test_request where id = $1')", 'test_request'],
  ['results/a.store.ts', `const STATEMENT = \`SELECT \${all} FROM test_request\`;`, 'test_request'],
  ['results/a.store.ts', 'db.select().from(sql`test_request r`)', 'test_request'],
  [
    'results/a.tables.ts',
    "export const order = pgTable('test_request', {});",
    'results names the table test_request of orders',
  ],
  ['results/a.store.ts', 'sql`SELECT at FROM audit_entry`', 'audit_entry of platform'],
  ['results/a.store.ts', 'sql`SELECT ends_at FROM demo_year`', 'demo_year of demo'],
];

test.each(offences)('the table rules forbid that %s contains: %s', (path, text, told) => {
  const [complaint, ...more] = judgeOne(`${modules}/${path}`, `\n${text}`);
  expect(complaint).toContain(`${modules}/${path}:2 `);
  expect(complaint).toContain(told);
  expect(complaint).toContain('(rule 10)');
  expect(more).toEqual([]);
});

test('the table rules report platform code that names a table of a module', () => {
  expect(judgeOne('server/src/platform/jobs/jobs.ts', 'sql`SELECT FROM test_request`')).toHaveLength(1);
});

const permitted: [path: string, text: string][] = [
  [`${modules}/orders/orders.store.ts`, 'sql`SELECT FROM test_request r, demo d JOIN pgboss.job j ON true`'],
  [`${modules}/orders/orders.tables.ts`, "export const testRequest = pgTable('test_request', {});"],
  [`${modules}/results/results.store.ts`, 'sql`WITH test_requests AS (SELECT 1) SELECT FROM test_requests`'],
  [
    `${modules}/results/results.store.ts`,
    'sql`SELECT test_request FROM result_revision` // FROM test_request',
  ],
  [`${modules}/results/results.test.ts`, 'sql`SELECT FROM test_request`'],
  ['server/src/platform/audit.ts', 'sql`SELECT FROM audit_entry`'],
  ['server/src/testing/lab.ts', 'sql`SELECT FROM test_request`'],
];

test.each(permitted)('the table rules allow that %s contains: %s', (path, text) => {
  expect(judgeOne(path, text)).toEqual([]);
});
