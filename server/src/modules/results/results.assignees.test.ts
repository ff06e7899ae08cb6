import { describe, expect, it } from 'vitest';
import { laboratory, must } from '../../testing/lab.ts';
import { labApp, type Person, type TestApp, testApp } from '../../testing/test-app.ts';

type Asked = { user_id: string | null; seen?: string | null };
const give = (app: TestApp, { token }: Person, { id }: { id: string }, json: Asked) =>
  app.request<{ code?: string; data: { request: { assignee: { id: string } | null } } }>(
    `/api/lab/requests/${id}/assignee`,
    { method: 'PUT', json, token },
  );

describe('a member of staff can take a sample from the queue, and the log records it', () => {
  it('a member of staff can take a sample, assign it and release it, and the log records each step', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.ordered();
    const { analyst, reviewer } = lab;
    app.clock.advance(1000);
    expect((await give(app, analyst, order, { user_id: analyst.id })).status).toBe(200);
    app.clock.advance(1000);
    const given = await must(
      app.request(`/api/lab/requests/${order.taskNumber}/assignee`, {
        method: 'PUT',
        json: { user_id: reviewer.id },
        token: lab.admin.token,
      }),
    );
    expect(given.may.assign).toBe(true);
    expect(given.request.assignee).toMatchObject({ id: reviewer.id, is_staff: true });
    app.clock.advance(1000);
    // If the same person gets the sample again, the first time stays.
    await give(app, analyst, order, { user_id: reviewer.id });
    const { request } = await must(lab.detail(analyst, order));
    expect(request.assignee).toEqual({
      id: reviewer.id,
      display_name: expect.stringMatching(/^Test reviewer/),
      is_staff: true,
      by: expect.stringMatching(/^Test admin/),
      at: new Date(app.clock.now().getTime() - 1000).toISOString(),
    });
    expect((await give(app, analyst, order, { user_id: null })).body.data.request.assignee).toBeNull();
    const { rows } = await app.platform.db.pool.query(
      "SELECT action, actor_id, detail FROM audit_entry WHERE action IN ('request.assigned', 'request.let_go') ORDER BY id",
    );
    expect(rows.map(({ action, actor_id, detail: { assignee } }) => [action, actor_id, assignee.to])).toEqual(
      [
        ['request.assigned', analyst.id, analyst.id],
        ['request.assigned', lab.admin.id, reviewer.id],
        ['request.let_go', analyst.id, null],
      ],
    );
    const named = [/^Test analyst/, /^Test reviewer/, /^Test admin/].map((name) =>
      expect.stringMatching(name),
    );
    const { steps } = await must(lab.detail(analyst, order));
    expect(
      steps.filter(({ what }) => /assigned|let_go/.test(what)).map(({ what, by, to }) => [what, by, to]),
    ).toEqual([
      ['request.assigned', named[0], named[0]],
      ['request.assigned', named[2], named[1]],
      ['request.let_go', named[0], null],
    ]);
    const history = await app.request<{ data: { action: string; detail: { assignee?: unknown } }[] }>(
      `/api/lab/requests/${order.id}/audit`,
      { token: reviewer.token },
    );
    expect(history.body.data.find(({ action }) => action === 'request.assigned')?.detail.assignee).toEqual({
      from: named[0],
      to: named[1],
    });
  });

  it('a sample is never assigned to its customer, to people outside the staff, or after its work is done', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const own = await lab.ordered({ by: lab.reviewer });
    const refused = [
      await give(app, lab.analyst, own, { user_id: lab.reviewer.id }),
      await give(app, lab.reviewer, own, { user_id: lab.analyst.id }),
      await give(app, lab.analyst, own, { user_id: lab.customer.id }),
      await give(app, lab.analyst, own, { user_id: '00000000-0000-4000-8000-000000000000' }),
      await give(app, lab.analyst, await lab.published(), { user_id: lab.analyst.id }),
      await give(app, lab.customer, own, { user_id: lab.analyst.id }),
    ];
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [403, 'own_order'],
      [403, 'own_order'],
      [422, 'invalid_fields'],
      [422, 'invalid_fields'],
      [409, 'wrong_state'],
      [404, 'not_found'],
    ]);
    const { rows } = await app.platform.db.pool.query('SELECT 1 FROM sample_assignee');
    expect(rows).toEqual([]);
  });

  it('a sample that another person has taken cannot be taken, but the whole staff can still work on it', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    const claims = await Promise.all(
      [lab.analyst, lab.reviewer, lab.admin].map((by) =>
        give(app, by, order, { user_id: by.id, seen: null }),
      ),
    );
    expect(claims.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(claims.find(({ status }) => status === 409)?.body.code).toBe('stale_version');
    await give(app, lab.admin, order, { user_id: lab.admin.id });
    await must(lab.save(lab.analyst, order));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
  });
});

