import { describe, expect, it } from 'vitest';
import { laboratory, must, RESULT } from '../../testing/lab.ts';
import { labApp } from '../../testing/test-app.ts';

const STEPS = [
  ['GET', '', undefined],
  ['POST', '/intake', { condition: 'Fine', note: '', accepted: true }],
  ['PUT', '/result', { ...RESULT, version: 0 }],
  ['POST', '/chromatogram', undefined],
  ['POST', '/attachments', undefined],
  ['POST', '/submit', undefined],
  ['POST', '/return', { comment: 'x' }],
  ['POST', '/publish', undefined],
  ['POST', '/amend', { reason: 'For the test alone.' }],
  ['POST', '/retract', { reason: 'For the test alone.' }],
] as const;

describe('security 25 (8.2.1): roles in the laboratory have different rights', () => {
  it('the laboratory API answers 401 without a token, and 404 to customers', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.inReview();
    const before = await must(lab.detail(lab.admin, order));
    for (const [method, step, json] of STEPS) {
      const path = `/api/lab/requests/${order.id}${step}`;
      for (const body of json === undefined ? [{}] : [{ json }, { json: { nonsense: 1 } }]) {
        const none = await app.request(path, { method, ...body });
        expect([none.status, none.body.code], step).toEqual([401, 'unauthenticated']);
        for (const { token } of [lab.customer, await app.person()]) {
          const answer = await app.request(path, { method, token, ...body });
          expect([answer.status, answer.body.code], step).toEqual([404, 'not_found']);
        }
      }
    }
    expect((await app.request('/api/lab/requests')).status).toBe(401);
    expect((await lab.queue(lab.customer)).status).toBe(404);
    expect(await must(lab.detail(lab.admin, order))).toEqual(before);
  });

  it('the laboratory API answers 403 to analysts where only a reviewer may decide', async () => {
    const lab = await laboratory(await labApp());
    const order = await lab.inReview();
    expect((await lab.publish(lab.analyst, order)).body).toMatchObject({ status: 403, code: 'forbidden' });
    expect((await lab.sendBack(lab.analyst, order)).body.code).toBe('forbidden');
    await must(lab.publish(lab.reviewer, order));
    expect((await lab.retract(lab.analyst, order)).body.code).toBe('forbidden');
    expect((await must(lab.detail(lab.analyst, order))).may).toMatchObject({ amend: true, retract: false });
  });

  it('the laboratory API answers 403 same_person to everybody who contributed to the result', async () => {
    const lab = await laboratory(await labApp());
    const touches = {
      draft: (order: { id: string }) => lab.save(lab.admin, order, { version: 1 }),
      trace: (order: { id: string }) => lab.chromatogram(lab.admin, order),
      attachment: (order: { id: string }) => lab.attach(lab.admin, order, 'a,b\n', 'a.csv'),
      submission: () => Promise.resolve(undefined),
    };
    for (const [what, touch] of Object.entries(touches)) {
      const order = await lab.received();
      await must(lab.save(lab.analyst, order));
      await touch(order);
      await must(lab.submit(what === 'submission' ? lab.admin : lab.analyst, order));
      expect((await must(lab.detail(lab.admin, order))).may.review, what).toBe(false);
      expect((await lab.publish(lab.admin, order)).body, what).toMatchObject({
        status: 403,
        code: 'same_person',
      });
      await must(lab.publish(lab.reviewer, order));
    }
  });

  it('the database refuses a publication by a person who contributed to the result', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.inReview();
    const set = (by: string) =>
      app.platform.db.pool.query(
        `UPDATE result_revision SET state = 'published', published_at = now(), published_by = $1 WHERE request_id = $2`,
        [by, order.id],
      );
    await expect(set(lab.analyst.id)).rejects.toThrow(/touched it/);
    await must(lab.publish(lab.reviewer, order));
    const rewrite = app.platform.db.pool.query(
      `UPDATE result_revision SET title = 'Other' WHERE request_id = $1`,
      [order.id],
    );
    await expect(rewrite).rejects.toThrow(/never changes/);
  });

  it('the laboratory API answers 403 own_order to staff about their own order', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.ordered({ by: lab.reviewer });
    const own = async (answer: ReturnType<typeof lab.intake>) =>
      expect((await answer).body).toMatchObject({ status: 403, code: 'own_order' });
    await own(lab.intake(lab.reviewer, order));
    await must(lab.intake(lab.analyst, order));
    await own(lab.save(lab.reviewer, order));
    await own(lab.chromatogram(lab.reviewer, order));
    await own(lab.attach(lab.reviewer, order, 'a,b\n', 'a.csv'));
    await must(lab.save(lab.analyst, order));
    await own(lab.submit(lab.reviewer, order));
    await must(lab.submit(lab.analyst, order));
    await own(lab.sendBack(lab.reviewer, order));
    await own(lab.publish(lab.reviewer, order));
    await must(lab.publish(lab.admin, order));
    await own(lab.amend(lab.reviewer, order));
    await own(lab.retract(lab.reviewer, order));
    const { may } = await must(lab.detail(lab.reviewer, order));
    expect(Object.values(may)).not.toContain(true);
  });
});

describe('security 26 (8.2.2): files of a result are protected', () => {
  it.each([
    ['private', [404, 404, 200, 200]],
    ['public', [200, 200, 200, 200]],
  ] as const)(
    'only permitted readers get the files of a %s test; only staff get those of drafts and withdrawn results',
    async (visibility, published) => {
      const app = await labApp();
      const lab = await laboratory(app);
      const order = await lab.received({ visibility });
      const drafted = await must(lab.attach(lab.analyst, order, 'a,b\n1,2\n', 'a.csv'));
      const path = `/api/attachments/${drafted.draft?.attachments[0]?.id}`;
      const stranger = await app.person();
      const readers = [undefined, stranger.token, lab.customer.token, lab.analyst.token];
      const statuses = () =>
        Promise.all(readers.map(async (token) => (await app.request(path, token ? { token } : {})).status));

      expect(await statuses()).toEqual([404, 404, 404, 200]);
      await must(lab.save(lab.analyst, order));
      await must(lab.submit(lab.analyst, order));
      expect(await statuses()).toEqual([404, 404, 404, 200]);
      await must(lab.publish(lab.reviewer, order));
      expect(await statuses()).toEqual(published);
      await must(lab.retract(lab.reviewer, order));
      expect(await statuses()).toEqual([404, 404, 404, 200]);
      for (const id of ['x', crypto.randomUUID(), '..%2f..%2fetc%2fpasswd']) {
        expect((await app.request(`/api/attachments/${id}`, { token: lab.admin.token })).status).toBe(404);
      }
    },
  );

  it("security 27 (8.2.3): staff see a request without its key, the customer's address and the price", async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.published();
    const answer = await app.request(`/api/lab/requests/${order.id}`, { token: lab.analyst.token });
    const text = JSON.stringify(answer.body);
    for (const hidden of [
      order.uniqueKey,
      order.uniqueKey.replaceAll('-', ''),
      order.owner.email,
      'price_cents',
    ])
      expect(text).not.toContain(hidden);
  });
});
