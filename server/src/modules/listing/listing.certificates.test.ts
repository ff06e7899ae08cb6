import type { MyTestDetail } from '@vialproof/contract/orders';
import { PublicTest } from '@vialproof/contract/tests';
import { describe, expect, it } from 'vitest';
import { laboratory, must, type Ordered } from '../../testing/lab.ts';
import { labApp, type TestApp } from '../../testing/test-app.ts';

async function certificatesOf(app: TestApp, { id }: Ordered) {
  const { body } = await app.request<{ data: unknown }>(`/api/tests/${id}`);
  return PublicTest.parse(body.data).certificates;
}

const download = async (app: TestApp, { id }: Ordered, revision: number, part = '') =>
  (await app.raw(`/api/tests/${id}/certificate${part}?revision=${revision}`)).status;

describe('the page of a test lists certificates', () => {
  it('a test’s page lists all its certificates and why each one ended, also after a withdrawal', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    expect(await certificatesOf(app, order)).toEqual([]);

    await must(lab.save(lab.analyst, order));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    const issued = app.clock.now().toISOString();
    const [first] = await certificatesOf(app, order);
    expect(first).toMatchObject({
      revision: 1,
      state: 'current',
      issued_at: issued,
      ended_at: null,
      is_available: true,
      reason: null,
      log: [{ event: 'issued' }],
    });

    app.clock.advance(60_000);
    await must(lab.amend(lab.analyst, order));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    const amended = app.clock.now().toISOString();
    expect(await certificatesOf(app, order)).toMatchObject([
      { revision: 2, state: 'current', issued_at: amended, ended_at: null, is_available: true },
      {
        revision: 1,
        sha256: first?.sha256,
        state: 'superseded',
        issued_at: issued,
        ended_at: amended,
        reason: 'A unit was wrong.',
        is_available: true,
        log: [{ event: 'issued' }, { event: 'superseded' }],
      },
    ]);
    expect(await Promise.all([download(app, order, 1), download(app, order, 1, '/proof')])).toEqual([
      200, 200,
    ]);

    app.clock.advance(60_000);
    await must(lab.retract(lab.reviewer, order));
    const withdrawn = await certificatesOf(app, order);
    expect(withdrawn).toMatchObject([
      {
        revision: 2,
        state: 'retracted',
        ended_at: app.clock.now().toISOString(),
        reason: 'The vials were swapped.',
        is_available: false,
      },
      { revision: 1, state: 'superseded', ended_at: amended, is_available: false },
    ]);
    // The download is also refused for certificates that the page calls unavailable.
    expect(await Promise.all([download(app, order, 2), download(app, order, 1)])).toEqual([409, 409]);

    await must(lab.save(lab.analyst, order));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    const again = await certificatesOf(app, order);
    expect(again.map(({ revision, is_available }) => [revision, is_available])).toEqual([
      [3, true],
      [2, false],
      [1, true],
    ]);
    for (const { revision, is_available } of again) {
      expect([revision, await download(app, order, revision)]).toEqual([revision, is_available ? 200 : 409]);
    }
    const places = again.flatMap(({ log }) => log.map(({ index }) => index));
    expect(new Set(places).size).toBe(5);
  });

  it('security 27: only the owner sees certificates on the page of a private test', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.published({ visibility: 'private' });
    expect(await certificatesOf(app, order)).toEqual([]);
    const own = await app.request<MyTestDetail>(`/api/me/tests/${order.id}`, { token: order.owner.token });
    expect(own.body.certificates).toMatchObject([{ revision: 1, state: 'current', is_available: true }]);
    const other = await app.person();
    expect((await app.request(`/api/me/tests/${order.id}`, { token: other.token })).status).toBe(404);
  });
});
