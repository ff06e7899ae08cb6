import type { AuditEntry, AuditPage } from '@vialproof/contract/audit';
import type { StaffSku } from '@vialproof/contract/catalog-staff';
import { describe, expect, it } from 'vitest';
import { laboratory } from '../../testing/lab.ts';
import { labApp, type TestApp, testApp } from '../../testing/test-app.ts';
import { asOwner } from '../../testing/test-database.ts';
import { grantRole } from '../accounts/accounts.service.ts';

const search = async (app: TestApp, token: string, query: Record<string, string> = {}) => {
  const { status, body } = await app.request<AuditPage>(`/api/lab/audit?${new URLSearchParams(query)}`, {
    token,
  });
  expect([status, query]).toEqual([200, query]);
  return body;
};
/** The actions on the page, without the searches of the log itself, which the log records too. */
const words = (page: { data: AuditEntry[] }) =>
  page.data.map(({ action }) => action).filter((action) => action !== 'audit_log.viewed');

describe('the audit log records what people do, and nobody can change it', () => {
  it('security 35: no role of the database can change or delete a line of the audit log', async () => {
    const app = await testApp();
    await grantRole(app.modules.accounts, (await app.person()).email, 'analyst', null);
    const { pool } = app.platform.db;
    const count = async () =>
      (await pool.query<{ n: number }>('SELECT count(*)::int AS n FROM audit_entry')).rows[0]?.n;
    const before = await count();
    expect(before).toBeGreaterThan(0);
    for (const statement of [
      "UPDATE audit_entry SET action = 'nothing'",
      'UPDATE audit_entry SET at = now() WHERE false',
      'DELETE FROM audit_entry',
      'TRUNCATE audit_entry',
      "SET session_replication_role = 'replica'; DELETE FROM audit_entry",
    ]) {
      await expect(asOwner(app, statement), statement).rejects.toThrow('append-only');
      await expect(pool.query(statement), statement).rejects.toThrow('permission denied');
    }
    expect(await count()).toBe(before);
  });

  it('the audit log shows who changed what, and can be searched by person, action, object and time', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.drafted();
    const { taskNumber, id } = order.ordered;
    const start = app.clock.now().toISOString();
    app.clock.advance(3_600_000);
    const fresh = await app.request<{ session: { access_token: string } }>('/api/auth/login', {
      json: { email: lab.admin.email, password: app.password },
    });
    const admin = fresh.body.session.access_token;
    const skus = await app.request<{ data: StaffSku[] }>('/api/lab/skus', { token: admin });
    const [sku] = skus.body.data;
    if (!sku) throw new Error('the list is empty');
    const raised = { ...sku, base_price_cents: 31_000 };
    await app.request(`/api/lab/skus/${sku.id}`, { method: 'PUT', json: raised, token: admin });

    const ofSku = await search(app, admin, { subject: sku.id });
    expect(ofSku).toEqual({
      data: [
        {
          id: expect.any(Number),
          at: app.clock.now().toISOString(),
          actor: {
            id: lab.admin.id,
            person: { display_name: 'Test admin 4', email: lab.admin.email, role: 'admin' },
          },
          action: 'sku.changed',
          subject: { kind: 'sku', id: sku.id, label: 'Semaglutide' },
          detail: { base_price_cents: { from: 30_000, to: 31_000 } },
        },
      ],
      next: null,
    });
    const ofTask = await search(app, admin, { subject: String(taskNumber) });
    expect(words(ofTask)).toContain('request.created');
    expect(ofTask.data.every(({ subject }) => subject.label === String(taskNumber))).toBe(true);
    expect(await search(app, admin, { subject: `#${taskNumber}` })).toEqual(ofTask);
    expect((await search(app, admin, { subject: id })).data.length).toBeGreaterThan(0);
    expect((await search(app, admin, { subject: 'no such thing' })).data).toEqual([]);

    for (const actor of [lab.admin.id, lab.admin.email, 'ADMIN4@', 'test admin 4']) {
      expect(words(await search(app, admin, { actor }))).toEqual(['sku.changed']);
    }
    expect((await search(app, admin, { actor: 'nobody@at.all' })).data).toEqual([]);
    expect((await search(app, admin, { actor: '%' })).data).toEqual([]);
    expect((await search(app, admin, { actor: 'system' })).data.every((entry) => entry.actor === null)).toBe(
      true,
    );

    expect(words(await search(app, admin, { action: 'sku' }))).toEqual(['sku.changed']);
    expect(words(await search(app, admin, { action: 'sku.changed' }))).toEqual(['sku.changed']);
    expect(words(await search(app, admin, { action: 'sk' }))).toEqual([]);
    expect(words(await search(app, admin, { from: app.clock.now().toISOString() }))).toEqual(['sku.changed']);
    expect(words(await search(app, admin, { to: app.clock.now().toISOString() }))).not.toContain(
      'sku.changed',
    );
    expect(words(await search(app, admin, { to: start }))).not.toContain('request.created');

    const known = await app.request<{ data: string[] }>('/api/lab/audit/actions', { token: admin });
    expect(known.body.data).toEqual([...new Set(known.body.data)].sort());
    expect(known.body.data).toEqual(expect.arrayContaining(['request.created', 'sku.changed']));
  });

  it('all pages of the audit log together show every line once, even while lines are added', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    for (let n = 0; n < 7; n += 1) await lab.drafted();
    const { token } = lab.admin;
    // The first search is recorded. The next ones add no line.
    await search(app, token);
    const all = (await search(app, token, { limit: '100' })).data.map(({ id }) => id);
    expect(all).toEqual(all.toSorted((one, other) => other - one));
    const seen: number[] = [];
    let page = await search(app, token, { limit: '3' });
    for (;;) {
      seen.push(...page.data.map(({ id }) => id));
      if (page.next === null) break;
      await lab.drafted();
      page = await search(app, token, { limit: '3', before: String(page.next) });
    }
    expect(seen).toEqual(all);
  });

  it("each time that staff view a customer's data, the audit log records it once", async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const { ordered } = await lab.drafted({ visibility: 'private' });
    const seen = async () =>
      (await search(app, lab.admin.token, { action: 'request.viewed' })).data.map(({ actor, subject }) => [
        actor?.id,
        subject.label,
      ]);
    const look = [lab.analyst.id, String(ordered.taskNumber)];
    await lab.detail(lab.analyst, ordered);
    await lab.detail(lab.analyst, ordered);
    expect(await seen()).toEqual([look]);
    await lab.detail(lab.reviewer, ordered);
    expect(await seen()).toEqual([[lab.reviewer.id, look[1]], look]);
    await lab.detail(lab.customer, ordered);
    expect(await seen()).toHaveLength(2);
    app.clock.advance(601_000);
    await lab.detail(lab.analyst, ordered);
    expect(await seen()).toHaveLength(3);
  });

  it("the audit log records which customer's payments an admin viewed", async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const { taskNumber } = await lab.ordered();
    const { token } = lab.admin;
    const payments = await app.request<{ data: { id: string }[] }>(
      `/api/lab/payments?view=all&q=${taskNumber}`,
      {
        token,
      },
    );
    const events = await app.request<{ data: { id: string }[] }>('/api/lab/webhooks', { token });
    const [payment] = payments.body.data;
    const [event] = events.body.data;
    for (const path of [`/api/lab/payments/${payment?.id}`, `/api/lab/webhooks/${event?.id}`]) {
      expect((await app.request(path, { token })).status).toBe(200);
      expect((await app.request(path, { token })).status).toBe(200);
    }
    const looks = async () => {
      const { data } = await search(app, token, { actor: lab.admin.id });
      return data
        .filter(({ action }) => action !== 'audit_log.viewed')
        .map(({ action, subject }) => [action, subject.id, subject.label]);
    };
    expect(await looks()).toEqual([
      ['webhook.viewed', event?.id, null],
      ['payment.viewed', payment?.id, String(taskNumber)],
      // A list has no object, so the row is about the reader.
      ['webhook.list_viewed', lab.admin.id, lab.admin.email],
      ['payment.list_viewed', lab.admin.id, lab.admin.email],
    ]);
    const shown = await app.request<{ data: { history: unknown[] } }>(`/api/lab/payments/${payment?.id}`, {
      token,
    });
    expect(shown.body.data.history).toEqual([]);
    await asOwner(
      app,
      `BEGIN; SET LOCAL session_replication_role = replica;
      UPDATE payment SET subject_id = gen_random_uuid() WHERE id = '${payment?.id}'; COMMIT`,
    );
    expect((await looks())[1]).toEqual(['payment.viewed', payment?.id, null]);
  });

  it('security 1: a search of the audit log never runs the search text as SQL', async () => {
    const app = await testApp();
    const admin = await app.person('admin');
    for (const word of ["' OR 1=1 --", '"; DROP TABLE audit_entry; --', '\\', '_', '{}', 'system ']) {
      await search(app, admin.token, { actor: word, subject: word });
    }
    for (const query of [
      'action=a%27b',
      'from=yesterday',
      'before=0',
      'before=x',
      'limit=101',
      'actor=a%00b',
    ]) {
      const { status } = await app.request(`/api/lab/audit?${query}`, { token: admin.token });
      expect([query, status]).toEqual([query, 422]);
    }
  });
});
