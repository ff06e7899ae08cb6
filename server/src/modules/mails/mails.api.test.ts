import type { UnsentMail } from '@vialproof/contract/mails';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineJob } from '../../platform/jobs/jobs.ts';
import { mailTimes } from '../../platform/mail/mail-jobs.ts';
import { login } from '../../testing/accounts.ts';
import { testApp } from '../../testing/test-app.ts';
import { withoutMailServer } from '../../testing/unsent-mails.ts';
import { accountMailJob } from '../accounts/accounts.service.ts';
import { dropEndedMails } from './mails.service.ts';

const DAY = 86_400_000;
const PRIVATE_MAILS = "name IN ('account.mail', 'account.code-mail', 'notifications.request-mail')";

describe('mails wait while the mail server is away', () => {
  it('a mail that cannot be sent is listed with the reason, and is sent when the mail server works again', async () => {
    const { server, app, lab, list, ordered, tryAll } = await withoutMailServer();
    const order = await ordered();
    const { data, counts, pagination } = await list();
    expect(data).toEqual([
      {
        id: expect.any(String),
        state: 'waiting',
        kind: 'shipping',
        about: { kind: 'request', id: order.id, label: String(order.taskNumber) },
        to: lab.customer.email,
        asked_at: app.clock.now().toISOString(),
        tries: 1,
        error: expect.stringContaining('ECONNREFUSED'),
        next_try_at: expect.any(String),
      },
    ]);
    expect([counts, pagination.total]).toEqual([{ waiting: 1, failed: 0 }, 1]);
    expect((await list('?state=failed')).data).toEqual([]);
    await tryAll();
    expect((await list('?state=waiting')).data.map(({ tries }) => tries)).toEqual([2]);
    await server.comeBack();
    await tryAll();
    expect(server.delivered).toMatchObject([{ to: lab.customer.email }]);
    expect((await list()).data).toEqual([]);
  });

  it('a mail that failed for seven days is kept for weeks, and an admin can send it again once', async () => {
    const { server, app, lab, pool, list, sendAgain, ordered, tryAll, weeksPass } = await withoutMailServer();
    const order = await ordered();
    await weeksPass();
    const [mail, ...more] = (await list('?state=failed')).data as [UnsentMail];
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      state: 'failed',
      kind: 'shipping',
      to: lab.customer.email,
      error: expect.stringContaining('ECONNREFUSED'),
      next_try_at: null,
    });
    expect(mail.tries).toBeGreaterThan(600);
    expect((await sendAgain(mail.id)).status).toBe(202);
    await tryAll();
    // The mail server is still down, so the mail waits like a new one.
    expect((await list()).data).toMatchObject([{ state: 'waiting', asked_at: mail.asked_at, tries: 1 }]);
    await weeksPass();
    await server.comeBack();
    const [again] = (await list()).data;
    expect((await sendAgain(again?.id ?? '')).status).toBe(202);
    expect((await sendAgain(again?.id ?? '')).status).toBe(404);
    await tryAll();
    const { rows } = await pool.query<{ dedupe_key: string }>(
      "SELECT dedupe_key FROM mail_dispatch WHERE template = 'shipping' AND sent_at IS NOT NULL",
    );
    expect(server.delivered.map(({ to, messageId }) => [to, messageId])).toEqual([
      [lab.customer.email, expect.stringContaining(`<${rows[0]?.dedupe_key.replace(':', '-')}@`)],
    ]);
    expect((await list()).data).toEqual([]);
    const audit = await pool.query(
      "SELECT actor_id, subject_id, detail FROM audit_entry WHERE action = 'mail.sent_again'",
    );
    const line = { actor_id: lab.admin.id, subject_id: order.id, detail: { mail: 'shipping' } };
    expect(audit.rows).toEqual([line, line]);
    expect(app.logWatch.lines('given up')).toHaveLength(2);
  });

  it('a mail about an e-mail alert is listed without the address of its reader', async () => {
    const { server, app, list, sendAgain, ordered, tryAll } = await withoutMailServer();
    const { taskNumber } = await ordered();
    const json = { kind: 'task', subject: String(taskNumber), email: 'reader@mail.test' };
    expect((await app.request('/api/watches', { json })).status).toBe(202);
    await tryAll();
    const mail = (await list()).data.find(({ kind }) => kind === 'watch_opt_in');
    expect(mail).toMatchObject({ to: 'r…@mail.test', about: null, state: 'waiting' });
    await server.comeBack();
    expect((await sendAgain(mail?.id ?? '')).status).toBe(202);
    await app.jobs.drain();
    expect(server.delivered.map(({ to }) => to)).toContain('reader@mail.test');
  });

  it('an admin can send a waiting mail at once', async () => {
    const { server, app, list, sendAgain, ordered } = await withoutMailServer();
    await ordered();
    await server.comeBack();
    const [mail] = (await list()).data;
    expect(await app.jobs.drain()).toBe(0);
    expect((await sendAgain(mail?.id ?? '')).status).toBe(202);
    await app.jobs.drain();
    expect(server.delivered).toHaveLength(1);
  });

  it("the server's log warns once when mails begin to wait, and says when they are sent again", async () => {
    const { server, app, ordered, tryAll } = await withoutMailServer();
    await ordered();
    await ordered();
    await tryAll();
    await tryAll();
    expect(app.logWatch.lines('begin to wait')).toHaveLength(1);
    await server.comeBack();
    await tryAll();
    expect(app.logWatch.lines('are done again')).toHaveLength(1);
  });

  it('a mail with a one-time code is never listed, and is deleted after ten minutes', async () => {
    const { server, app, list, pool, tryAll, lab } = await withoutMailServer();
    const mara = { firstName: 'Mara', lastName: 'Voss', email: 'mara@mail.test', password: 'Right-horse-7' };
    await app.request('/api/auth/register', { json: mara });
    await app.request('/api/auth/reset-password/request', { json: { email: lab.customer.email } });
    await app.request('/api/me/email-change', {
      json: { email: 'new@mail.test', current_password: app.password },
      token: lab.customer.token,
    });
    await tryAll();
    const waiting = async () =>
      (
        await pool.query<{ kind: string }>(
          "SELECT DISTINCT data->>'kind' AS kind FROM pgboss.job WHERE name = 'account.code-mail' AND state = 'retry' ORDER BY 1",
        )
      ).rows.map(({ kind }) => kind);
    expect(await waiting()).toEqual(['email_change', 'registration', 'reset']);
    expect((await list()).data).toEqual([]);
    app.clock.advance(600_000);
    await server.comeBack();
    await tryAll();
    expect(await waiting()).toEqual([]);
    expect(server.delivered).toEqual([]);
  });

  it('deleting an account deletes all its waiting mails', async () => {
    const { server, app, lab, list, pool, ordered, tryAll, weeksPass } = await withoutMailServer();
    const order = await ordered();
    await weeksPass();
    await app.request('/api/auth/reset-password/request', { json: { email: lab.customer.email } });
    const changed = await app.request<{ session: { access_token: string } }>('/api/me/password', {
      method: 'PUT',
      json: { current_password: app.password, password: 'Other-horse-8' },
      token: lab.customer.token,
    });
    const token = changed.body.session.access_token;
    await tryAll();
    await pool.query("UPDATE test_request SET status = 'cancelled' WHERE id = $1", [order.id]);
    const exported = await app.request<{ waiting_mails: { kind: string }[] }>('/api/me/export', { token });
    expect(exported.body.waiting_mails.map(({ kind }) => kind).sort()).toEqual([
      'password_changed',
      'shipping',
    ]);
    const gone = await app.request('/api/me/deletion', {
      json: { current_password: 'Other-horse-8' },
      token,
    });
    expect(gone.status).toBe(204);
    const left = await pool.query<{ kind: string }>(
      `SELECT data->>'kind' AS kind FROM pgboss.job WHERE (${PRIVATE_MAILS} OR name = 'platform.dead-letters')
        AND (data::text LIKE '%' || $1 || '%' OR data::text LIKE '%' || $2 || '%')`,
      [lab.customer.id, lab.customer.email],
    );
    expect(left.rows).toEqual([{ kind: 'account_deleted' }]);
    await server.comeBack();
    await tryAll();
    expect(server.delivered.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('account was deleted'),
    ]);
    expect((await list()).data).toEqual([]);
  });

  it('deleting an account also deletes a mail that the server is trying to send at that moment', async () => {
    const { app, pool, tryAll } = await withoutMailServer();
    const person = await app.person();
    const json = { current_password: app.password, password: 'Other-horse-8' };
    const changed = await app.request<{ session: { access_token: string } }>('/api/me/password', {
      method: 'PUT',
      json,
      token: person.token,
    });
    await tryAll();
    // Does what the job queue does after a failed try: it replaces the row.
    const queue = await pool.connect();
    await queue.query('BEGIN');
    await queue.query(`
      WITH gone AS (DELETE FROM pgboss.job WHERE name = 'account.mail' AND data->>'userId' = '${person.id}' RETURNING *)
      INSERT INTO pgboss.job (id, name, data, state) SELECT id, name, data, state FROM gone`);
    const deletion = app.request('/api/me/deletion', {
      json: { current_password: 'Other-horse-8' },
      token: changed.body.session.access_token,
    });
    const waiting =
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'transactionid'";
    await expect.poll(async () => (await pool.query(waiting)).rows, { timeout: 20_000 }).toHaveLength(1);
    await queue.query('COMMIT');
    queue.release();
    expect((await deletion).status).toBe(204);
    const left = await pool.query<{ kind: string }>(
      `SELECT data->>'kind' AS kind FROM pgboss.job WHERE data->>'userId' = $1 AND state < 'completed'`,
      [person.id],
    );
    expect(left.rows).toEqual([{ kind: 'account_deleted' }]);
  });

  it('the last mail to a deleted account is deleted after seven days if it cannot be sent', async () => {
    const { app, lab, list, pool, tryAll, weeksPass } = await withoutMailServer();
    const person = await app.person();
    const gone = await app.request('/api/me/deletion', {
      json: { current_password: app.password },
      token: person.token,
    });
    expect(gone.status).toBe(204);
    await tryAll();
    expect((await list()).data).toMatchObject([{ kind: 'account_deleted', to: person.email }]);
    await weeksPass();
    app.clock.advance(7 * DAY);
    const { body } = await login(app, lab.admin.email, app.password);
    expect(await list('', body.session.access_token)).toMatchObject({ data: [] });
    await dropEndedMails(app.modules.mails);
    const left = await pool.query("SELECT 1 FROM pgboss.job WHERE data::text LIKE '%' || $1 || '%'", [
      person.email,
    ]);
    expect(left.rows).toEqual([]);
  });
});

