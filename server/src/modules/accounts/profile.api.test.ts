import type { Profile } from '@vialproof/contract/accounts';
import type { ProblemBody } from '@vialproof/contract/errors';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../testing/test-app.ts';
import { findPeople } from './accounts.service.ts';

const filled = { display_name: 'Quiet Heron', company: ' Harbour Labs ', phone: '', marketing_opt_in: true };

describe('a person can change only the allowed fields of the own profile', () => {
  it('a person can read and change only the own profile', async () => {
    const app = await testApp();
    const { token, email } = await app.person();
    const other = await app.person();
    const before = await app.request<Profile>('/api/me/profile', { token });
    expect(before.body).toMatchObject({ email, company: null, phone: null, marketing_opt_in: false });
    const put = await app.request<Profile>('/api/me/profile', { method: 'PUT', json: filled, token });
    const after = { ...filled, email, company: 'Harbour Labs', phone: null };
    expect([put.status, put.body]).toEqual([200, after]);
    expect((await app.request<Profile>('/api/me/profile', { token })).body).toEqual(after);
    const untouched = await app.request<Profile>('/api/me/profile', { token: other.token });
    expect(untouched.body.company).toBeNull();
    expect((await app.request('/api/me/profile')).status).toBe(401);
    expect((await app.request('/api/me/profile', { method: 'PUT', json: filled })).status).toBe(401);
  });

  it('security 29: a request that changes the profile cannot set role, address or verification', async () => {
    const app = await testApp();
    const { token, email, id } = await app.person();
    const json = {
      ...filled,
      role: 'admin',
      email: 'x@y.test',
      id: 'x',
      disabled_at: null,
      password_hash: 'x',
    };
    const put = await app.request('/api/me/profile', { method: 'PUT', json, token });
    expect(put.status).toBe(200);
    const people = await findPeople(app.modules.accounts, [id, id, '00000000-0000-4000-8000-000000000000']);
    expect([...people.values()]).toEqual([{ id, email, role: 'customer', display_name: 'Quiet Heron' }]);
  });

  it('a display name that looks like the laboratory’s staff is refused; an existing one stays until it is changed', async () => {
    const app = await testApp({ BRAND_NAME: 'Harbour Assay' });
    const { token } = await app.person();
    const put = (display_name: string) =>
      app.request<Profile & ProblemBody>('/api/me/profile', {
        method: 'PUT',
        json: { ...filled, display_name },
        token,
      });
    for (const name of ['Harbour Assay Laboratory (official)', 'hаrbour-аssаy', 'Off1cial', 'a d m i n']) {
      const { status, body } = await put(name);
      expect([name, status, body.errors?.[0]?.path]).toEqual([name, 422, 'display_name']);
      expect(body.errors?.[0]?.message).toMatch(/^Please choose another name\./);
    }
    expect((await put('Vialproof')).status).toBe(200);

    await app.platform.db.pool.query("UPDATE user_account SET display_name = 'Harbour Assay Support'");
    const kept = await put('Harbour Assay Support');
    expect([kept.status, kept.body.company]).toEqual([200, 'Harbour Labs']);
    expect((await put('Harbour Assay Support 2')).status).toBe(422);
    expect((await put('Quiet Heron')).status).toBe(200);
    expect((await put('Harbour Assay Support')).status).toBe(422);
  });

  it('security 30: the profile refuses values of wrong types, unprintable characters and names with an address in them', async () => {
    const app = await testApp();
    const { token } = await app.person();
    for (const bad of [
      { display_name: 'me@mail.test' },
      { display_name: 'me＠mail.test' },
      { display_name: 'me (at) mail.test' },
      { display_name: 'x' },
      { display_name: 'a\u0000b' },
      { display_name: 'a\u202eb' },
      { display_name: ['Heron'] },
      { company: 'a\u0000b' },
      { phone: 5 },
      { marketing_opt_in: 'true' },
    ]) {
      const json = { ...filled, ...bad };
      const { status, body } = await app.request<ProblemBody>('/api/me/profile', {
        method: 'PUT',
        json,
        token,
      });
      expect([bad, status, body.errors?.[0]?.path]).toEqual([bad, 422, Object.keys(bad)[0]]);
    }
  });
});
