import type { Dossier } from '@vialproof/contract/dossiers';
import type { LabMakerDetail } from '@vialproof/contract/makers';
import { describe, expect, it } from 'vitest';
import { laboratory } from '../../testing/lab.ts';
import { expectAsProjected, nameSeeded, publicRows } from '../../testing/public-rows.ts';
import { seedTests } from '../../testing/seed-tests.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { projectAll } from '../publications/publications.service.ts';

/** The calls of an admin who changes names, and of a reader. */
async function office(app: TestApp) {
  const lab = await laboratory(app);
  const { pool } = app.platform.db;
  const find = async (name: string) => {
    const { rows } = await pool.query<{ id: string; version: number }>(
      "SELECT id, version FROM named_record WHERE kind = 'maker' AND name = $1",
      [name],
    );
    const [row] = rows;
    if (!row) throw new Error(`there is no maker ${name}`);
    return row;
  };
  const change = async (name: string, step: string, json: object) => {
    const { id } = await find(name);
    const path = `/api/lab/makers/${id}/${step}`;
    const { status, body } = await app.request<{ data: LabMakerDetail }>(path, {
      json,
      token: lab.admin.token,
    });
    expect(status).toBe(200);
    return body.data;
  };
  const rowsOf = () => publicRows(pool);
  return {
    lab,
    find,
    rowsOf,
    merge: async (name: string, into: string) =>
      change(name, 'merge', { into: (await find(into)).id, version: (await find(name)).version }),
    unmerge: async (name: string, from: string) =>
      change(name, 'unmerge', { version: (await find(from)).version }),
    split: async (name: string, spellings: string[]) =>
      change(name, 'split', { spellings, version: (await find(name)).version }),
    dossier: async (path: string) => {
      const { status, body } = await app.request<{ data: Dossier }>(`/api/dossiers${path}`);
      expect([path, status]).toEqual([path, 200]);
      return body.data;
    },
    expectExact: () => expectAsProjected(app),
  };
}

const said = ({ subject, counts, batches }: Dossier) => ({
  path: subject.path,
  name: subject.name,
  published: counts.published,
  pending: counts.pending,
  named: batches.named,
});

