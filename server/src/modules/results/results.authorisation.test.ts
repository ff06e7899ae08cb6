import type { MethodAuthorisation } from '@vialproof/contract/authorisations';
import { describe, expect, it } from 'vitest';
import { laboratory, must, PURITY } from '../../testing/lab.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

type Answer = { data: MethodAuthorisation[]; code?: string };
const LEAD = { ...PURITY, analyte: 'Lead', method: 'ICP-MS', value: 0.1, unit: 'µg/g', limit: '' };

describe('a method that an admin has restricted', () => {
  it('is entered, changed, taken out and handed in by those who are authorised alone', async () => {
    const app = await testApp();
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
});
