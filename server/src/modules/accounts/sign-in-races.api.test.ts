import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { expect, it, vi } from 'vitest';
import { login } from '../../testing/accounts.ts';
import { testApp } from '../../testing/test-app.ts';
import { prepareSignInLookup } from './accounts.store.ts';
import { confirmFactor, putPendingFactor } from './second-factor.store.ts';

/** A session as a sign-in writes it: the change comes after the password was found right and before this is asked. */
const WRITING = 'accounts_open_session';

/** What changes under a sign-in, and what it then answers. */
const CHANGES: Record<string, [change: string, status: number]> = {
  nothing: ['SELECT $1::uuid', 200],
  'a profile': ["UPDATE user_account SET display_name = 'Quiet Vial' WHERE id = $1", 200],
  'the password': [
    "UPDATE user_account SET password_hash = left(password_hash, -43) || repeat('A', 43) WHERE id = $1",
    401,
  ],
  'a disabled account': ['UPDATE user_account SET disabled_at = now() WHERE id = $1', 401],
  'a deleted account': ['UPDATE user_account SET password_hash = NULL WHERE id = $1', 401],
};

it('security 24: what changes while a password is being checked counts, before or under the write', async () => {
  const app = await testApp();
  const { pool } = app.platform.db;
  for (const [what, [change, status]] of Object.entries(CHANGES)) {
    for (const when of ['before', 'under'] as const) {
      const { id, email } = await app.person();
      const answer = await during(pool, when, change, id, () => login(app, email, app.password));
      expect([what, when, answer.status]).toEqual([what, when, status]);
      const { rows } = await pool.query('SELECT 1 FROM user_session WHERE user_id = $1', [id]);
      // One is that of `person`.
      expect([what, when, rows.length]).toEqual([what, when, status === 200 ? 2 : 1]);
    }
  }
});

it('security 24: a second factor that is switched on meanwhile is asked for', async () => {
  const app = await testApp();
  const { orm, pool } = app.platform.db;
  const { id, email } = await app.person();
  await putPendingFactor(orm, id, Buffer.alloc(20), app.clock.now());
  const findUserToSignIn = prepareSignInLookup(orm);
  const before = await findUserToSignIn(email);
  const answer = await whileWriting(
    pool,
    async (write) => {
      await orm.transaction((tx) => confirmFactor(tx, id, app.clock.now()));
      return write();
    },
    () => login(app, email, app.password),
  );
  expect([answer.status, Object.keys(answer.body)]).toEqual([202, ['challenge']]);
  // Also by a write that read the factor a moment before, and the person's row after.
  expect((await findUserToSignIn(email))?.version).not.toBe(before?.version);
});

it('two sign-ins of one person at once both succeed, and a new browser is told once', async () => {
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

/** Does `work`, with `around` in the place of each writing of a session. */
async function whileWriting<T>(
  pool: pg.Pool,
  around: (write: () => Promise<unknown>) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const send = pool.query.bind(pool) as (...asked: unknown[]) => Promise<unknown>;
  const spy = vi
    .spyOn(pool, 'query')
    .mockImplementation(((...asked: [pg.QueryConfig]) =>
      asked[0].name === WRITING
        ? around(() => send(...asked))
        : send(...asked)) as unknown as typeof pool.query);
  try {
    return await work();
  } finally {
    spy.mockRestore();
  }
}

/** Lets `change` happen to a person before the session is written, or be half-done while it is. */
async function during<T>(
  pool: pg.Pool,
  when: 'before' | 'under',
  change: string,
  id: string,
  work: () => Promise<T>,
): Promise<T> {
  const other = await pool.connect();
  let done: Promise<unknown> | undefined;
  try {
    return await whileWriting(
      pool,
      async (write) => {
        await other.query('BEGIN');
        await other.query('SELECT 1 FROM user_account WHERE id = $1 FOR UPDATE', [id]);
        await other.query(change, [id]);
        if (when === 'before') await other.query('COMMIT');
        const written = await write();
        if (when === 'under') done = commitOnceAwaited(other);
        return written;
      },
      work,
    );
  } finally {
    await done;
    other.release();
  }
}

/** Commits as soon as somebody waits for what is held. */
async function commitOnceAwaited(holder: pg.PoolClient): Promise<void> {
  const waiting =
    'SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))';
  while ((await holder.query(waiting)).rows.length === 0);
  await holder.query('COMMIT');
}
