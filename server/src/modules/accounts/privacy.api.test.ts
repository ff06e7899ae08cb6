import type { Deletion } from '@vialproof/contract/account-changes';
import type { ProblemBody } from '@vialproof/contract/errors';
import type { Passkey } from '@vialproof/contract/passkeys';
import { describe, expect, it } from 'vitest';
import { isLetIn, login, subjects, switchOn } from '../../testing/accounts.ts';
import { laboratory } from '../../testing/lab.ts';
import { addPasskey, passkeySignIn } from '../../testing/passkeys.ts';
import { type Person, type TestApp, testApp } from '../../testing/test-app.ts';
import { sweepAccounts } from './accounts.service.ts';

const remove = (app: TestApp, { token }: Person, current_password = app.password) =>
  app.request<ProblemBody>('/api/me/deletion', { json: { current_password }, token });

type Export = {
  account: { email: string; first_name: string; role: string };
  sessions: { current: boolean }[];
  passkeys: Passkey[];
  security_log: { kind: string }[];
  orders: { task_number: number; unique_key: string; timeline: object[] }[];
  payments: { status: string }[];
  mails_about_orders: { kind: string }[];
};

describe('a person gets an export of all own data', () => {
  it('the data export is one JSON file with everything about the person, and nothing about other people', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const order = await lab.published({ notes: 'A private note' });
    const stranger = await app.person();
    await app.jobs.drain();
    await switchOn(app, lab.customer);
    const { device, passkey } = await addPasskey(app, lab.customer);
    const { token } = lab.customer;
    const { status, body, headers } = await app.request<Export>('/api/me/export', { token });
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toBe('attachment; filename="my-data.json"');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.account).toMatchObject({ email: lab.customer.email, first_name: 'Test', role: 'customer' });
    expect(body.orders).toMatchObject([{ task_number: order.taskNumber, notes: 'A private note' }]);
    expect(body.orders[0]?.timeline.length).toBeGreaterThan(4);
    expect(body.payments).toMatchObject([{ status: 'paid' }]);
    expect(body.sessions).toMatchObject([{ current: true }]);
    expect(body.security_log.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['signed_in', 'second_factor_on']),
    );
    expect(body.mails_about_orders.map(({ kind }) => kind)).toContain('result_ready');
    expect(body.passkeys).toEqual([passkey]);
    expect(JSON.stringify(body)).not.toContain(device.id);
    // Secrets are not personal data.
    expect(JSON.stringify(body)).not.toMatch(/argon2|secret|hash/i);
    const other = await app.request<Export>('/api/me/export', { token: stranger.token });
    expect([other.body.orders, other.body.payments]).toEqual([[], []]);
    expect(JSON.stringify(other.body)).not.toContain(lab.customer.email);
  });

  it('security 9: a person can request the data export only a few times', async () => {
    const app = await testApp();
    const { token } = await app.person();
    let status = 200;
    for (let times = 0; times < 11; times += 1)
      status = (await app.request('/api/me/export', { token })).status;
    expect(status).toBe(429);
  });
});

