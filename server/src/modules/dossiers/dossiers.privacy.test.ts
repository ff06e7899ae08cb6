import type { Dossier } from '@vialproof/contract/dossiers';
import { describe, expect, it } from 'vitest';
import { laboratory, must, type Ordered } from '../../testing/lab.ts';
import { layPublished, layTests } from '../../testing/lay-tests.ts';
import { publicRows } from '../../testing/public-rows.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { projectAll } from '../publications/publications.service.ts';

const PATHS = [
  '/api/dossiers/makers/test-maker',
  '/api/dossiers/compounds/bpc-157',
  '/api/dossiers/batches/test-maker/t-1',
  '/api/dossiers/makers/secret-maker',
  '/api/dossiers/compounds/tb-500',
  '/api/dossiers/batches/test-maker/secret-1',
  '/sitemap.xml',
  '/feed.atom',
  '/feed.json',
];

/** All public answers of the site with status, ETag and bytes. */
const publicAnswers = (app: TestApp) =>
  Promise.all(
    PATHS.map(async (path) => {
      const answer = await app.raw(path);
      return [path, answer.status, answer.headers.get('etag'), await answer.text()];
    }),
  );

const show = async (app: TestApp, { id, owner }: Ordered, visibility: 'public' | 'private') => {
  const { status } = await app.request(`/api/me/tests/${id}/visibility`, {
    method: 'PUT',
    json: { visibility },
    token: owner.token,
  });
  expect(status).toBe(200);
};
const makePrivate = (app: TestApp, order: Ordered) => show(app, order, 'private');

describe('a private test changes no byte of any public answer', () => {
  it('no step of a private test changes a byte of any public answer', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    await layPublished(app, [{}]);
    const before = await publicAnswers(app);

    const hidden = { visibility: 'private' } as const;
    const beside = await lab.published(hidden);
    await lab.published({ ...hidden, maker: 'Secret Maker', compound: 'TB-500', batch: 'SECRET-1' });
    await layPublished(app, [{ isPrivate: true, batch: 'SECRET-1' }]);
    await lab.received(hidden);
    await must(lab.retract(lab.reviewer, beside));
    expect(await publicAnswers(app)).toEqual(before);
    await projectAll(app.modules.publications);
    expect(await publicAnswers(app)).toEqual(before);
  });

  it('a test that was made private before its receipt changes no byte of any public answer', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    await layPublished(app, [{}]);
    const before = await publicAnswers(app);
    const order = await lab.ordered();
    await makePrivate(app, order);
    await must(lab.intake(lab.analyst, order));
    expect(await publicAnswers(app)).toEqual(before);
  });
});

describe('a withdrawn test stays private', () => {
  const measured = async (app: TestApp, order: Ordered) => {
    const lab = await laboratory(app);
    await must(lab.save(lab.analyst, order));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    return lab;
  };

  it('after a test was withdrawn, nothing that happens to it changes a public answer', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    await layPublished(app, [{}]);
    const order = await lab.received();
    await makePrivate(app, order);
    const before = await publicAnswers(app);
    const other = await measured(app, order);
    expect(await publicAnswers(app)).toEqual(before);
    await must(other.retract(other.reviewer, order));
    expect(await publicAnswers(app)).toEqual(before);
    await projectAll(app.modules.publications);
    expect(await publicAnswers(app)).toEqual(before);
  });

  it('if the owner publishes a withdrawn test after its result, the page of the maker counts it as opened later', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const [known, unknown] = [await lab.received(), await lab.received()];
    for (const order of [known, unknown]) await makePrivate(app, order);
    await show(app, unknown, 'public');
    await measured(app, known);
    await measured(app, unknown);
    const counts = async () =>
      (await app.request<{ data: Dossier }>('/api/dossiers/makers/test-maker')).body.data.counts;
    expect(await counts()).toMatchObject({ registered: 2, published: 1, withheld: 1, opened_later: 0 });
    await show(app, known, 'public');
    expect(await counts()).toMatchObject({ registered: 1, published: 2, withheld: 0, opened_later: 1 });
    const states = [known, unknown].map(async ({ id }) => {
      const { body } = await app.request<{ data: { registration: { state: string } } }>(`/api/tests/${id}`);
      return body.data.registration.state;
    });
    expect(await Promise.all(states)).toEqual(['opened_again', 'registered_public']);
  });
});

describe('counts follow merged and split names of makers and batches', () => {
  it('when names are merged, their counts are added; when they are split, the counts are separated again', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    await layPublished(app, [
      { maker: 'Acme', batch: 'L1' },
      { maker: 'ACME Ltd', batch: 'L1' },
    ]);
    await layTests(app, [{ sku: 'bpc-157', compound: 'BPC-157', maker: 'Acme', batch: 'L2' }]);
    const kept = async () => {
      const paths = [
        '/makers/acme',
        '/makers/acme-ltd',
        '/batches/acme/l1',
        '/batches/acme-ltd/l1',
        '/compounds/bpc-157',
      ];
      const read = async (path: string) => (await app.request(`/api/dossiers${path}`)).body;
      return [await publicRows(app.platform.db.pool), await Promise.all(paths.map(read))];
    };
    const before = await kept();
    const published = async (slug: string) => {
      const { body } = await app.request<{
        data: { counts: { published: number }; subject: { path: string } };
      }>(`/api/dossiers/makers/${slug}`);
      return [body.data.counts.published, body.data.subject.path];
    };
    expect([await published('acme'), await published('acme-ltd')]).toEqual([
      [1, '/makers/acme'],
      [1, '/makers/acme-ltd'],
    ]);

    const { rows } = await app.platform.db.pool.query<{ id: string; name: string }>(
      "SELECT id, name FROM named_record WHERE kind = 'maker'",
    );
    const idOf = (name: string) => rows.find((row) => row.name === name)?.id ?? '';
    const change = async (step: string, json: object) => {
      const { status } = await app.request(`/api/lab/makers/${idOf('ACME Ltd')}/${step}`, {
        json,
        token: lab.admin.token,
      });
      expect(status).toBe(200);
    };
    await change('merge', { into: idOf('Acme'), version: 1 });
    expect([await published('acme'), await published('acme-ltd')]).toEqual([
      [2, '/makers/acme'],
      [2, '/makers/acme'],
    ]);
    const merged = await kept();
    await projectAll(app.modules.publications);
    expect(await kept()).toEqual(merged);

    await change('unmerge', { version: 2 });
    expect(await kept()).toEqual(before);
  });
});

describe('counts stay the same after a customer deletes the account', () => {
  it('counts of published tests and of tests kept private stay after a customer’s account is deleted', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const owner = await app.person();
    await lab.published({ by: owner });
    const withheld = await lab.received({ by: owner });
    await makePrivate(app, withheld);
    await must(lab.save(lab.analyst, withheld));
    await must(lab.submit(lab.analyst, withheld));
    await must(lab.publish(lab.reviewer, withheld));
    const before = await publicAnswers(app);
    const { status } = await app.request('/api/me/deletion', {
      json: { current_password: app.password },
      token: owner.token,
    });
    expect(status).toBeLessThan(300);
    await app.jobs.drain();
    await projectAll(app.modules.publications);
    expect(await publicAnswers(app)).toEqual(before);
    const { body } = await app.request<{ data: Dossier }>('/api/dossiers/makers/test-maker');
    expect(body.data.counts).toMatchObject({ registered: 2, published: 1, withheld: 1 });
  });
});
