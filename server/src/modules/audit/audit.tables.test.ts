import { describe, expect, it } from 'vitest';
import { laboratory, must } from '../../testing/lab.ts';
import { labApp } from '../../testing/test-app.ts';
import { asOwner } from '../../testing/test-database.ts';
import { prepareCertificates } from '../certificates/certificates.service.ts';

/** Tables whose rows never change. A publication leaves rows in each of them. */
const KEPT_FOR_EVER = [
  'audit_entry',
  'ledger_entry',
  'invoice',
  'certificate',
  'signing_certificate',
  'log_entry',
  'log_node',
  'log_checkpoint',
  'log_key',
  'certificate_log',
  'log_head',
];

describe('the database refuses to change or delete rows of the tables that only grow', () => {
  it('rows of these tables cannot be changed, deleted or truncated', async () => {
    const app = await labApp();
    await prepareCertificates(app.modules.certificates);
    const lab = await laboratory(app);
    await lab.published();
    await app.jobs.drain();
    const { pool } = app.platform.db;
    for (const table of KEPT_FOR_EVER) {
      const { rows } = await pool.query(`SELECT * FROM ${table}`);
      expect(rows.length, table).toBeGreaterThan(0);
      // Changes the last column, because the first one is often an id, which cannot change anyway.
      const column = Object.keys(rows[0]).at(-1);
      const refused = /append-only|only grows/;
      await expect(asOwner(app, `UPDATE ${table} SET ${column} = ${column}`), table).rejects.toThrow(refused);
      await expect(asOwner(app, `DELETE FROM ${table}`), table).rejects.toThrow(refused);
      await expect(asOwner(app, `TRUNCATE ${table} CASCADE`), table).rejects.toThrow(refused);
      expect((await pool.query(`SELECT * FROM ${table}`)).rows, table).toEqual(rows);
    }
  });
});

describe("a staff member's view of a private certificate is written to the audit log", () => {
  it('a view by staff is logged once in each interval, and a view by the owner is not logged', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.published({ visibility: 'private' });
    const open = await lab.published({ visibility: 'public' });
    const looks = async () =>
      (
        await app.platform.db.pool.query(
          `SELECT actor_id, subject_id FROM audit_entry WHERE action = 'request.certificate_viewed'`,
        )
      ).rows;
    for (const path of [`/api/coa/${order.id}`, `/api/tests/${order.id}/certificate`]) {
      expect((await app.request(path, { token: order.owner.token })).status).toBe(200);
    }
    expect((await app.request(`/api/coa/${open.id}`, { token: lab.analyst.token })).status).toBe(200);
    expect(await looks()).toEqual([]);
    for (const path of [`/api/coa/${order.id}`, `/api/tests/${order.id}/certificate`]) {
      expect((await app.request(path, { token: lab.analyst.token })).status).toBe(200);
    }
    expect(await looks()).toEqual([{ actor_id: lab.analyst.id, subject_id: order.id }]);
    const found = await app.request<{ data: unknown[] }>('/api/lab/audit?action=request.certificate_viewed', {
      token: lab.admin.token,
    });
    expect(found.body.data).toHaveLength(1);
    await must(lab.detail(lab.admin, order));
  });
});
