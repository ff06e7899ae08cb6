import type { FacetValue, TestsPage } from '@vialproof/contract/tests';
import { describe, expect, it } from 'vitest';
import { laboratory } from '../../testing/lab.ts';
import { layPublished } from '../../testing/lay-tests.ts';
import { testApp } from '../../testing/test-app.ts';

/** A filter as the page at this address shows it. Its chosen value comes first. */
const asAsked = ([chosen, ...others]: FacetValue[], value: string) => [{ ...chosen, value }, ...others];

describe('readers list the tests of a maker or compound', () => {
  it('the list of a maker or compound is found at each former address, also after a merge', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    await layPublished(app, [
      { maker: 'Acme', batch: 'L1' },
      { maker: 'Bravo', batch: 'Q7' },
      { maker: 'Acme', batch: 'L2', compound: 'bpc157' },
      { maker: 'Charlie', batch: 'C1', compound: 'TB-500' },
    ]);
    const list = async (query: string) => {
      const { status, body } = await app.request<TestsPage>(`/api/tests?${query}`);
      expect([query, status]).toEqual([query, 200]);
      return { total: body.pagination.total, makers: body.facets.maker, compounds: body.facets.compound };
    };
    expect((await list('maker=bravo')).total).toBe(1);
    const byName = await list('compound=bpc-157');
    expect(byName.total).toBe(3);
    expect(await list('compound=bpc157')).toEqual({
      ...byName,
      compounds: asAsked(byName.compounds, 'bpc157'),
    });
    expect(await list('compound=bpc157&sort=purity&search=acme')).toMatchObject({ total: 2 });

    const { rows } = await app.platform.db.pool.query<{ id: string; name: string; version: number }>(
      "SELECT id, name, version FROM named_record WHERE kind = 'maker'",
    );
    const maker = (name: string) => rows.find((row) => row.name === name);
    const { status } = await app.request(`/api/lab/makers/${maker('Bravo')?.id}/merge`, {
      json: { into: maker('Acme')?.id, version: maker('Bravo')?.version },
      token: lab.admin.token,
    });
    expect(status).toBe(200);
    const merged = await list('maker=acme');
    expect(merged).toMatchObject({
      total: 3,
      makers: [
        { value: 'acme', count: 3 },
        { value: 'charlie', count: 1 },
      ],
    });
    expect(await list('maker=bravo')).toEqual({ ...merged, makers: asAsked(merged.makers, 'bravo') });
    expect((await list('maker=nobody')).total).toBe(0);
  });

  it('after a maker or compound is renamed or merged, its list still has the tests that wait for their samples', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    await layPublished(app, [
      { maker: 'Acme', batch: 'L1' },
      { maker: 'Bravo', batch: 'Q7' },
    ]);
    await lab.ordered({ maker: 'Acme', batch: 'L2' });
    const makers = async (query: string) => {
      const { body } = await app.request<TestsPage>(`/api/tests?${query}`);
      return [body.pagination.total, ...body.facets.maker.map(({ value, count }) => [value, count])];
    };
    const { rows } = await app.platform.db.pool.query<{ id: string; name: string; version: number }>(
      "SELECT id, name, version FROM named_record WHERE kind = 'maker' ORDER BY name",
    );
    const [acme, bravo] = rows;
    const named = await app.request(`/api/lab/makers/${acme?.id}`, {
      method: 'PUT',
      json: { name: 'Apex', confirmed: false, answer: '', version: acme?.version },
      token: lab.admin.token,
    });
    expect(named.status).toBe(200);
    expect(await makers('maker=apex')).toEqual([2, ['apex', 2], ['bravo', 1]]);
    expect(await makers('maker=acme')).toEqual([2, ['acme', 2], ['bravo', 1]]);
    expect(await makers('search=apex')).toEqual([2, ['apex', 2]]);
    const merged = await app.request(`/api/lab/makers/${acme?.id}/merge`, {
      json: { into: bravo?.id, version: (acme?.version ?? 0) + 1 },
      token: lab.admin.token,
    });
    expect(merged.status).toBe(200);
    expect(await makers('')).toEqual([3, ['bravo', 3]]);
  });
});
