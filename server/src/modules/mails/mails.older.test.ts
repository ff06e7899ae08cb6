import { expect, it } from 'vitest';
import { laboratory } from '../../testing/lab.ts';
import { testApp } from '../../testing/test-app.ts';
import { withoutMailServer } from '../../testing/unsent-mails.ts';

it('jobs that an older version left behind are done, but for codes that can never be right', async () => {
  const app = await testApp();
  const lab = await laboratory(app);
  const { ordered } = await lab.drafted();
  const { email } = lab.customer;
  const { orm } = app.platform.db;
  await app.jobs.send(orm, 'account.mail', { kind: 'password_changed', email, eventId: 'before' });
  // It does not say which browser asked, and its code would end those of browsers that did.
  await app.jobs.send(orm, 'account.mail', { kind: 'reset', email, eventId: 'before' });
  const changed = { kind: 'email_changed', to: email, firstName: 'Ada', newEmail: null, eventId: 'before' };
  await app.jobs.send(orm, 'account.mail', changed);
  const news = { requestId: ordered.id, dedupeKey: 'request-event:0', note: null };
  await app.jobs.send(orm, 'notifications.request-mail', { ...news, mail: 'payment_failed' });
  await app.jobs.send(orm, 'notifications.request-mail', { ...news, mail: 'created' });
  await app.jobs.drain();
  const subjects = (await app.mails(email)).map(({ subject }) => subject);
  expect(subjects.sort()).toEqual([
    `Task ${ordered.taskNumber}: the payment did not go through`,
    expect.stringMatching(/address/),
    expect.stringContaining('password was changed'),
  ]);
});

it('what waits when a newer version starts is kept for as long as its own, shown with its person, and codes are not', async () => {
  const { server, app, lab, pool, list, sendAgain, tryAll, weeksPass } = await withoutMailServer();
  const { ordered } = await lab.drafted();
  await app.jobs.drain();
  await pool.query('DELETE FROM pgboss.job');
  const { email, id } = lab.customer;
  const { orm } = app.platform.db;
  const accountMail = (payload: object) =>
    app.jobs.send(orm, 'account.mail', { ...payload, eventId: JSON.stringify(payload) });
  await accountMail({ kind: 'password_changed', email });
  await accountMail({ kind: 'email_changed', to: 'old@mail.test', firstName: 'Ada', newEmail: email });
  await accountMail({ kind: 'account_deleted', to: 'gone@mail.test', firstName: 'Bo' });
  for (const kind of ['registration', 'reset']) await accountMail({ kind, email });
  await accountMail({ kind: 'email_change', changeId: '00000000-0000-4000-8000-000000000000', side: 'new' });
  const news = { requestId: ordered.id, dedupeKey: 'request-event:0', note: null };
  await app.jobs.send(orm, 'notifications.request-mail', { ...news, mail: 'payment_failed' });
  await tryAll();
  await pool.query(
    "UPDATE pgboss.job SET retry_limit = 10, dead_letter = NULL, keep_until = start_after + interval '14 days'",
  );

  for (let start = 0; start < 2; start += 1) await app.modules.mails.keepOlder();
  const waiting = await pool.query(`
    SELECT data->>'kind' AS kind, retry_limit > 600 AS "isKept", data->>'userId' AS "userId" FROM pgboss.job
    WHERE name = 'account.mail' AND state < 'completed' ORDER BY 1`);
  expect(waiting.rows).toEqual([
    { kind: 'account_deleted', isKept: true, userId: null },
    { kind: 'email_changed', isKept: true, userId: id },
    { kind: 'password_changed', isKept: true, userId: id },
    { kind: 'registration', isKept: false, userId: null },
  ]);
  await weeksPass();
  const { data } = await list('?state=failed');
  expect(data.map(({ kind, to }) => [kind, to]).sort()).toEqual([
    ['email_changed', 'old@mail.test'],
    ['password_changed', email],
    ['payment_failed', email],
  ]);
  for (const mail of data) expect((await sendAgain(mail.id)).status).toBe(202);
  await server.comeBack();
  await tryAll();
  expect(server.delivered.map(({ to }) => to).sort()).toEqual([email, email, 'old@mail.test'].sort());
  app.clock.advance(8 * 86_400_000);
  await app.modules.mails.dropEnded();
  const left = await pool.query("SELECT 1 FROM pgboss.job WHERE data->>'to' = 'gone@mail.test'");
  expect(left.rows).toEqual([]);
});

it('nobody who deleted the account is written to, or tried for, by a job that was under way', async () => {
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
  const told = { kind: 'email_changed', userId, to, firstName: 'Ada', newEmail: null, eventId: 'late' };
  await app.jobs.send(orm, 'account.mail', told);
  await app.jobs.drain();
  expect((await app.mails(to)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('account was deleted'),
  ]);
});