describe('the queue shows who works on what', () => {
  it('the queue can list only my samples or only unassigned samples', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const [one, two, three] = [await lab.received(), await lab.inReview(), await lab.ordered()];
    await give(app, lab.analyst, one, { user_id: lab.analyst.id });
    await give(app, lab.analyst, two, { user_id: lab.reviewer.id });
    const ask = async (by: Person, query = '') => {
      const { body } = await lab.queue(by, query);
      return { ids: body.data.map(({ id }) => id).sort(), counts: body.counts, data: body.data };
    };
    const sorted = (...orders: { id: string }[]) => orders.map(({ id }) => id).sort();
    const all = await ask(lab.analyst);
    expect(all.ids).toEqual(sorted(one, two, three));
    const assigneeOf = ({ id }: { id: string }) => all.data.find((item) => item.id === id)?.assignee?.id;
    expect([one, two, three].map(assigneeOf)).toEqual([lab.analyst.id, lab.reviewer.id, undefined]);
    expect(all.counts).toMatchObject({ todo: 3, received: 2, in_review: 1, mine: 1, nobodys: 1 });
    const mine = await ask(lab.reviewer, '?assigned_to=me');
    expect(mine.ids).toEqual(sorted(two));
    expect(mine.counts).toMatchObject({ todo: 1, received: 1, awaiting_sample: 0, in_review: 1, mine: 1 });
    expect((await ask(lab.reviewer, '?assigned_to=me&status=in_review')).ids).toEqual(sorted(two));
    expect((await ask(lab.analyst, '?assigned_to=me&status=in_review')).ids).toEqual([]);
    expect((await ask(lab.analyst, '?assigned_to=nobody')).ids).toEqual(sorted(three));
    expect((await ask(lab.analyst, '?assigned_to=nobody&q=BPC-157')).ids).toEqual(sorted(three));
    expect((await lab.queue(lab.analyst, '?assigned_to=somebody')).status).toBe(422);
  });

  it('the queue shows if an assigned person has lost the role', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    const gone = await app.person('analyst');
    await give(app, lab.analyst, order, { user_id: gone.id });
    await app.platform.db.pool.query("UPDATE user_account SET role = 'customer' WHERE id = $1", [gone.id]);
    const shown = (await lab.queue(lab.analyst)).body.data[0]?.assignee;
    expect(shown).toMatchObject({ id: gone.id, is_staff: false });
    const people = await app.request<{ data: { id: string }[] }>('/api/lab/people', {
      token: lab.analyst.token,
    });
    const ids = people.body.data.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([lab.analyst.id, lab.reviewer.id, lab.admin.id]));
    expect(ids).not.toContain(gone.id);
    await must(lab.save(lab.analyst, order));
    expect((await give(app, lab.analyst, order, { user_id: null })).status).toBe(200);
  });
});

describe('the data of a staff member include the assigned samples', () => {
  it('the data export lists the assigned samples, and deleting the account ends the assignments', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    await give(app, lab.analyst, order, { user_id: lab.analyst.id });
    const { token } = lab.analyst;
    const { body } = await app.request<{ samples_taken_on: unknown[] }>('/api/me/export', { token });
    expect(body.samples_taken_on).toEqual([
      { task_number: order.taskNumber, at: app.clock.now().toISOString() },
    ]);
    const deleted = await app.request('/api/me/deletion', {
      json: { current_password: app.password },
      token,
    });
    expect(deleted.status).toBe(204);
    const after = await must(lab.detail(lab.reviewer, order));
    expect(after.request.assignee).toBeNull();
    expect(after.steps.find(({ what }) => what === 'request.assigned')?.to).not.toMatch(/Test analyst/);
  });
});
