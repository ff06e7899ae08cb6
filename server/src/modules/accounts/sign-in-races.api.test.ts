import { randomUUID } from 'node:crypto';
import type { SecondFactorSetup } from '@vialproof/contract/second-factor';
import type pg from 'pg';
import { expect, it, vi } from 'vitest';
import { authenticator, login } from '../../testing/accounts.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { putPendingFactor } from './second-factor.store.ts';

/** Changes that happen during a sign-in, each with the status that the sign-in must answer. */
const CHANGES: Record<string, [change: string, status: number]> = {
  nothing: ['SELECT $1::uuid', 200],
  'a profile': ["UPDATE user_account SET display_name = 'Quiet Vial' WHERE id = $1", 200],
  'the password': [
    "UPDATE user_account SET password_hash = left(password_hash, -43) || repeat('A', 43) WHERE id = $1",
    401,
  ],
  'a disabled account': ['UPDATE user_account SET disabled_at = now() WHERE id = $1', 401],
  'a deleted account': ['UPDATE user_account SET password_hash = NULL WHERE id = $1', 401],
  'a second factor': ['UPDATE second_factor SET confirmed_at = now() WHERE user_id = $1', 202],
};

/** Finds transactions that are open and wait. */
const OPEN = `SELECT state, query FROM pg_stat_activity
  WHERE datname = current_database() AND state LIKE 'idle in transaction%'`;

it('security 24: if the account changes while a sign-in checks the password, the change takes effect', async () => {
  const app = await testApp();
  const { orm } = app.platform.db;
  for (const [what, [change, status]] of Object.entries(CHANGES)) {
    for (const when of ['before', 'under'] as const) {
      const { id, email } = await app.person();
      await putPendingFactor(orm, id, Buffer.alloc(20), app.clock.now());
      const answer = await during(app, when, change, id, () => login(app, email, app.password));
      expect([what, when, answer.status]).toEqual([what, when, status]);
      expect([what, 'challenge' in answer.body]).toEqual([what, status === 202]);
      const { rows } = await app.platform.db.pool.query('SELECT 1 FROM user_session WHERE user_id = $1', [
        id,
      ]);
      // One of the sessions existed before.
      expect([what, when, rows.length]).toEqual([what, when, status === 200 ? 2 : 1]);
    }
  }
});

it('security 24: a change of the account during a sign-in also counts if it comes just before the session is written', async () => {
  const app = await testApp();
  const { id, token } = await app.person();
  const post = <T>(path: string, json: object) =>
    app.request<{ data: T }>(`/api/me/second-factor/${path}`, { json, token });
  const password = { current_password: app.password };
  const { secret } = (await post<SecondFactorSetup>('setup', password)).body.data;
  const on = await whileHeld(app, id, () => post('confirm', { code: authenticator(app, secret) }));
  expect(on.status).toBe(200);
  const code = authenticator(app, secret, 1);
  const off = await whileHeld(app, id, () => post('off', { code, ...password }));
  expect(off.status).toBe(204);
});

it('if one person signs in several times at once in a new browser, all sign-ins succeed, and one mail reports them', async () => {
  const app = await testApp();
  const { email } = await app.person();
  const device = randomUUID().replaceAll('-', '').slice(0, 22);
  const headers = { cookie: `device=${device}`, 'user-agent': 'Another/1.0' };
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => login(app, email, app.password, headers)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await app.jobs.drain()).toBeGreaterThan(0);
  const told = (await app.mails(email)).filter(({ subject }) => subject.includes('sign-in'));
  expect(told).toHaveLength(1);
});

it('no database transaction is open while the server signs an access token', async () => {
  const app = await testApp();
  const { email, session } = await app.person();
  const { accessTokens } = app.modules.accounts;
  const open: unknown[] = [];
  const sign = accessTokens.sign.bind(accessTokens);
  vi.spyOn(accessTokens, 'sign').mockImplementation(async (...claims) => {
    open.push(...(await app.platform.db.pool.query(OPEN)).rows);
    return sign(...claims);
  });
  const answers = [
    await login(app, email, app.password),
    await app.request('/api/auth/refresh', { json: { refresh_token: session.refresh_token } }),
    await app.request('/api/me/password', {
      method: 'PUT',
      json: { current_password: app.password, password: 'Another-horse-8' },
      token: session.access_token,
    }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(accessTokens.sign).toHaveBeenCalledTimes(3);
  expect(open).toEqual([]);
});

/** Makes a change just before the sign-in, or leaves its transaction open. */
async function during<T>(
  { platform }: TestApp,
  when: 'before' | 'under',
  change: string,
  id: string,
  work: () => Promise<T>,
): Promise<T> {
  const other = await platform.db.pool.connect();
  let done: Promise<unknown> | undefined;
  const transaction = platform.db.transaction.bind(platform.db);
  const spy = vi.spyOn(platform.db, 'transaction').mockImplementation(async (write) => {
    await other.query('BEGIN');
    await other.query('SELECT 1 FROM user_account WHERE id = $1 FOR UPDATE', [id]);
    await other.query(change, [id]);
    if (when === 'before') await other.query('COMMIT');
    else done = commitOnceAwaited(other);
    return transaction(write);
  });
  try {
    return await work();
  } finally {
    spy.mockRestore();
    await done;
    other.release();
  }
}

/** Runs `work` while the person's row is locked, and unlocks it when `work` waits. */
async function whileHeld<T>({ platform }: TestApp, id: string, work: () => Promise<T>): Promise<T> {
  const other = await platform.db.pool.connect();
  await other.query('BEGIN');
  await other.query('SELECT 1 FROM user_account WHERE id = $1 FOR UPDATE', [id]);
  const [done] = await Promise.all([work(), commitOnceAwaited(other)]);
  other.release();
  return done;
}

/** Commits as soon as another transaction waits for the lock. */
async function commitOnceAwaited(holder: pg.PoolClient): Promise<void> {
  const waiting =
    'SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))';
  while ((await holder.query(waiting)).rows.length === 0);
  await holder.query('COMMIT');
}