describe("deleting an account removes the person's data, but no orders and certificates", () => {
  it('an account with an open order cannot be deleted, and the refusal names the order', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const { ordered } = await lab.drafted();
    const { token } = lab.customer;
    const { body: before } = await app.request<{ data: Deletion }>('/api/me/deletion', { token });
    expect(before.data.blocked_by).toEqual([
      `Order ${ordered.taskNumber} is open: cancel it, or wait until it is complete.`,
    ]);
    const refused = await remove(app, lab.customer);
    expect([refused.status, refused.body.code]).toEqual([409, 'account_in_use']);
    expect(refused.body.detail).toContain(String(ordered.taskNumber));
    expect(await isLetIn(app, token)).toBe(true);
    await app.request(`/api/orders/${ordered.id}/cancel`, { method: 'POST', json: {}, token });
    const { body: after } = await app.request<{ data: Deletion }>('/api/me/deletion', { token });
    expect(after.data.blocked_by).toEqual([]);
    expect(after.data.goes.length).toBeGreaterThan(0);
    expect(after.data.stays.join(' ')).toContain('certificates');
    expect((await remove(app, lab.customer)).status).toBe(204);
  });

  it("deleting an account removes the person's data; orders and certificates stay and can still be verified", async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const order = await lab.published();
    const { customer } = lab;
    await app.request('/api/me/profile', {
      method: 'PUT',
      token: customer.token,
      json: { display_name: 'Vanishing Heron', company: 'Gone GmbH', phone: '+49 1', marketing_opt_in: true },
    });
    const elsewhere = (await login(app, customer.email, app.password)).body.session;
    const { device } = await addPasskey(app, customer, 'Heron on the telephone');
    expect((await remove(app, customer)).status).toBe(204);
    expect((await passkeySignIn(app, device)).status).toBe(401);

    for (const token of [customer.token, elsewhere.access_token])
      expect(await isLetIn(app, token)).toBe(false);
    const json = { refresh_token: elsewhere.refresh_token };
    expect((await app.request('/api/auth/refresh', { json })).status).toBe(401);
    expect((await subjects(app, customer.email))[0]).toBe('Your Vialproof account was deleted');

    const query = `taskNumber=${order.taskNumber}&uniqueKey=${order.uniqueKey}`;
    const verified = await app.request<{ data: { verdict: string } }>(`/api/tests/verify?${query}`);
    expect(verified.body.data.verdict).toBe('public');
    expect((await app.request(`/api/tests/${order.id}/certificate`)).status).toBe(200);
    const seen = await lab.detail(lab.admin, order);
    expect(JSON.stringify(seen.body)).toContain('Former member');

    // No table names the person any more. The exceptions are the accounts of payments, as the law requires, and the
    // development inbox.
    const { pool } = app.platform.db;
    const { rows: tables } = await pool.query<{ name: string }>(
      `SELECT schemaname || '.' || tablename AS name FROM pg_tables
       WHERE schemaname IN ('public', 'pgboss') AND tablename NOT IN ('invoice', 'dev_mail')`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await pool.query<{ all: string | null }>(
        `SELECT string_agg(t::text, ' ') AS all FROM ${name} t`,
      );
      for (const trace of [customer.email, 'Vanishing Heron', 'Heron on the', 'Gone GmbH', 'Person 1,'])
        if (rows[0]?.all?.includes(trace) && !name.startsWith('public.sandbox_'))
          found.push(`${name}: ${trace}`);
    }
    expect(found).toEqual([]);
  });

  it('security 22: the address of a deleted account is treated as unknown, and can be registered again', async () => {
    const app = await testApp();
    const person = await app.person();
    await remove(app, person);
    const [gone, unknown] = [
      await login(app, person.email, app.password),
      await login(app, 'nobody@mail.test', app.password),
    ];
    expect([gone.status, gone.body]).toEqual([unknown.status, unknown.body]);
    for (const email of [`deleted ${person.id}`, '', person.id]) {
      expect((await login(app, email || ' ', app.password)).status).toBeGreaterThanOrEqual(401);
    }
    await app.request('/api/auth/reset-password/request', { json: { email: person.email } });
    expect((await subjects(app, person.email)).filter((subject) => subject.includes('reset'))).toEqual([]);
    const json = { firstName: 'A', lastName: 'B', email: person.email, password: 'Zebra.Lathe.4' };
    expect((await app.request('/api/auth/register', { json })).status).toBe(201);
    expect((await subjects(app, person.email))[0]).toBe('Your Vialproof verification code');
  });

  it('security 21: deleting an account needs the password, and the last admin cannot delete the own account', async () => {
    const app = await testApp();
    const admin = await app.person('admin');
    const refused = await remove(app, admin, 'Wrong.Lathe.4');
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, 'current_password']);
    expect((await remove(app, admin)).body.code).toBe('last_admin');
    await app.person('admin');
    expect((await remove(app, admin)).status).toBe(204);
  });

  it('if the last two admins delete their accounts at the same time, only one deletion succeeds', async () => {
    const app = await testApp();
    const admins = [await app.person('admin'), await app.person('admin')];
    const answers = await Promise.all(admins.map((admin) => remove(app, admin)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  });
});

describe('a job deletes old unverified accounts', () => {
  it('the job deletes only accounts that were unverified for a week', async () => {
    const app = await testApp();
    const person = await app.person();
    const register = (email: string) =>
      app.request('/api/auth/register', {
        json: { firstName: 'A', lastName: 'B', email, password: 'Zebra.Lathe.4' },
      });
    await register('old@mail.test');
    await register('again@mail.test');
    app.clock.advance(6 * 86_400_000);
    await register('young@mail.test');
    await register('again@mail.test');
    app.clock.advance(86_400_001);
    await sweepAccounts(app.modules.accounts);
    const { rows } = await app.platform.db.pool.query<{ email: string }>(
      'SELECT email FROM user_account ORDER BY email',
    );
    expect(rows.map(({ email }) => email)).toEqual(['again@mail.test', person.email, 'young@mail.test']);
  });
});
