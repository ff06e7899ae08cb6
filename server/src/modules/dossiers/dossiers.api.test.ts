import type { Dossier } from '@vialproof/contract/dossiers';
import { Dossier as DossierShape } from '@vialproof/contract/dossiers';
import type { Measurement } from '@vialproof/contract/results';
import { sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { laboratory, must, type Ordered, PURITY } from '../../testing/lab.ts';
import { layPublished } from '../../testing/lay-tests.ts';
import { shared, type TestApp, testApp } from '../../testing/test-app.ts';
import { untilLocksWait } from '../../testing/waiting-locks.ts';
import { namedSubjectOf } from '../makers/makers.service.ts';

type Lab = Awaited<ReturnType<typeof laboratory>>;
type Options = Parameters<Lab['ordered']>[0];

async function dossier(app: TestApp, path: string): Promise<Dossier> {
  const { status, body } = await app.request<{ data: unknown }>(`/api/dossiers${path}`);
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  return DossierShape.parse(body.data);
}
const lineOf = ({ lines }: Dossier, analyte: string) => lines.find((line) => line.analyte === analyte);

const purity = (value: number): Measurement => ({ ...PURITY, value, verdict: value >= 98 ? 'pass' : 'fail' });

/** Publishes a test with these result lines. */
async function publish(lab: Lab, measurements: Measurement[], options: Options = {}): Promise<Ordered> {
  const order = await lab.received(options);
  await must(lab.save(lab.analyst, order, { measurements }));
  await must(lab.submit(lab.analyst, order));
  await must(lab.publish(lab.reviewer, order));
  return order;
}

/** A maker with five batches, and the line of its purities after each of them. */
const fiveBatches = shared(async (atEnd) => {
  const app = await testApp({}, { atEnd });
  const lines: ReturnType<typeof lineOf>[] = [];
  for (const [place, value] of [97, 99.6, 99.2, 98.9, 98.1].entries()) {
    await layPublished(app, [{ measurements: [purity(value)], batch: `T-${place}` }]);
    lines.push(lineOf(await dossier(app, '/makers/test-maker'), 'Purity'));
  }
  return { app, lines };
});

describe('the page of a maker, batch or compound sums up its tests', () => {
  it('the page of a maker counts batches, that of a compound makers and batches, and that of a batch tests', async () => {
    const app = await testApp();
    await layPublished(app, [
      { measurements: [purity(99)] },
      { measurements: [purity(98.5)] },
      { measurements: [purity(91)], batch: 'T-2' },
      { measurements: [purity(99.5)], batch: 'T-3' },
      { measurements: [purity(97)], batch: 'T-3' },
    ]);

    const maker = await dossier(app, '/makers/test-maker');
    expect(maker).toMatchObject({
      subject: {
        kind: 'maker',
        name: 'Test Maker',
        slug: 'test-maker',
        confirmed: false,
        path: '/makers/test-maker',
      },
      counts: { registered: 5, published: 5, pending: 0, withheld: 0, superseded: 0, retracted: 0 },
      batches: { named: 3, unnamed: 0 },
      submitters: '1',
      collisions: [],
    });
    expect(lineOf(maker, 'Purity')).toMatchObject({
      method: PURITY.method,
      n_tested: 3,
      n_not_tested: 0,
      pass: 1,
      fail: 1,
      undecided: 1,
      not_judged: 0,
      interval: null,
      unit: '% area',
      median: 98.5,
      min: 91,
      max: 99.5,
      n_values: 5,
    });
    expect(lineOf(maker, 'Endotoxin')).toMatchObject({ method: null, n_tested: 0, n_not_tested: 3 });
    expect(lineOf(await dossier(app, '/compounds/bpc-157'), 'Purity')).toMatchObject({
      n_tested: 3,
      undecided: 1,
    });
    const batch = await dossier(app, '/batches/test-maker/t-3');
    expect(batch).toMatchObject({
      subject: {
        kind: 'batch',
        name: 'T-3',
        maker: { name: 'Test Maker', path: '/makers/test-maker' },
        compounds: [{ name: 'BPC-157', path: '/compounds/bpc-157' }],
      },
      batches: { named: 1, unnamed: 0 },
    });
    expect(lineOf(batch, 'Purity')).toMatchObject({ n_tested: 2, pass: 1, fail: 1, undecided: 0 });
  });

  it("the page of a maker shows Wilson's interval if it has five or more verdicts", () => {
    const { lines } = fiveBatches();
    expect(lines.slice(0, 4).map((line) => line?.interval)).toEqual([null, null, null, null]);
    expect(lines[4]).toMatchObject({ pass: 4, fail: 1, interval: { method: 'wilson', level: 0.95 } });
  });

  it('the page of a maker changes with corrections and withdrawals, and stays after its only test was withdrawn', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const order = await publish(lab, [purity(91)]);
    const published = await dossier(app, '/makers/test-maker');
    expect(lineOf(published, 'Purity')).toMatchObject({ pass: 0, fail: 1 });

    app.clock.advance(60_000);
    const draft = await must(lab.amend(lab.analyst, order));
    const version = draft.draft?.version ?? 0;
    await must(lab.save(lab.analyst, order, { measurements: [purity(99)], version }));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    const amended = await dossier(app, '/makers/test-maker');
    expect(amended.counts).toMatchObject({ published: 1, superseded: 1, retracted: 0 });
    expect(lineOf(amended, 'Purity')).toMatchObject({ pass: 1, fail: 0, min: 99, max: 99, n_values: 1 });

    app.clock.advance(60_000);
    await must(lab.retract(lab.reviewer, order));
    for (const path of ['/makers/test-maker', '/compounds/bpc-157', '/batches/test-maker/t-1']) {
      const retracted = await dossier(app, path);
      expect(retracted).toMatchObject({
        counts: { registered: 1, published: 0, pending: 1, superseded: 1, retracted: 1 },
        batches: { named: 0, unnamed: 0 },
        submitters: null,
        lines: [],
        newest_at: null,
        as_of: app.clock.now().toISOString(),
      });
    }
  });

  it('a test that was made private after its registration is counted, and the page of its maker does not name it', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    await layPublished(app, [{ measurements: [purity(99)] }]);
    const order = await lab.received();
    expect((await dossier(app, '/makers/test-maker')).counts).toMatchObject({ registered: 2, pending: 1 });
    const { status } = await app.request(`/api/me/tests/${order.id}/visibility`, {
      method: 'PUT',
      json: { visibility: 'private' },
      token: order.owner.token,
    });
    expect(status).toBe(200);
    const after = await dossier(app, '/makers/test-maker');
    expect(after.counts).toMatchObject({ registered: 2, published: 1, pending: 0, withheld: 1 });
    expect(after.tests.map(({ request_id }) => request_id)).not.toContain(order.id);
    expect(JSON.stringify(after)).not.toContain(order.id);
  });

  it('the page of a batch names other makers and compounds that use the same code', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    await layPublished(app, [{}, { compound: 'TB-500' }]);
    await publish(lab, [purity(99)], { maker: 'Other Maker', batch: 't-1 ' });
    const { collisions } = await dossier(app, '/makers/test-maker');
    expect(collisions).toEqual([
      {
        kind: 'makers',
        code: expect.stringMatching(/^t-1$/i),
        maker: null,
        links: [
          { name: 'Other Maker, t-1', path: '/batches/other-maker/t-1' },
          { name: 'Test Maker, T-1', path: '/batches/test-maker/t-1' },
        ],
      },
      {
        kind: 'compounds',
        code: 'T-1',
        maker: { name: 'Test Maker', path: '/makers/test-maker' },
        links: [
          { name: 'BPC-157', path: '/compounds/bpc-157' },
          { name: 'TB-500', path: '/compounds/tb-500' },
        ],
      },
    ]);
    expect((await dossier(app, '/batches/test-maker/t-1')).subject.compounds).toHaveLength(2);
  });

  it('a maker whose name is "null" and a batch code of slashes and emoji have normal pages', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    await publish(lab, [purity(99)], { maker: 'null', batch: 'A/b\\c 💊 #1' });
    const maker = await dossier(app, '/makers/null');
    expect(maker.subject).toMatchObject({ name: 'null', slug: 'null' });
    const batch = await dossier(app, '/batches/null/a-b-c-pill-1');
    expect(batch.subject).toMatchObject({ name: 'A/b\\c 💊 #1', path: '/batches/null/a-b-c-pill-1' });
    expect((await app.request('/api/dossiers/makers/undefined')).status).toBe(404);
  });

  it('the page of a maker can be read at each spelling of its address without a redirect', async () => {
    const app = await testApp();
    await layPublished(app, [
      { compound: 'bpc 157 acetate' },
      { compound: 'BPC-157', batch: 'T-2' },
      { compound: 'bpc157', batch: 'T-3' },
    ]);
    const one = await app.raw('/api/dossiers/compounds/bpc-157');
    const other = await app.raw('/api/dossiers/compounds/bpc157');
    expect([one.status, other.status]).toEqual([200, 200]);
    const text = await one.text();
    expect(await other.text()).toBe(text);
    expect(await (await app.raw('/api/dossiers/compounds/BPC-157')).text()).toBe(text);
    const paths = ['/compounds/bpc-157-acetate', '/makers/Test-Maker', '/batches/TEST-maker/T-2'];
    for (const path of paths) {
      expect([path, (await app.request(`/api/dossiers${path}`)).status]).toEqual([path, 200]);
    }
  });

  it('a page that was requested just before a change shows the changed data', async () => {
    const app = await testApp();
    await vi.waitFor(() => expect(app.platform.notifications.isConnected()).toBe(true), { timeout: 20_000 });
    const lab = await laboratory(app);
    const [order] = await layPublished(app, [{ maker: 'Acme', batch: 'L1' }]);
    const { batch } = await namedSubjectOf(app.modules.makers, app.platform.db.orm, order?.id ?? '');
    const path = '/batches/acme/l1';
    const said = async (own: string) => (await dossier(app, `${path}${own}`)).subject.answer;
    const json = { answer: 'A claim that has to go.', version: 1 };
    const put = await app.request(`/api/lab/batches/${batch?.id}`, {
      method: 'PUT',
      token: lab.admin.token,
      json,
    });
    expect(put.status).toBe(200);
    // The request has begun and waits until the change is committed.
    const holder = await app.platform.bulkDb.pool.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE counted_test IN ACCESS EXCLUSIVE MODE');
    const early = said('?min=1');
    await untilLocksWait(holder, 'relation');
    await app.platform.db.transaction(async (tx) => {
      await tx.execute(
        sql`UPDATE named_record SET answer = NULL, answered_at = NULL WHERE id = ${batch?.id}`,
      );
      await app.platform.publicCache.outdate(tx);
    });
    await holder.query('COMMIT');
    holder.release();
    expect((await early)?.text).toBe('A claim that has to go.');
    expect([await said(''), await said('?min=2')]).toEqual([null, null]);
  });

  it('a name in Latin letters gets the plain address, even if a similar-looking name was published first', async () => {
    const app = await testApp();
    const masked = '\u0410cme';
    await layPublished(app, [{ maker: masked }, { maker: 'Acme' }]);
    const names = [await dossier(app, '/makers/acme'), await dossier(app, '/makers/acme-2')];
    expect(names.map(({ subject }) => subject.name)).toEqual(['Acme', masked]);
  });

  it('the page of a maker counts its values inside any limit without reading the tests again', async () => {
    const app = await testApp();
    await vi.waitFor(() => expect(app.platform.notifications.isConnected()).toBe(true), { timeout: 20_000 });
    await layPublished(app, [{ measurements: [purity(98)] }]);
    await dossier(app, '/makers/test-maker');
    const asked = vi.spyOn(app.platform.db.pool, 'query');
    onTestFinished(() => asked.mockRestore());
    const own = async (min: number) =>
      lineOf(await dossier(app, `/makers/test-maker?min=${min}`), 'Purity')?.own;
    expect([(await own(97))?.pass, (await own(99))?.pass]).toEqual([1, 0]);
    const statements = asked.mock.calls.map(([statement]) => JSON.stringify(statement));
    expect(statements.filter((text) => text.includes('dossier_value'))).toEqual([]);
    await layPublished(app, [{ measurements: [purity(99.5)], batch: 'T-2' }]);
    expect((await own(99))?.pass).toBe(1);
  });

  it('the page of a maker counts its values inside the limit that a reader enters, and refuses a limit that is not a number', async () => {
    const { app } = fiveBatches();
    const own = await dossier(app, '/makers/test-maker?min=99');
    expect(lineOf(own, 'Purity')).toMatchObject({
      pass: 4,
      fail: 1,
      own: { min: 99, max: null, pass: 2, fail: 3 },
    });
    expect(
      lineOf(await dossier(app, '/makers/test-maker?min=99&analyte=Endotoxin'), 'Purity')?.own,
    ).toBeNull();
    expect((await app.request('/api/dossiers/makers/test-maker?min=1e3')).status).toBe(422);
  });

  it('the page of a maker keeps its ETag and its bytes until public data change', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    await layPublished(app, [{}]);
    const first = await app.raw('/api/dossiers/makers/test-maker');
    const tag = first.headers.get('etag') ?? '';
    expect(tag).not.toBe('');
    const again = await app.raw('/api/dossiers/makers/test-maker', { headers: { 'if-none-match': tag } });
    expect(again.status).toBe(304);
    await publish(lab, [purity(99)], { batch: 'T-2' });
    expect((await app.raw('/api/dossiers/makers/test-maker')).headers.get('etag')).not.toBe(tag);
  });
});
