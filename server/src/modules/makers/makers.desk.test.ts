import type { ProblemBody } from '@vialproof/contract/errors';
import type { ChooseSubjectBody, LabSubject } from '@vialproof/contract/makers';
import { describe, expect, it } from 'vitest';
import { laboratory, must } from '../../testing/lab.ts';
import { layTests } from '../../testing/lay-tests.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { publicTests } from '../publications/publications.service.ts';
import { namedSubjectOf } from './makers.service.ts';

type Answer = { data: LabSubject } & Partial<ProblemBody>;

async function desk(app: TestApp) {
  const lab = await laboratory(app);
  const { token } = lab.analyst;
  return {
    lab,
    /** A sample as rows of the database; received, or published on a day. */
    async lay(names: { maker?: string; batch?: string; publishedOn?: string } = {}) {
      const [laid] = await layTests(app, [{ sku: 'bpc-157', compound: 'BPC-157', ...names }]);
      return { id: laid?.id ?? '' };
    },
    read: async ({ id }: { id: string }) =>
      (await app.request<Answer>(`/api/lab/requests/${id}/subject`, { token })).body.data,
    choose: ({ id }: { id: string }, json: ChooseSubjectBody, by = token) =>
      app.request<Answer>(`/api/lab/requests/${id}/subject`, { method: 'PUT', json, token: by }),
    shown: ({ id }: { id: string }) => namedSubjectOf(app.modules.makers, app.platform.db.orm, id),
  };
}

describe('staff can choose the maker and the batch of a sample', () => {
  it('after staff confirm a spelling, samples with this or a similar spelling suggest the maker and its batches', async () => {
    const app = await testApp();
    const { lab, lay, read, choose, shown } = await desk(app);
    const order = await lay({ maker: 'acme labs', batch: 'L-7' });
    const confirmed = await choose(order, { maker: { name: 'Acme Labs' }, batch: { name: 'L-7' } });
    expect(confirmed.body.data).toMatchObject({
      written: { maker: 'acme labs', batch: 'L-7' },
      maker: { name: 'Acme Labs', confirmed: true },
      batch: { name: 'L-7', confirmed: true },
      is_chosen: true,
    });
    const { steps } = await must(lab.detail(lab.analyst, order));
    expect(steps.at(-1)).toMatchObject({ what: 'request.subject_chosen' });
    // No public test shows this maker.
    expect((await shown(order)).maker).toBeNull();

    const maker = confirmed.body.data.maker?.id ?? '';
    const second = await lay({ maker: 'Acme Lab', batch: 'L7' });
    expect((await read(second)).maker).toBeNull();
    expect((await read(second)).suggestions.makers).toMatchObject([{ id: maker, name: 'Acme Labs' }]);
    const chosen = await choose(second, { maker: { id: maker }, batch: null });
    expect(chosen.body.data.suggestions.batches).toMatchObject([{ name: 'L-7' }]);
    const batch = chosen.body.data.suggestions.batches[0]?.id ?? '';
    await choose(second, { maker: { id: maker }, batch: { id: batch } });
    // The customer's spelling is now a spelling of the maker.
    const third = await lay({ maker: 'ACME LAB', batch: 'l7' });
    expect(await read(third)).toMatchObject({ maker: { id: maker }, batch: { id: batch }, is_chosen: false });

    for (const each of [second, third]) {
      await must(lab.save(lab.analyst, each));
      await must(lab.submit(lab.analyst, each));
      await must(lab.publish(lab.reviewer, each));
    }
    const subjects = [await shown(second), await shown(third)];
    expect(subjects[0]).toEqual(subjects[1]);
    expect(subjects[0]).toMatchObject({
      maker: { name: 'Acme Labs', confirmed: true },
      batch: { name: 'L-7' },
    });
  });

  it("staff can change the chosen maker, and can return to the customer's words", async () => {
    const app = await testApp();
    const { lay, read, choose } = await desk(app);
    const order = await lay({ maker: 'Acme', batch: 'L1' });
    const wrong = await choose(order, { maker: { name: 'Zenith' }, batch: null });
    expect((await read(order)).maker?.name).toBe('Zenith');
    const right = await choose(order, { maker: { name: 'Acme Labs' }, batch: null });
    expect(right.body.data.maker?.id).not.toBe(wrong.body.data.maker?.id);
    const left = await choose(order, { maker: null, batch: null });
    // The last choice decides to which maker the spelling belongs.
    expect(left.body.data).toMatchObject({ maker: { name: 'Acme Labs' }, is_chosen: false });
  });

  it('staff can change maker and batch of a published test, also to a maker whose name is "null"', async () => {
    const app = await testApp();
    const { lay, choose, shown } = await desk(app);
    const order = await lay({ maker: 'Acme', publishedOn: '2025-06-01' });
    await choose(order, { maker: { name: 'null' }, batch: { name: 'LOT/1 💊' } });
    expect(await shown(order)).toMatchObject({
      maker: { name: 'null', slug: 'null', confirmed: true },
      batch: { slug: 'lot-1-pill', maker_slug: 'null' },
    });
    const [test] = await publicTests(app.modules.publications, [order.id], app.platform.db.orm);
    expect(test?.dossiers?.maker).toEqual({ name: 'null', path: '/makers/null' });
  });

  it('if two people confirm the same spelling at once, one maker is created', async () => {
    const app = await testApp();
    const { lay, choose } = await desk(app);
    const orders = [await lay({ maker: 'New' }), await lay({ maker: 'NEW' })];
    const answers = await Promise.all(
      orders.map((order) => choose(order, { maker: { name: 'New' }, batch: { name: 'B' } })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body.data.maker).toEqual(answers[1]?.body.data.maker);
    expect(answers[0]?.body.data.batch).toEqual(answers[1]?.body.data.batch);
  });

  it("staff cannot choose an unknown maker, another maker's batch, or names for an own or unpaid order", async () => {
    const app = await testApp();
    const { lab, lay, choose } = await desk(app);
    const order = await lay();
    const acme = await choose(order, { maker: { name: 'Acme' }, batch: { name: 'L1' } });
    const batch = { id: acme.body.data.batch?.id ?? '' };
    const nobody = { id: '00000000-0000-4000-8000-000000000001' };
    const refused: [ChooseSubjectBody, string][] = [
      [{ maker: nobody, batch: null }, 'maker'],
      [{ maker: { name: '\u200b' }, batch: null }, 'maker.name'],
      [{ maker: null, batch }, 'batch'],
      [{ maker: { name: 'Zenith' }, batch }, 'batch'],
    ];
    for (const [choice, path] of refused) {
      expect((await choose(order, choice)).body).toMatchObject({
        code: 'invalid_fields',
        errors: [{ path }],
      });
    }
    const { rows } = await app.platform.db.pool.query(
      `SELECT name FROM named_record WHERE kind = 'maker' ORDER BY name`,
    );
    expect(rows).toEqual([{ name: 'Acme' }]);
    const own = await lab.received({ by: lab.reviewer });
    expect((await choose(own, { maker: { name: 'A' }, batch: null }, lab.reviewer.token)).body.code).toBe(
      'own_order',
    );
    const { ordered } = await lab.drafted();
    expect((await choose(ordered, { maker: { name: 'A' }, batch: null })).body.code).toBe('wrong_state');
    const long = await choose(order, { maker: { name: 'x'.repeat(10_000) }, batch: null });
    expect(long.status).toBe(422);
  });
});
