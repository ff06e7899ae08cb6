import type { ChooseSubjectBody } from '@vialproof/contract/makers';
import { describe, expect, it } from 'vitest';
import { laboratory, must, type Ordered } from '../../testing/lab.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { namedSubjectOf } from './makers.service.ts';

type Shown = {
  data: {
    subject: { name: string; spellings: string[] };
    counts: { registered: number; published: number; pending: number; withheld: number };
  };
};

async function publicNames() {
  const app = await testApp();
  const lab = await laboratory(app);
  const { pool } = app.platform.db;
  return {
    app,
    lab,
    pool,
    async dossier(path: string) {
      const { status, body } = await app.request<Shown>(`/api/dossiers${path}`);
      return status === 200 ? body.data : undefined;
    },
    async found(query: string) {
      const { body } = await app.request<{ pagination: { total: number } }>(`/api/tests?${query}`);
      return body.pagination.total;
    },
    async choose({ id }: Ordered, json: ChooseSubjectBody) {
      const { token } = lab.admin;
      const { status } = await app.request(`/api/lab/requests/${id}/subject`, { method: 'PUT', json, token });
      expect(status).toBe(200);
    },
    makerId: async (name: string): Promise<string> =>
      (await pool.query("SELECT id FROM named_record WHERE kind = 'maker' AND name = $1", [name])).rows[0]
        ?.id,
    async finish(order: Ordered) {
      await must(lab.save(lab.analyst, order));
      await must(lab.submit(lab.analyst, order));
      await must(lab.publish(lab.reviewer, order));
    },
    subject: ({ id }: Ordered) => namedSubjectOf(app.modules.makers, app.platform.db.orm, id),
  };
}

const makePrivate = (app: TestApp, { id, owner }: Ordered) =>
  app.request(`/api/me/tests/${id}/visibility`, {
    method: 'PUT',
    json: { visibility: 'private' },
    token: owner.token,
  });

describe('if a name becomes public, its tests are counted, listed and found', () => {
  it('the tests of its batch and compound that wait or were made private are then counted and listed', async () => {
    const { app, lab, dossier, found } = await publicNames();
    const words = { maker: 'Acme', batch: 'X9', compound: 'Zorkotide' };
    await lab.published({ maker: 'Acme', batch: 'L1' });
    await lab.received(words);
    expect((await makePrivate(app, await lab.received(words))).status).toBe(200);
    await lab.published(words);
    for (const path of ['/batches/acme/x9', '/compounds/zorkotide']) {
      expect((await dossier(path))?.counts).toMatchObject({
        registered: 3,
        published: 1,
        pending: 1,
        withheld: 1,
      });
    }
    expect(await found('compound=zorkotide')).toBe(2);
  });

  it('a search for a public maker or compound finds all its tests, whatever spelling they use', async () => {
    const { lab, found, choose, finish, makerId } = await publicNames();
    await lab.published({ maker: 'Acme Peptides', batch: 'L1' });
    const order = await lab.received({ maker: 'Zumbawa', batch: 'L2' });
    await choose(order, { maker: { id: await makerId('Acme Peptides') }, batch: null });
    await finish(order);
    expect(await found('search=zumbawa')).toBe(2);
    await lab.published({ maker: 'Zenith', compound: 'B P C 157' });
    expect(await found('search=B%20P%20C%20157')).toBe(3);
  });

  it('when a maker becomes public, every batch code in its public tests gets an address', async () => {
    const { lab, pool, dossier, choose, finish, makerId } = await publicNames();
    await lab.published({ maker: 'Acme', batch: 'L-1' });
    const [batch] = (await pool.query("SELECT id FROM named_record WHERE kind = 'batch'")).rows;
    const order = await lab.received({ maker: 'Acme', batch: 'Lot 1 of 2026' });
    await choose(order, { maker: { id: await makerId('Acme') }, batch: { id: batch.id } });
    await finish(order);
    for (const slug of ['l-1', 'lot-1-of-2026']) {
      expect((await dossier(`/batches/acme/${slug}`))?.subject.name).toBe('L-1');
    }
  });

  it('a public name leads to the maker that staff chose, unless a public maker has exactly this name', async () => {
    const { lab, dossier, choose, finish, makerId, subject } = await publicNames();
    await lab.published({ maker: 'Bar', batch: 'L1' });
    const hidden = await lab.published({ visibility: 'private', maker: 'Foo', batch: 'S1' });
    await choose(hidden, { maker: { name: 'Foo' }, batch: null });
    const order = await lab.received({ maker: 'Foo', batch: 'L2' });
    await choose(order, { maker: { id: await makerId('Bar') }, batch: null });
    await finish(order);
    expect((await dossier('/makers/foo'))?.subject).toMatchObject({ name: 'Bar', spellings: ['Bar', 'Foo'] });
    expect((await subject(hidden)).maker).toBeNull();
  });

  it('when a test of the maker with exactly this name is published, the name leads to that maker', async () => {
    const { lab, dossier, choose, finish, makerId, subject } = await publicNames();
    await lab.published({ maker: 'Bar', batch: 'L1' });
    const waiting = await lab.received({ maker: 'Foo', batch: 'S1' });
    await choose(waiting, { maker: { name: 'Foo' }, batch: null });
    const order = await lab.received({ maker: 'Foo', batch: 'L2' });
    await choose(order, { maker: { id: await makerId('Bar') }, batch: null });
    await finish(order);
    await finish(waiting);
    expect((await subject(waiting)).maker).toMatchObject({ name: 'Foo', slug: 'foo' });
    expect((await dossier('/makers/foo'))?.subject.name).toBe('Foo');
    expect((await dossier('/makers/bar'))?.counts.registered).toBe(2);
  });

  it('public answers do not show when and how private tests used a name before', async () => {
    const shown: string[] = [];
    for (const isHidden of [false, true]) {
      const { app, lab, dossier, choose, finish, makerId } = await publicNames();
      await lab.published({ maker: 'Acme', batch: 'L1' });
      const acme = { maker: { id: await makerId('Acme') }, batch: null };
      if (isHidden) await choose(await lab.received({ visibility: 'private', maker: 'AKME' }), acme);
      for (const maker of ['Acme GmbH', 'Akme']) {
        app.clock.advance(60_000);
        const order = await lab.received({ maker, batch: 'L2' });
        await choose(order, acme);
        await finish(order);
      }
      shown.push(JSON.stringify((await dossier('/makers/acme'))?.subject));
    }
    expect(shown[1]).toBe(shown[0]);
    expect(shown[0]).toContain('Akme');
  });
});
