import { describe, expect, it } from 'vitest';
import { isLetIn, login, subjects, switchOn } from '../../testing/accounts.ts';
import { call, commandIn } from '../../testing/command.ts';
import { settingsOf } from '../../testing/installation.ts';
import { testApp } from '../../testing/test-app.ts';
import { parseStaffCommand, runStaffCommand, staff } from './staff.ts';

describe('npm run staff grants, lists and revokes roles', () => {
  it('npm run staff grants, lists and revokes roles, and records these changes in the audit log', async () => {
    const app = await testApp();
    const { accounts } = app.modules;
    const person = await app.person();
    const run = (line: string) => runStaffCommand(accounts, parseStaffCommand(line.split(' ')));
    expect(await run('list')).toBe('Nobody has a role yet.');
    expect(await run(`grant ${person.email.toUpperCase()} reviewer`)).toContain(
      `${person.email} is now reviewer`,
    );
    expect(await run('list')).toBe(`reviewer  ${person.email}`);
    expect((await app.request('/api/lab/requests', { token: person.token })).status).toBe(200);
    await run(`revoke ${person.email}`);
    expect((await app.request('/api/lab/requests', { token: person.token })).status).toBe(404);
    const { rows } = await app.platform.db.pool.query(
      "SELECT detail FROM audit_entry WHERE action = 'account.role_changed' ORDER BY id",
    );
    expect(rows.map(({ detail }) => detail)).toEqual([
      { from: 'customer', to: 'reviewer' },
      { from: 'reviewer', to: 'customer' },
    ]);
  });

  it('security 25: npm run staff gives no role to an address that is unknown or unverified', async () => {
    const app = await testApp();
    const { accounts } = app.modules;
    const json = { firstName: 'A', lastName: 'B', email: 'boss@mail.test', password: 'Zebra.Lathe.4' };
    await app.request('/api/auth/register', { json });
    await expect(runStaffCommand(accounts, { email: 'nobody@mail.test', role: 'admin' })).rejects.toThrow(
      'No account has this address.',
    );
    await expect(runStaffCommand(accounts, { email: 'boss@mail.test', role: 'admin' })).rejects.toThrow(
      'has not been verified',
    );
  });

  it('npm run staff removes the second factor of a staff member who lost it, and this person gets a mail', async () => {
    const app = await testApp();
    const person = await app.person();
    const run = (line: string) => runStaffCommand(app.modules.accounts, parseStaffCommand(line.split(' ')));
    await expect(run(`reset-second-factor ${person.email}`)).rejects.toThrow('has no second factor');
    await expect(run('reset-second-factor nobody@mail.test')).rejects.toThrow('No account has this address.');
    await switchOn(app, person);
    expect(await run(`reset-second-factor ${person.email}`)).toContain('without a second factor now');
    expect(await isLetIn(app, person.token)).toBe(false);
    expect((await login(app, person.email, app.password)).status).toBe(200);
    expect((await subjects(app, person.email))[0]).toContain('Two-step sign-in is off');
  });

  it('npm run staff also works as a process of its own, on the configured installation', async () => {
    const app = await testApp();
    const settings = settingsOf(app);
    const { email } = await app.person();
    expect(await commandIn(settings, 'staff', 'grant', email, 'admin')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(`${email} is now admin, from the next call on.\n`),
      stderr: '',
    });
    expect(await call(staff, settings, 'list')).toEqual({
      status: 0,
      said: expect.stringContaining(`admin     ${email}\n`),
    });
    expect(await call(staff, settings, 'grant')).toEqual({
      status: 1,
      said: expect.stringMatching(/^Usage:/),
    });
  });

  it.each([
    '',
    'reset-second-factor',
    'grant',
    'grant a@b.test',
    'grant a@b.test king',
    'grant a@b.test admin now',
    'revoke',
    'list all',
    'drop x',
  ])('npm run staff prints its usage for the arguments: %s', (line) => {
    expect(() => parseStaffCommand(line.split(' '))).toThrow('Usage:');
  });
});
