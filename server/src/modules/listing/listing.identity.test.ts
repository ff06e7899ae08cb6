import type { TestsPage } from '@vialproof/contract/tests';
import { describe, expect, it } from 'vitest';
import { laboratory, must, PURITY, RESULT } from '../../testing/lab.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

async function list(app: TestApp, query = '', token = '') {
  const { status, body } = await app.request<TestsPage>(`/api/tests?${query}`, { token });
  expect([query, status]).toEqual([query, 200]);
  return body;
}

/** Publishes three results with a test of identity, two of them for one compound. */
async function identified(): Promise<{ app: TestApp; ids: string[] }> {
  const app = await testApp();
  const lab = await laboratory(app);
  const ids: string[] = [];
  for (const compound of ['BPC-157', 'BPC-157', 'TB-500']) {
    const order = await lab.received({ compound });
    const identity = {
      ...PURITY,
      analyte: `Identity as ${compound}`,
      method: 'LC-MS',
      value: 'Conforms',
      unit: '',
      limit: '',
    };
    await must(lab.save(lab.analyst, order, { ...RESULT, measurements: [PURITY, identity] }));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    ids.push(order.id);
  }
  return { app, ids };
}

describe('identity is an analyte of the list', () => {
  it('the list has one filter for identity, whatever compounds the tests have', async () => {
    const { app } = await identified();
    const { facets } = await list(app);
    expect(facets.tested).toEqual([
      { value: 'identity', label: 'Identity', count: 3 },
      { value: 'purity', label: 'Purity', count: 3 },
    ]);
    expect((await list(app, 'tested=identity')).pagination.total).toBe(3);
    const asOne = await list(app, 'tested=identity+as+tb-500');
    expect(asOne.pagination.total).toBe(3);
    expect(asOne.facets.tested[0]).toEqual({ value: 'identity as tb-500', label: 'Identity', count: 3 });
  });
});
