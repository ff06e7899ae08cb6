import { expect, it } from 'vitest';
import { seedTests } from '../../testing/seed-tests.ts';
import { testApp } from '../../testing/test-app.ts';

const SITE = { PUBLIC_URL: 'https://vialproof.test', LAB_NAME: 'Lab of the Test' };
const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);

it('a sitemap with too many addresses is split into files by task number', async () => {
  const app = await testApp(SITE);
  const { pool } = app.platform.db;
  await seedTests(app, 12_000);
  const index = await app.request<string>('/sitemap.xml');
  expect(index.body).toContain('<sitemapindex');
  const files = locations(index.body);
  expect(files[0]).toBe('https://vialproof.test/sitemaps/pages.xml');
  const found = new Set<string | undefined>();
  for (const address of files.slice(1)) {
    const part = await app.request<string>(new URL(address ?? '').pathname);
    for (const each of locations(part.body)) found.add(each);
  }
  const { rows } = await pool.query<{ id: string }>(
    'SELECT request_id AS id FROM public_test WHERE is_public AND published_at IS NOT NULL',
  );
  expect(rows.length).toBeGreaterThan(10_000);
  expect(found).toEqual(new Set(rows.map(({ id }) => `https://vialproof.test/tests/${id}`)));
});