it('a job that has already started sends no mail to a deleted account', async () => {
  const app = await testApp();
  const person = await app.person();
  const gone = await app.request('/api/me/deletion', {
    json: { current_password: app.password },
    token: person.token,
  });
  expect(gone.status).toBe(204);
  const { orm } = app.platform.db;
  const userId = person.id;
  const to = person.email;
  const told = { kind: 'email_changed' as const, userId, to, firstName: 'Ada', newEmail: null };
  await app.jobs.send(orm, accountMailJob, { ...told, eventId: 'late', ...mailTimes(app.platform) });
  await app.jobs.drain();
  expect((await app.mails(to)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('account was deleted'),
  ]);
});

it('a mail that an older version stored without times is sent', async () => {
  const app = await testApp();
  const { id: userId, email: to } = await app.person();
  const told = { kind: 'email_changed', userId, to, firstName: 'Ada', newEmail: null, eventId: 'late' };
  // The job was made by an older version of the server.
  const job = defineJob(accountMailJob.name, z.object({}).loose());
  await app.jobs.send(app.platform.db.orm, job, told);
  await app.jobs.drain();
  expect((await app.mails(to)).map(({ subject }) => subject)).toEqual([expect.stringContaining('address')]);
});

it('security 9: only admins can see and resend waiting mails', async () => {
  const { app, lab, list, ordered } = await withoutMailServer();
  await ordered();
  const [mail] = (await list()).data;
  for (const [person, status] of [
    [null, 401],
    [lab.customer, 404],
    [lab.analyst, 403],
    [lab.reviewer, 403],
  ] as const) {
    const token = person?.token;
    const ask = token ? { token } : {};
    expect((await app.request('/api/lab/mails', ask)).status).toBe(status);
    const again = { ...ask, method: 'POST' };
    expect((await app.request(`/api/lab/mails/${mail?.id}/send-again`, again)).status).toBe(status);
  }
  const { token } = lab.admin;
  expect((await app.request('/api/lab/mails?state=sent', { token })).status).toBe(422);
  for (const id of ['nothing', '00000000-0000-4000-8000-000000000000']) {
    const again = await app.request(`/api/lab/mails/${id}/send-again`, { method: 'POST', token });
    expect(again.status).toBe(404);
  }
});
