import type { TestsPage } from '@vialproof/contract/tests';
import { describe, expect, it } from 'vitest';
import { laboratory, must, PURITY, RESULT } from '../../testing/lab.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

const KIND =
  'subject_id, maker_phrase_id, compound_id, maker_id, verdict, year, tested, is_public, includes_sterility';

async function list(app: TestApp, query = '', token = '') {
  const { status, body } = await app.request<TestsPage>(`/api/tests?${query}`, { token });
  expect([query, status]).toEqual([query, 200]);
  return body;
}

/** Three results of which two are of one compound, each with its identity. */
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

describe('identity', () => {
  it('is one thing that was tested, of whatever compound', async () => {
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

  it('becomes one where the former release has sorted by compounds, also beside a kind that is right', async () => {
    const { app, ids } = await identified();
    const { pool } = app.platform.db;
    // The cache keeps nothing of what a token asks for.
    const { token } = await app.person();
    const readAnew = () => list(app, 'tested=identity&sort=purity', token);
    const right = await readAnew();
    const [first] = ids;
    await pool.query(`
      WITH made AS (INSERT INTO public_test_value (facet, value, label)
        VALUES ('tested', 'identity as bpc-157', 'Identity as BPC-157') RETURNING id),
      kind AS (INSERT INTO public_test_kind (${KIND})
        SELECT ${KIND.replace('tested', 'array_replace(tested, v.id, made.id)')}
        FROM made, public_test_kind AS k, public_test_value AS v
        WHERE v.facet = 'tested' AND v.value = 'identity' AND k.id = (SELECT kind_id FROM public_test WHERE request_id = '${first}') RETURNING id)
      UPDATE public_test SET kind_id = kind.id, writes = writes + 1 FROM kind WHERE request_id = '${first}'`);
    expect((await readAnew()).pagination.total).toBe(2);
    await app.modules.listing.sortInTests();
    expect(await readAnew()).toEqual(right);
    const { rows } = await pool.query('SELECT count(*)::int AS kinds FROM public_test_kind');
    expect(rows).toEqual([{ kinds: 2 }]);
  });
});
