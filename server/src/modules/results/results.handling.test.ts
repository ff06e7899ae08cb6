import { describe, expect, it } from 'vitest';
import { laboratory, must } from '../../testing/lab.ts';
import { labApp, type Person, type TestApp } from '../../testing/test-app.ts';

const write = (app: TestApp, { token }: Person, { id }: { id: string }, handling: string) =>
  app.request<{ code?: string; data: { request: { handling: string | null } } }>(
    `/api/lab/requests/${id}/handling`,
    { method: 'PUT', json: { handling }, token },
  );

describe("analysts see the handling notes of a sample, but not the customer's name", () => {
  it('no call of the laboratory shows analysts the customer’s name or notes', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const by = await app.person();
    const { rows } = await app.platform.db.pool.query(
      "UPDATE user_account SET display_name = 'Veronica Testperson' WHERE email = $1 RETURNING id",
      [by.email],
    );
    expect(rows).toHaveLength(1);
    const order = await lab.ordered({ by, notes: 'Please hurry, it is for Quentin.' });
    const paths = [
      '/requests',
      `/requests/${order.id}`,
      `/requests/${order.id}/injections`,
      `/intake/${order.taskNumber}`,
      `/labels?tasks=${order.taskNumber}`,
      '/imports',
    ];
    const said = async ({ token }: Person) =>
      Promise.all(
        paths.map(async (path) => JSON.stringify((await app.request(`/api/lab${path}`, { token })).body)),
      );
    const secret = /Veronica|Quentin|hurry/;
    expect((await said(lab.reviewer)).some((text) => secret.test(text))).toBe(true);
    expect((await said(lab.analyst)).filter((text) => secret.test(text))).toEqual([]);
    const received = await lab.intake(lab.analyst, order);
    expect(JSON.stringify(received.body)).not.toMatch(secret);
    expect(received.body.data).toMatchObject({
      customer: null,
      is_own: false,
      request: { notes: null, has_notes: true, handling: null },
    });
  });

  it('analysts see the handling notes that other staff wrote for them', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.ordered({ notes: 'Dissolve it in acid.' });
    await must(lab.intake(lab.reviewer, order, { handling: 'In 0.1 % acetic acid.' }));
    const seen = await must(lab.detail(lab.analyst, order));
    expect(seen.request.handling).toBe('In 0.1 % acetic acid.');
    expect((await write(app, lab.analyst, order, 'In water.')).status).toBe(403);
    const changed = await write(app, lab.reviewer, order, 'In water.');
    expect([changed.status, changed.body.data.request.handling]).toEqual([200, 'In water.']);
    expect((await write(app, lab.reviewer, order, '')).body.data.request.handling).toBeNull();
    const { rows } = await app.platform.db.pool.query(
      "SELECT detail FROM audit_entry WHERE action = 'request.handling_set' ORDER BY id",
    );
    expect(rows.map(({ detail }) => detail.handling)).toEqual([
      { from: null, to: 'In 0.1 % acetic acid.' },
      { from: 'In 0.1 % acetic acid.', to: 'In water.' },
      { from: 'In water.', to: null },
    ]);
  });

  it('handling notes cannot change after the publication', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.published();
    const late = await write(app, lab.reviewer, order, 'In water.');
    expect([late.status, late.body.code]).toEqual([409, 'wrong_state']);
  });
});

describe('the list of steps of a sample names the person of each step', () => {
  it('each step names its person, and several saves in a row are one step', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    for (const version of [0, 1, 2]) {
      app.clock.advance(1000);
      await must(lab.save(lab.analyst, order, { version, title: `Version ${version}` }));
    }
    app.clock.advance(1000);
    await must(lab.submit(lab.analyst, order));
    app.clock.advance(1000);
    await must(lab.sendBack(lab.reviewer, order, 'The unit is wrong.'));
    app.clock.advance(1000);
    await must(lab.submit(lab.analyst, order));
    app.clock.advance(1000);
    await must(lab.publish(lab.reviewer, order));
    const { steps } = await must(lab.detail(lab.analyst, order));
    const done = steps.filter(({ what }) => what.startsWith('result.'));
    const [analyst, reviewer] = [/^Test analyst/, /^Test reviewer/].map((name) =>
      expect.stringMatching(name),
    );
    expect(done.map(({ what, by, times, note }) => [what, by, times, note])).toEqual([
      ['result.begun', analyst, 1, null],
      ['result.saved', analyst, 3, null],
      ['result.submitted', analyst, 1, null],
      ['result.returned', reviewer, 1, 'The unit is wrong.'],
      ['result.submitted', analyst, 1, null],
      ['result.published', reviewer, 1, null],
    ]);
    // A step that both lists contain is shown once.
    const kinds = steps.map(({ what }) => what.replace('request.', ''));
    for (const kind of ['created', 'paid', 'sample_received']) {
      expect([kind, kinds.filter((each) => each === kind).length]).toEqual([kind, 1]);
    }
    expect(steps.find(({ what }) => what === 'sample_received')?.by).toEqual(analyst);
  });
});
