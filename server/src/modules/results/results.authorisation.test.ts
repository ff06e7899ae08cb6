import type { MethodAuthorisation } from '@vialproof/contract/authorisations';
import { describe, expect, it } from 'vitest';
import { laboratory, must, PURITY } from '../../testing/lab.ts';
import { labApp, type Person } from '../../testing/test-app.ts';

type Answer = { data: MethodAuthorisation[]; code?: string };
const LEAD = { ...PURITY, analyte: 'Lead', method: 'ICP-MS', value: 0.1, unit: 'µg/g', limit: '' };

describe('only people on the list of a restricted method can use it', () => {
  it("only people on the method's list can enter, change, remove and submit its results", async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const authorise = (by: Person, user_ids: string[] | null, method = ' rp-hplc-uv 214 NM ') =>
      app.request<Answer>('/api/lab/authorisations', {
        method: 'PUT',
        json: { method, user_ids },
        token: by.token,
      });
    const order = await lab.received();
    await must(lab.save(lab.analyst, order, { measurements: [PURITY, LEAD] }));
    expect((await authorise(lab.reviewer, [])).status).toBe(403);
    expect((await authorise(lab.admin, [lab.customer.id])).status).toBe(422);
    const { body } = await authorise(lab.admin, [lab.reviewer.id]);
    const restricted = body.data.filter(({ measure }) => measure !== null);
    expect(restricted).toMatchObject([{ method: 'RP-HPLC-UV 214 nm', measure: [{ id: lab.reviewer.id }] }]);

    const changed = { version: 1, measurements: [{ ...PURITY, value: 99.2 }, LEAD] };
    for (const change of [changed, { version: 1, measurements: [LEAD] }]) {
      const refused = await lab.save(lab.analyst, order, change);
      expect([refused.status, refused.body.code]).toEqual([403, 'not_authorised']);
      expect(refused.body.detail).toContain('RP-HPLC-UV 214 nm');
    }
    // The analyst may change only the other line, but submitting needs the permission for all lines.
    await must(lab.save(lab.analyst, order, { version: 1, measurements: [{ ...LEAD, value: 0.2 }, PURITY] }));
    expect((await lab.submit(lab.analyst, order)).body.code).toBe('not_authorised');
    await must(lab.save(lab.reviewer, order, { ...changed, version: 2 }));

    expect((await authorise(lab.admin, null)).body.data.every(({ measure }) => measure === null)).toBe(true);
    await must(lab.submit(lab.analyst, order));
    const { rows } = await app.platform.db.pool.query(
      "SELECT detail FROM audit_entry WHERE action = 'methods.authorised' ORDER BY id",
    );
    expect(rows.map(({ detail }) => detail.measure)).toEqual([
      { from: 'everybody', to: [lab.reviewer.id] },
      { from: [lab.reviewer.id], to: 'everybody' },
    ]);
  });

  it('a person who lost the role can stay on the list of a restricted method, or be removed', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const gone = await app.person('analyst');
    const authorise = (user_ids: string[]) =>
      app.request<Answer>('/api/lab/authorisations', {
        method: 'PUT',
        json: { method: 'RP-HPLC-UV 214 nm', user_ids },
        token: lab.admin.token,
      });
    expect((await authorise([gone.id])).status).toBe(200);
    await app.platform.db.pool.query("UPDATE user_account SET role = 'customer' WHERE id = $1", [gone.id]);
    expect((await authorise([gone.id, lab.analyst.id])).status).toBe(200);
    expect((await authorise([lab.analyst.id])).status).toBe(200);
    // A person who was removed cannot be allowed again.
    expect((await authorise([gone.id])).status).toBe(422);
  });

  it('a person who is taken off the list just before a submission cannot submit', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    await must(lab.save(lab.analyst, order));
    const holder = await app.platform.db.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT 1 FROM test_request WHERE id = $1 FOR UPDATE', [order.id]);
      const submitted = lab.submit(lab.analyst, order);
      const waiting =
        'SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))';
      while ((await holder.query(waiting)).rows.length === 0);
      await app.request('/api/lab/authorisations', {
        method: 'PUT',
        json: { method: 'RP-HPLC-UV 214 nm', user_ids: [lab.reviewer.id] },
        token: lab.admin.token,
      });
      await holder.query('COMMIT');
      expect((await submitted).body.code).toBe('not_authorised');
    } finally {
      holder.release();
    }
    expect((await must(lab.detail(lab.analyst, order))).draft?.state).toBe('draft');
  });

  it('only people on the second list of a restricted method can release it, admins included', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const authorise = (json: object) =>
      app.request<Answer & { errors?: { path: string }[] }>('/api/lab/authorisations', {
        method: 'PUT',
        json: { method: PURITY.method, ...json },
        token: lab.admin.token,
      });
    const lists = async (json: object) => {
      const { body } = await authorise(json);
      const found = body.data.find(({ method }) => method === PURITY.method);
      const ids = (people: { id: string }[] | null | undefined) => people?.map(({ id }) => id) ?? null;
      return [ids(found?.measure), ids(found?.release)];
    };
    const { admin, analyst, reviewer } = lab;
    expect(await lists({ release: [reviewer.id] })).toEqual([null, [reviewer.id]]);
    // A list of people that the call leaves out stays unchanged.
    expect(await lists({ user_ids: [analyst.id] })).toEqual([[analyst.id], [reviewer.id]]);
    expect(await lists({ measure: null })).toEqual([null, [reviewer.id]]);
    for (const [json, path] of [
      [{ release: [analyst.id] }, 'release'],
      [{ release: [lab.customer.id] }, 'release'],
      [{ measure: [lab.customer.id] }, 'measure'],
      [{ user_ids: [analyst.id], measure: null }, 'user_ids'],
      [{}, 'measure'],
    ] as const) {
      const { status, body } = await authorise(json);
      expect([status, body.errors?.[0]?.path]).toEqual([422, path]);
    }

    const order = await lab.received();
    await must(lab.save(analyst, order));
    await must(lab.submit(analyst, order));
    const refused = await lab.publish(admin, order);
    expect([refused.status, refused.body.code]).toEqual([403, 'not_authorised']);
    expect(refused.body.detail).toContain('RP-HPLC-UV 214 nm');
    expect((await must(lab.detail(admin, order))).draft?.state).toBe('in_review');
    await authorise({ release: [] });
    expect((await lab.publish(reviewer, order)).body.code).toBe('not_authorised');
    await authorise({ release: [reviewer.id] });
    await must(lab.publish(reviewer, order));
    const { rows } = await app.platform.db.pool.query(
      "SELECT detail FROM audit_entry WHERE action = 'methods.authorised' ORDER BY id LIMIT 2",
    );
    expect(rows.map(({ detail }) => detail)).toEqual([
      { method: PURITY.method, release: { from: 'everybody', to: [reviewer.id] } },
      { method: PURITY.method, measure: { from: 'everybody', to: [analyst.id] } },
    ]);
  });

  it('a restricted method is recognised in every spelling', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    const typed = (method: string, version = 0) =>
      lab.save(lab.analyst, order, { version, measurements: [{ ...PURITY, method }] });
    // Without a restriction, any method may be typed.
    await must(typed('HPLC-UV'));
    await app.request('/api/lab/authorisations', {
      method: 'PUT',
      json: { method: PURITY.method, measure: [lab.reviewer.id] },
      token: lab.admin.token,
    });
    for (const method of [
      'RP-HPLC-UV 214 nm',
      'RP-HPLC-UV  214 nm',
      'RP\u2011HPLC-UV 214 nm',
      'RP-HPLC–UV 214 nm',
      'RP-HPLC-UV 214\u200b nm',
      'RP-НPLC-UV 214 nm',
      'RP-HPLC-UV 214nm',
      'RP-HPLC-UV 214 nm.',
    ]) {
      const { status, body } = await typed(method, 1);
      expect([method, status, body.code]).toEqual([method, 403, 'not_authorised']);
    }
    // Only templates of other tests contain this method.
    expect((await typed('HPLC–UV', 1)).body.errors?.[0]?.path).toBe('measurements.0.method');
    const other = { ...LEAD, method: 'HPLC by UV' };
    const kept = { ...PURITY, method: 'HPLC-UV' };
    const untold = await lab.save(lab.reviewer, order, { version: 1, measurements: [kept, other] });
    expect([untold.status, untold.body.errors]).toEqual([
      422,
      [
        {
          path: 'measurements.1.method',
          message:
            'The template of this test has no method “HPLC by UV”. While a method is restricted to some people, write one that it has, or ask an admin.',
        },
      ],
    ]);
    // Lines from before may stay in the draft, but cannot be submitted.
    await must(lab.save(lab.analyst, order, { version: 1, measurements: [kept, LEAD] }));
    const submitted = await lab.submit(lab.analyst, order);
    expect([submitted.status, submitted.body.errors?.[0]?.path]).toEqual([422, 'measurements.0.method']);
    await must(lab.save(lab.reviewer, order, { version: 2, measurements: [PURITY, LEAD] }));
    await must(lab.submit(lab.reviewer, order));
  });

  it('after a method is restricted, a correction of a published result may keep the method', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    const measurements = [{ ...PURITY, method: 'HPLC-UV' }];
    await must(lab.save(lab.analyst, order, { measurements }));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    await app.request('/api/lab/authorisations', {
      method: 'PUT',
      json: { method: PURITY.method, measure: [] },
      token: lab.admin.token,
    });
    await must(lab.amend(lab.analyst, order));
    const { draft } = await must(lab.detail(lab.analyst, order));
    await must(lab.save(lab.analyst, order, { version: draft?.version, measurements, summary: '10 mg.' }));
    await must(lab.submit(lab.analyst, order));
  });
});
