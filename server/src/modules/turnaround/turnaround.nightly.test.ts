import { expect, it, vi } from 'vitest';
import { laboratory } from '../../testing/lab.ts';
import { rowsWalked } from '../../testing/rows-walked.ts';
import { seedTests } from '../../testing/seed-tests.ts';
import { testApp } from '../../testing/test-app.ts';

it('reading the figures scans no whole table', async () => {
  const app = await testApp();
  const lab = await laboratory(app);
  const { pool } = app.platform.db;
  await seedTests(app, 4_000);
  const asked = vi.spyOn(pool, 'query');
  await app.request('/api/turnaround');
  await app.request('/api/lab/turnaround', { token: lab.analyst.token });
  const statements = asked.mock.calls.flatMap(([query, values]) => {
    const { text } = query as { text?: string };
    return text?.includes('FROM sample_turnaround') ? [{ text, values: values as unknown as unknown[] }] : [];
  });
  asked.mockRestore();
  expect(statements.length).toBe(2);
  for (const { text, values } of statements) expect(await rowsWalked(pool, text, values)).toBeLessThan(10);
});