describe('makers that have a page are merged and split', () => {
  it('two merged makers have one page at both addresses; after the merge is undone they have two again', async () => {
    const app = await testApp();
    const { lab, merge, unmerge, dossier, rowsOf, expectExact } = await office(app);
    await lab.published({ maker: 'Acme', batch: 'L1' });
    await lab.published({ maker: 'ACME Ltd', batch: 'l1' });
    await lab.published({ maker: 'ACME Ltd', batch: 'L2' });
    await lab.received({ maker: 'ACME Ltd', batch: 'L2' });
    const both = () =>
      Promise.all(['/makers/acme', '/makers/acme-ltd'].map(async (at) => said(await dossier(at))));
    const before = await rowsOf();
    const apart = [
      { path: '/makers/acme', name: 'Acme', published: 1, pending: 0, named: 1 },
      { path: '/makers/acme-ltd', name: 'ACME Ltd', published: 2, pending: 1, named: 2 },
    ];
    expect(await both()).toEqual(apart);

    await merge('ACME Ltd', 'Acme');
    const one = { path: '/makers/acme', name: 'Acme', published: 3, pending: 1, named: 2 };
    expect(await both()).toEqual([one, one]);
    expect((await dossier('/makers/acme-ltd')).subject.spellings).toEqual(['Acme', 'ACME Ltd']);
    // Two customers wrote the same code differently. Both addresses show one batch.
    expect(said(await dossier('/batches/acme-ltd/l1'))).toMatchObject({
      published: 2,
      path: '/batches/acme/l1',
    });
    expect(said(await dossier('/batches/acme/l1'))).toMatchObject({ published: 2 });
    await expectExact();

    await unmerge('ACME Ltd', 'Acme');
    expect(await both()).toEqual(apart);
    expect(await rowsOf()).toEqual(before);
    await expectExact();
  });

  it("if staff give a maker's spelling to a new maker, its tests move to the new page, and can be moved back", async () => {
    const app = await testApp();
    const { lab, merge, split, dossier, rowsOf, expectExact } = await office(app);
    await lab.published({ maker: 'Acme', batch: 'L1' });
    await lab.published({ maker: 'ACME Ltd', batch: 'L1' });
    await merge('ACME Ltd', 'Acme');
    const merged = await rowsOf();
    const parted = await split('Acme', ['acme ltd']);
    expect(parted).toMatchObject({ slug: 'acme-ltd', confirmed: false });
    expect(said(await dossier('/makers/acme'))).toMatchObject({ published: 1, named: 1 });
    expect(said(await dossier('/makers/acme-ltd'))).toMatchObject({ path: '/makers/acme-ltd', published: 1 });
    expect((await dossier('/makers/acme')).collisions).toMatchObject([{ kind: 'makers' }]);
    await expectExact();
    const { rows } = await app.platform.db.pool.query<{ id: string; version: number }>(
      'SELECT id, version FROM named_record WHERE id = $1',
      [parted.id],
    );
    const { rows: acme } = await app.platform.db.pool.query<{ id: string }>(
      `SELECT id FROM named_record WHERE kind = 'maker' AND name = 'Acme'`,
    );
    const { status } = await app.request(`/api/lab/makers/${parted.id}/merge`, {
      json: { into: acme[0]?.id, version: rows[0]?.version },
      token: lab.admin.token,
    });
    expect(status).toBe(200);
    expect(await rowsOf()).toEqual(merged);
    await expectExact();
  });

  it("the page of a maker shows the maker's answer; after an admin confirmed the name, the page is in the sitemap", async () => {
    const app = await testApp();
    const { lab, find, dossier } = await office(app);
    await lab.published({ maker: 'Acme', batch: 'L1' });
    const { id } = await find('Acme');
    const put = async (json: object) => {
      const path = `/api/lab/makers/${id}`;
      expect((await app.request(path, { method: 'PUT', json, token: lab.admin.token })).status).toBe(200);
    };
    const mapped = async () => (await (await app.raw('/sitemap.xml')).text()).includes('/makers/acme</loc>');
    expect(await mapped()).toBe(false);
    expect((await dossier('/makers/acme')).subject).toMatchObject({ confirmed: false, answer: null });

    await put({ name: 'Acme', confirmed: true, answer: 'We test <b>each</b> batch.', version: 1 });
    expect((await dossier('/makers/acme')).subject).toMatchObject({
      confirmed: true,
      answer: { text: 'We test <b>each</b> batch.', at: app.clock.now().toISOString() },
    });
    expect(await mapped()).toBe(true);
    await put({ answer: '', version: 2 });
    expect((await dossier('/makers/acme')).subject.answer).toBeNull();
  });

  it('after two merged makers are split, both keep the batches whose code they used while they were merged', async () => {
    const app = await testApp();
    const { lab, merge, unmerge, dossier, expectExact } = await office(app);
    await lab.published({ maker: 'Acme', batch: 'L5' });
    await lab.published({ maker: 'ACME Ltd', batch: 'L1' });
    await merge('ACME Ltd', 'Acme');
    await lab.published({ maker: 'ACME Ltd', batch: 'L5' });
    expect(said(await dossier('/batches/acme/l5'))).toMatchObject({ published: 2 });
    await unmerge('ACME Ltd', 'Acme');
    expect((await dossier('/makers/acme-ltd')).batches).toEqual({ named: 2, unnamed: 0 });
    expect(said(await dossier('/batches/acme-ltd/l5'))).toMatchObject({ published: 1 });
    expect(said(await dossier('/batches/acme/l5'))).toMatchObject({ published: 1 });
    await expectExact();
  });

  it('jobs update the pages of makers with very many tests', async () => {
    const app = await testApp();
    const { merge, unmerge, dossier, rowsOf, expectExact } = await office(app);
    const { pool } = app.platform.db;
    await seedTests(app, 60);
    await pool.query(
      `UPDATE test_request SET visibility = 'public', manufacturer = CASE WHEN task_number % 12 = 0 THEN 'Small' ELSE 'Big' END`,
    );
    await nameSeeded(app);
    await projectAll(app.modules.publications);
    await app.jobs.drain();
    const before = await rowsOf();
    const small = said(await dossier('/makers/small'));
    const inList = async () => {
      const { body } = await app.request<{ pagination: { total: number } }>('/api/tests?maker=small');
      return body.pagination.total;
    };

    await merge('Big', 'Small');
    expect((await dossier('/makers/big')).subject.path).toBe('/makers/small');
    expect(said(await dossier('/makers/small'))).toEqual(small);
    await app.jobs.drain();
    expect(said(await dossier('/makers/big')).published).toBe(60);
    expect(await inList()).toBe(60);
    await expectExact();

    await unmerge('Big', 'Small');
    await app.jobs.drain();
    expect(said(await dossier('/makers/small'))).toEqual(small);
    expect(await inList()).toBe(small.published);
    expect(await rowsOf()).toEqual(before);
  });
});
