import type { ProblemBody } from '@vialproof/contract/errors';
import type { StaffSecurityLog } from '@vialproof/contract/security-log';
import type { StaffMember } from '@vialproof/contract/staff';
import { describe, expect, it } from 'vitest';
import { isLetIn, login, subjects, switchOn } from '../../testing/accounts.ts';
import { type Person, type TestApp, testApp } from '../../testing/test-app.ts';

type Member = { data: StaffMember } & ProblemBody;
const put = (app: TestApp, by: Person, id: string, role: string) =>
  app.request<Member>(`/api/lab/staff/${id}/role`, { method: 'PUT', json: { role }, token: by.token });
const find = (app: TestApp, by: Person, email: string) =>
  app.request<Member>(`/api/lab/staff/find?email=${encodeURIComponent(email)}`, { token: by.token });

describe('admins give and take roles, and the last admin stays', () => {
  it('an admin finds a person by address, gives the person a role, and takes the role back', async () => {
    const app = await testApp();
    const [admin, person] = [await app.person('admin'), await app.person()];
    const found = await find(app, admin, ` ${person.email.toUpperCase()} `);
    expect(found.body.data).toMatchObject({ id: person.id, role: 'customer', has_second_factor: false });
    expect((await find(app, admin, 'nobody@mail.test')).status).toBe(404);
    expect((await find(app, admin, '%')).status).toBe(404);

    const lab = () => app.request('/api/lab/requests', { token: person.token });
    expect((await lab()).status).toBe(404);
    expect((await put(app, admin, person.id, 'reviewer')).body.data.role).toBe('reviewer');
    // The new role is valid from the next call on, also in open sessions.
    expect((await lab()).status).toBe(200);
    const { body } = await app.request<{ data: StaffMember[] }>('/api/lab/staff', { token: admin.token });
    expect(body.data.map(({ email, role }) => [email, role])).toEqual([
      [admin.email, 'admin'],
      [person.email, 'reviewer'],
    ]);
    expect(body.data[1]?.last_used_at).toBe(app.clock.now().toISOString());
    expect((await put(app, admin, person.id, 'customer')).status).toBe(200);
    expect((await lab()).status).toBe(404);

    const { rows } = await app.platform.db.pool.query<{ actor_id: string; detail: object }>(
      "SELECT actor_id, detail FROM audit_entry WHERE action = 'account.role_changed' ORDER BY id",
    );
    expect(rows).toEqual([
      { actor_id: admin.id, detail: { from: 'customer', to: 'reviewer' } },
      { actor_id: admin.id, detail: { from: 'reviewer', to: 'customer' } },
    ]);
  });

  it('security 25: only admins give roles, and only to verified, existing accounts', async () => {
    const app = await testApp();
    const [admin, reviewer, person] = [
      await app.person('admin'),
      await app.person('reviewer'),
      await app.person(),
    ];
    expect((await put(app, reviewer, reviewer.id, 'admin')).status).toBe(403);
    expect((await put(app, person, person.id, 'admin')).status).toBe(404);
    expect((await put(app, admin, person.id, 'king')).status).toBe(422);
    for (const id of ['x', '00000000-0000-4000-8000-000000000000']) {
      expect((await put(app, admin, id, 'analyst')).status).toBe(404);
    }
    const json = { firstName: 'A', lastName: 'B', email: 'boss@mail.test', password: 'Zebra.Lathe.4' };
    await app.request('/api/auth/register', { json });
    const unproven = (await find(app, admin, 'boss@mail.test')).body.data;
    expect((await put(app, admin, unproven.id, 'admin')).body.code).toBe('wrong_state');
    await app.request('/api/me/deletion', { json: { current_password: app.password }, token: person.token });
    expect((await put(app, admin, person.id, 'admin')).status).toBe(404);
  });

  it('the last admin stays an admin, even if several admins give up their role at the same time', async () => {
    const app = await testApp();
    const admins = [await app.person('admin'), await app.person('admin'), await app.person('admin')];
    const [first] = admins;
    if (!first) return;
    const answers = await Promise.all(admins.map((admin) => put(app, admin, admin.id, 'customer')));
    const left = answers.filter(({ status }) => status === 409);
    expect(left.map(({ body }) => body.code)).toEqual(['last_admin']);
    expect(answers.filter(({ status }) => status === 200).length).toBe(2);
    const { rows } = await app.platform.db.pool.query("SELECT 1 FROM user_account WHERE role = 'admin'");
    expect(rows.length).toBe(1);
  });

  it('an admin resets the lost second factor of a person, who is then signed out everywhere and gets a mail', async () => {
    const app = await testApp();
    const [admin, person] = [await app.person('admin'), await app.person('analyst')];
    await switchOn(app, person);
    const reset = (by: Person, id: string) =>
      app.request<Member>(`/api/lab/staff/${id}/second-factor/reset`, { method: 'POST', token: by.token });
    expect((await find(app, admin, person.email)).body.data.has_second_factor).toBe(true);
    expect((await reset(person, person.id)).status).toBe(403);
    const done = await reset(admin, person.id);
    expect([done.status, done.body.data.has_second_factor]).toEqual([200, false]);
    expect(await isLetIn(app, person.token)).toBe(false);
    expect((await login(app, person.email, app.password)).status).toBe(200);
    expect(await subjects(app, person.email)).toContain('Two-step sign-in is off for your Vialproof account');
    expect((await reset(admin, person.id)).body.code).toBe('wrong_state');
    // An admin needs a code of the authenticator app to reset the own second factor, so an open session is not enough.
    await switchOn(app, admin);
    expect((await reset(admin, admin.id)).body.code).toBe('wrong_state');
  });

  it('admins can read and search the events of all accounts', async () => {
    const app = await testApp();
    const [admin, person] = [await app.person('admin'), await app.person()];
    await login(app, person.email, 'Wrong.Lathe.4');
    await login(app, 'nobody@mail.test', 'Wrong.Lathe.4');
    await put(app, admin, person.id, 'analyst');
    const read = async (query = '') =>
      (await app.request<StaffSecurityLog>(`/api/lab/security-log${query}`, { token: admin.token })).body;
    const all = await read();
    expect(all.data.map(({ kind, person: whose }) => [kind, whose?.id])).toEqual([
      ['role_changed', person.id],
      ['sign_in_failed', undefined],
      ['sign_in_failed', person.id],
      ['signed_in', person.id],
      ['signed_in', admin.id],
    ]);
    expect(all.data[0]).toMatchObject({ actor: { id: admin.id }, note: 'customer → analyst' });
    expect(all.pagination).toEqual({ page: 1, limit: 25, total: 5 });
    for (const [q, total] of [
      [person.email, 3],
      ['sign in failed', 2],
      ['127.0.0', 5],
      ['0.0.1', 0],
      ['Test admin', 1],
      ['%', 0],
    ] as const) {
      expect([q, (await read(`?q=${encodeURIComponent(q)}`)).pagination.total]).toEqual([q, total]);
    }
    // What was typed as address is not stored, because it may be a password.
    expect(JSON.stringify(await read())).not.toContain('nobody@mail.test');
    expect((await read('?page=2')).data).toEqual([]);
  });

  it('the security log shows and counts its newest 10,000 events', async () => {
    const app = await testApp();
    const admin = await app.person('admin');
    await app.platform.db.pool.query(
      `INSERT INTO security_event (at, kind) SELECT now(), 'sign_in_failed' FROM generate_series(1, 10010)`,
    );
    const read = async (query: string) =>
      (await app.request<StaffSecurityLog>(`/api/lab/security-log?${query}`, { token: admin.token })).body;
    for (const words of ['', 'q=failed']) {
      const last = await read(`${words}&page=400`);
      expect([last.pagination.total, last.data.length]).toEqual([10_000, 25]);
      expect((await read(`${words}&page=401`)).data).toEqual([]);
    }
  });
});
