import { TestsPage } from '@vialproof/contract/tests';
import { expect, it } from 'vitest';
import { seedManyTests } from '../../../database/seed/many-tests.ts';
import { testApp } from '../../testing/test-app.ts';

it('tries', { timeout: 120_000 }, async () => {
  const app = await testApp();
  const { db, clock } = app.platform;
  await seedManyTests(db.pool, { from: 1, to: 3000, now: clock.now(), withResults: true });
  for (const search of ['bpc157', 'bpc 157', '#10068', 'semaglutide maker a', 'tb500', 'semaglutde', 'zzz', '']) {
    const { status, body } = await app.request(`/api/tests?search=${encodeURIComponent(search)}`);
    expect(status).toBe(200);
    const page = body as never as import("@vialproof/contract/tests").TestsPage;
    console.info(search, page.pagination, page.data[0]?.compound_name, page.facets.verdict, page.facets.tested, page.suggestions, page.corrections);
  }
});
