import type { Dossier } from '@vialproof/contract/dossiers';
import type { Measurement } from '@vialproof/contract/results';
import type { TestsPage } from '@vialproof/contract/tests';
import { describe, expect, it } from 'vitest';
import { laboratory, must, type Ordered, PURITY } from '../../testing/lab.ts';
import { layPublished } from '../../testing/lay-tests.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { listConfirmed } from './dossiers.service.ts';

type Lab = Awaited<ReturnType<typeof laboratory>>;

async function dossier(app: TestApp, path: string): Promise<Dossier> {
  const { status, body } = await app.request<{ data: Dossier }>(`/api/dossiers${path}`);
  expect([path, status]).toEqual([path, 200]);
  return body.data;
}

async function publish(
  lab: Lab,
  measurements: Measurement[],
  options: Parameters<Lab['ordered']>[0] = {},
): Promise<Ordered> {
  const order = await lab.received(options);
  await must(lab.save(lab.analyst, order, { measurements }));
  await must(lab.submit(lab.analyst, order));
  await must(lab.publish(lab.reviewer, order));
  return order;
}

const amount = (value: number, unit: string): Measurement => ({
  analyte: 'Amount',
  method: 'RP-HPLC-UV',
  value,
  unit,
  limit: '',
  verdict: null,
});
const identity = (compound: string, value: string | number): Measurement => ({
  analyte: `Identity as ${compound}`,
  method: 'LC-MS',
  value,
  unit: typeof value === 'number' ? 'Da' : '',
  limit: '',
  verdict: typeof value === 'number' ? 'pass' : 'fail',
});

