import type { ProblemBody } from '@vialproof/contract/errors';
import { describe, expect, it } from 'vitest';
import { groupOf, resultOf } from '../testing/api-objects.ts';
import { laboratory } from '../testing/lab.ts';
import { labApp, type Person, type TestApp } from '../testing/test-app.ts';
import { asOwner } from '../testing/test-database.ts';

type Row = { action: string; subject_id: string; detail: Record<string, unknown> };

/** The rows of the audit log about reads of this person. */
async function viewsOf(app: TestApp, { id }: Person): Promise<Row[]> {
  const { rows } = await app.platform.db.pool.query<Row>(
    `SELECT action, subject_id, detail FROM audit_entry
     WHERE actor_id = $1 AND (action LIKE '%viewed' OR action LIKE '%downloaded') ORDER BY id`,
    [id],
  );
  return rows;
}

const get = async (app: TestApp, { token }: Person, path: string) =>
  (await app.request(path, { token })).status;

describe('a read that staff make of the data of other people', () => {
  it('an owner, a member and a payer leave no row when they read their own data', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const result = await resultOf(app, lab);
    const organizer = await app.person('admin');
    const group = await groupOf(app, organizer.token);
    for (const path of [
      `/api/me/payments/${result.paymentId}/invoice`,
      `/api/me/payments/${result.paymentId}/receipt`,
      `/api/tests/${result.id}/certificate`,
      `/api/tests/${result.id}/certificate/proof`,
      `/api/photos/${result.photoId}`,
      `/api/attachments/${result.attachmentId}/link`,
    ]) {
      expect([path, await get(app, lab.customer, path)]).toEqual([path, 200]);
    }
    for (const path of [`/api/group-tests/${group.id}`, `/api/group-tests/${group.id}/accounts`]) {
      expect([path, await get(app, organizer, path)]).toEqual([path, 200]);
      expect([path, await get(app, lab.analyst, path)]).toEqual([
        path,
        path.endsWith('accounts') ? 403 : 200,
      ]);
    }
    expect(await viewsOf(app, lab.customer)).toEqual([]);
    expect(await viewsOf(app, organizer)).toEqual([]);
    // Other staff see of a group what everybody sees.
    expect((await viewsOf(app, lab.analyst)).filter(({ subject_id }) => subject_id === group.id)).toEqual([]);
  });

  it('a refused read and a missing object leave no row', async () => {
    const app = await labApp();
    const { analyst, admin } = await laboratory(app);
    const absent = '00000000-0000-4000-8000-000000000001';
    expect(await get(app, analyst, '/api/lab/payments')).toBe(403);
    expect(await get(app, admin, '/api/lab/payments?status=nonsense')).toBe(422);
    for (const path of [
      `/api/lab/payments/${absent}`,
      `/api/lab/webhooks/${absent}`,
      '/api/lab/requests/1',
    ]) {
      expect([path, await get(app, admin, path)]).toEqual([path, 404]);
    }
    expect([...(await viewsOf(app, analyst)), ...(await viewsOf(app, admin))]).toEqual([]);
  });

  it('a request that is named by its task number is recorded by its id', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const { id, taskNumber } = await lab.received();
    expect(await get(app, lab.reviewer, `/api/lab/requests/${taskNumber}`)).toBe(200);
    expect(await get(app, lab.reviewer, `/api/lab/requests/${id}/injections`)).toBe(200);
    expect(await viewsOf(app, lab.reviewer)).toEqual([
      { action: 'request.viewed', subject_id: id, detail: {} },
    ]);
  });

  it('the row of a list names the used filters, and nothing that the reader typed', async () => {
    const app = await labApp();
    const { admin, customer } = await laboratory(app);
    for (const path of [
      `/api/lab/payments?q=${customer.email}&status=paid&page=2&unknown=${customer.id}`,
      '/api/lab/payments?status=paid&q=another&limit=5',
      '/api/lab/payments?q=',
      `/api/lab/security-log?q=${customer.email}`,
      '/api/lab/webhooks?provider=stripe',
      '/api/lab/mails',
    ]) {
      expect([path, await get(app, admin, path)]).toEqual([path, 200]);
    }
    const reader = { subject_id: admin.id };
    expect(await viewsOf(app, admin)).toEqual([
      { ...reader, action: 'payment.list_viewed', detail: { filter: ['status', 'q'] } },
      { ...reader, action: 'payment.list_viewed', detail: {} },
      { ...reader, action: 'security_log.viewed', detail: { filter: ['q'] } },
      { ...reader, action: 'webhook.list_viewed', detail: { filter: ['provider'] } },
      { ...reader, action: 'mail.list_viewed', detail: {} },
    ]);
  });

  it('a row about a search for an account names the found account, and after a miss neither account nor address', async () => {
    const app = await labApp();
    const { admin, customer } = await laboratory(app);
    const find = (email: string) => get(app, admin, `/api/lab/staff/find?email=${encodeURIComponent(email)}`);
    expect([await find(customer.email), await find('nobody@mail.test')]).toEqual([200, 404]);
    expect(await viewsOf(app, admin)).toEqual([
      { action: 'account.viewed', subject_id: customer.id, detail: { found: true } },
      { action: 'account.viewed', subject_id: admin.id, detail: { found: false } },
    ]);
  });

  it('pages of the audit log add no rows to it, and another filter adds one', async () => {
    const app = await labApp();
    const { admin } = await laboratory(app);
    for (const query of ['', '?limit=1', '?limit=1&before=1000000', '?action=account', '?action=payment']) {
      expect(await get(app, admin, `/api/lab/audit${query}`)).toBe(200);
    }
    expect((await viewsOf(app, admin)).map(({ action, detail }) => [action, detail])).toEqual([
      ['audit_log.viewed', {}],
      ['audit_log.viewed', { filter: ['action'] }],
    ]);
  });

  it('an answer whose row cannot be written does not give the data', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const result = await resultOf(app, lab);
    await asOwner(
      app,
      `
      CREATE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no room'; END $$;
      CREATE TRIGGER no_room BEFORE INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION refuse_row()`,
    );
    const reader = await app.person('admin');
    for (const path of [
      `/api/lab/payments/${result.paymentId}`,
      '/api/lab/security-log',
      `/api/lab/requests/${result.id}`,
      `/api/tests/${result.id}/certificate`,
      `/api/lab/staff/find?email=${encodeURIComponent(lab.customer.email)}`,
    ]) {
      const { status, body, headers } = await app.request<ProblemBody>(path, { token: reader.token });
      expect([path, status, body.code]).toEqual([path, 500, 'internal']);
      expect([headers.get('etag'), headers.get('content-disposition')]).toEqual([null, null]);
    }
    expect(await viewsOf(app, reader)).toEqual([]);
  });
});
