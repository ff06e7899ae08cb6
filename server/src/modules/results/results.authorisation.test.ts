import type { MethodAuthorisation } from '@vialproof/contract/authorisations';
import { describe, expect, it } from 'vitest';
import { laboratory, must, PURITY } from '../../testing/lab.ts';
import { labApp, type Person } from '../../testing/test-app.ts';

type Answer = { data: MethodAuthorisation[]; code?: string };
const LEAD = { ...PURITY, analyte: 'Lead', method: 'ICP-MS', value: 0.1, unit: 'µg/g', limit: '' };

describe('a method that an admin has restricted', () => {
  it('is entered, changed, taken out and handed in by those who are authorised alone', async () => {
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
    const restricted = body.data.filter(({ people }) => people !== null);
    expect(restricted).toMatchObject([{ method: 'RP-HPLC-UV 214 nm', people: [{ id: lab.reviewer.id }] }]);

    const changed = { version: 1, measurements: [{ ...PURITY, value: 99.2 }, LEAD] };
    for (const change of [changed, { version: 1, measurements: [LEAD] }]) {
      const refused = await lab.save(lab.analyst, order, change);
      expect([refused.status, refused.body.code]).toEqual([403, 'not_authorised']);
      expect(refused.body.detail).toContain('RP-HPLC-UV 214 nm');
    }
    // Beside an untouched line the other one is the analyst's to change; handing in answers for both.
    await must(lab.save(lab.analyst, order, { version: 1, measurements: [{ ...LEAD, value: 0.2 }, PURITY] }));
    expect((await lab.submit(lab.analyst, order)).body.code).toBe('not_authorised');
    await must(lab.save(lab.reviewer, order, { ...changed, version: 2 }));

    expect((await authorise(lab.admin, null)).body.data.every(({ people }) => people === null)).toBe(true);
    await must(lab.submit(lab.analyst, order));
    const { rows } = await app.platform.db.pool.query(
      "SELECT detail FROM audit_entry WHERE action = 'methods.authorised' ORDER BY id",
    );
    expect(rows.map(({ detail }) => detail.people)).toEqual([
      { from: 'everybody', to: [lab.reviewer.id] },
      { from: [lab.reviewer.id], to: 'everybody' },
    ]);
  });

  it('keeps somebody who has lost the role on its list, or lets them be taken off', async () => {
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
    // Once off the list they are like everybody who is not of the staff.
    expect((await authorise([gone.id])).status).toBe(422);
  });

  it('is not handed in by somebody who was taken off the list while the submission waited for the sample', async () => {
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
});