describe('the page of a maker covers only tests of this maker', () => {
  it('if several compounds have the same batch code, each page has only the tests of its own compound', async () => {
    const app = await testApp();
    await layPublished(app, [
      { maker: 'Acme', batch: 'L1' },
      { maker: 'Bravo', batch: 'L1' },
      { maker: 'Bravo', batch: 'L1', compound: 'TB-500' },
      { maker: 'Charlie', batch: 'L1', compound: 'TB-500' },
    ]);
    const said = async (path: string) =>
      (await dossier(app, path)).collisions.map(({ kind, maker }) => [kind, maker?.path ?? null]);
    expect(await said('/makers/acme')).toEqual([['makers', null]]);
    expect(await said('/batches/acme/l1')).toEqual([['makers', null]]);
    const both = [
      ['makers', null],
      ['compounds', '/makers/bravo'],
    ];
    for (const path of ['/makers/bravo', '/batches/bravo/l1', '/compounds/bpc-157'])
      expect([path, await said(path)]).toEqual([path, both]);
  });

  it('the page of a compound has one line for identity, whatever names the compound has, and no summary of masses', async () => {
    const app = await testApp();
    await layPublished(app, [
      { measurements: [identity('BPC-157', 1419.6)] },
      { measurements: [identity('TB-500', 'not detected')], compound: 'TB-500', batch: 'T-2' },
    ]);
    const { lines } = await dossier(app, '/makers/test-maker');
    const found = lines.filter(({ analyte }) => /identity/i.test(analyte));
    expect(found).toMatchObject([
      { analyte: 'Identity', method: 'LC-MS', n_tested: 2, n_not_tested: 0, pass: 1, fail: 1 },
    ]);
    expect(found[0]).toMatchObject({ unit: null, median: null, min: null, max: null, n_values: 2 });
    expect(found[0]?.values.map(({ words }) => words).toSorted()).toEqual(['1419.6 Da', 'not detected']);
  });

  it("a page with several units counts no values inside a reader's limit", async () => {
    const app = await testApp();
    await layPublished(app, [{ measurements: [amount(4.9, 'mg/vial')] }]);
    const own = async () => {
      const { lines } = await dossier(app, '/makers/test-maker?analyte=Amount&min=4');
      return lines.find(({ analyte }) => analyte === 'Amount');
    };
    expect((await own())?.own).toMatchObject({ pass: 1, fail: 0 });
    await layPublished(app, [{ measurements: [amount(4900, 'µg/vial')], batch: 'T-2' }]);
    expect(await own()).toMatchObject({ unit: null, own: null, n_values: 2 });
  });

  it('the page of a maker reads labels in the same way as the public list, and counts those that cannot be read', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const order = await publish(lab, [PURITY, amount(4.9, 'mg/vial'), amount(2, 'mg/mL')], {
      dosage: '5 mg per vial',
    });
    await publish(lab, [amount(10.007, 'mg/vial')], { dosage: '10 mg', batch: 'T-2' });
    await publish(lab, [amount(10, 'mg/vial')], { dosage: 'ten', batch: 'T-3' });
    const { label, lines } = await dossier(app, '/makers/test-maker');
    // The percentages have two decimals, because the values have two.
    expect(label).toMatchObject({ n: 2, n_not_read: 1, median_percent: -0.96, min: -2, max: 0.07 });
    const amounts = lines.find(({ analyte }) => analyte === 'Amount');
    expect(amounts).toMatchObject({ n_tested: 3, undecided: 3, not_judged: 3 });
    const { body } = await app.request<TestsPage>('/api/tests?sort=deviation');
    expect(body.data.map(({ label_deviation_percent: percent }) => percent)).toEqual([0.07, -2, undefined]);
    expect(body.data[1]?.request_id).toBe(order.id);
  });

  it('the page of a maker shows when a private test became public', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const order = await lab.published({ visibility: 'private' });
    const publishedAt = app.clock.now().toISOString();
    app.clock.advance(200_000);
    const { status } = await app.request(`/api/me/tests/${order.id}/publish-publicly`, {
      method: 'POST',
      token: order.owner.token,
    });
    expect(status).toBe(200);
    const opened = app.clock.now().toISOString();
    expect(await dossier(app, '/makers/test-maker')).toMatchObject({
      counts: { opened_later: 1, registered: 0 },
      as_of: opened,
      newest_at: publishedAt,
    });
    app.clock.advance(200_000);
    await lab.published({ batch: 'T-2' });
    const newest = app.clock.now().toISOString();
    expect(await dossier(app, '/makers/test-maker')).toMatchObject({ as_of: newest, newest_at: newest });
  });

  it('the page of a batch shows whether its maker is confirmed; only batches of confirmed makers are in the sitemap', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    await layPublished(app, [{ maker: 'Acme', batch: 'L1' }]);
    const confirm = async (table: 'maker' | 'batch') => {
      const { rows } = await app.platform.db.pool.query(
        `SELECT id, version FROM named_record WHERE kind = '${table}'`,
      );
      const [{ id, version }] = rows;
      const path = `/api/lab/${table === 'maker' ? 'makers' : 'batches'}/${id}`;
      const json = { version, confirmed: true };
      expect((await app.request(path, { method: 'PUT', json, token: lab.admin.token })).status).toBe(200);
    };
    await confirm('batch');
    const batch = () => dossier(app, '/batches/acme/l1');
    expect((await batch()).subject).toMatchObject({ confirmed: true, maker: { confirmed: false } });
    expect(await listConfirmed(app.modules.dossiers, app.platform.db.orm)).toEqual(['/compounds/bpc-157']);
    await confirm('maker');
    expect((await batch()).subject).toMatchObject({ confirmed: true, maker: { confirmed: true } });
    expect(await listConfirmed(app.modules.dossiers, app.platform.db.orm)).toEqual([
      '/batches/acme/l1',
      '/compounds/bpc-157',
      '/makers/acme',
    ]);
  });

  it('an unknown address is answered 404, whatever characters it contains', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    await layPublished(app, [{ maker: 'Acme', batch: 'L1' }]);
    const odd = ['%00', 'a%00b', '%25', '_', 'Acme%C3%89', 'acme%20', '%F0%9F%A7%AA', 'a'.repeat(10_000)];
    for (const slug of odd) {
      for (const path of [
        `makers/${slug}`,
        `compounds/${slug}`,
        `batches/acme/${slug}`,
        `batches/${slug}/l1`,
      ])
        expect([path, (await app.request(`/api/dossiers/${path}`)).status]).toEqual([path, 404]);
      for (const facet of ['maker', 'compound'])
        expect([200, 422]).toContain((await app.request(`/api/tests?${facet}=${slug}`)).status);
    }
    const longest = 'long name '.repeat(20);
    await lab.published({ maker: longest, batch: longest.slice(0, 100) });
    const { body } = await app.request<TestsPage>('/api/tests');
    const path = `/makers/${body.facets.maker.find(({ value }) => value !== 'acme')?.value}`;
    expect((await dossier(app, path)).counts.published).toBe(1);
  });
});
