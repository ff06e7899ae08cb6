import type { GroupDetail } from '@vialproof/contract/group-tests';
import { expect, it } from 'vitest';
import { mailTimes } from '../../platform/mail/mail-jobs.ts';
import { groupApp } from '../../testing/groups.ts';
import { laboratory, must } from '../../testing/lab.ts';
import type { Person } from '../../testing/test-app.ts';
import { paymentsFor } from '../payments/payments.service.ts';
import { GROUP_MAILS } from './mails/group.ts';
import { groupMailJob } from './notifications.service.ts';

const DAY = 86_400_000;
const REAL_NAME = /Person \d/;

it('security 27: mails and answers about groups name people only by their display names', async () => {
  const world = await groupApp();
  const { app, create, join, pay, detail, list, people, at, openPage, press, statement } = world;
  const [organizer, one, two, vial, other] = (await people(5)) as [Person, Person, Person, Person, Person];
  const everybody = [organizer, one, two, vial, other];
  const seen: string[] = [];
  const post = async (id: string, path: string, person: Person, json: object = {}) => {
    const { status, body } = await app.request<GroupDetail>(`/api/group-tests/${id}/${path}`, {
      json,
      token: person.token,
    });
    expect([path, status < 300]).toEqual([path, true]);
    seen.push(JSON.stringify(body));
    return body;
  };
  const offer = async (id: string, person: Person): Promise<string> => {
    const note = `Vial ${everybody.indexOf(person)}`;
    const { volunteers } = await post(id, 'volunteer', person, { note });
    return volunteers.find((each) => each.note === note)?.id ?? '';
  };
  const small = { min_participants: 2, target_participants: 2 };

  // The first group has too few members and ends. The second one is cancelled.
  const tooFew = await create(organizer, { min_participants: 4, target_participants: 5 });
  await join(tooFew, one);
  const calledOff = await create(organizer, small);
  await join(calledOff, one);
  await offer(calledOff, vial);
  await post(calledOff, 'cancel', organizer);
  expect((await detail(calledOff, organizer)).viewer?.may.decide).toBe(false);
  expect((await detail(calledOff)).volunteers).toMatchObject([
    { status: 'requested', outcome: 'not_needed' },
  ]);
  // In this group, another person takes an unpaid share.
  const lost = await create(organizer, small);
  await join(lost, one);
  await join(lost, two);
  await pay(lost, one);
  await at(DAY + 60_000);
  await at(6 * DAY);
  await join(lost, other);
  await pay(lost, other);
  await at(7 * DAY);
  // An admin cancels this group during a payment.
  const admin = await app.person('admin');
  const late = await create(organizer, small);
  await join(late, one);
  await join(late, two);
  const page = await openPage(late, two);
  await post(late, 'cancel', admin);
  await press(page, 'pay');
  expect(await statement(late, two)).toMatchObject({ movements: [{ kind: 'charge' }, { kind: 'refund' }] });

  // This group is completed as planned.
  const id = await create(organizer, small);
  const [first, second, third] = [await offer(id, vial), await offer(id, other), await offer(id, two)];
  // A second offer only changes the note of the first one, so there is no mail.
  await app.jobs.drain();
  const before = (await app.mails(organizer.email)).length;
  await offer(id, two);
  await app.jobs.drain();
  expect(await app.mails(organizer.email)).toHaveLength(before);
  await post(id, `volunteers/${first}`, organizer, { status: 'approved' });
  await post(id, `volunteers/${second}`, organizer, { status: 'approved', sender: true });
  await post(id, `volunteers/${first}`, organizer, { status: 'approved', sender: true });
  await post(id, `volunteers/${third}`, organizer, { status: 'rejected' });
  await join(id, one);
  await post(id, 'message', organizer, { text: 'Nearly there.' });
  await join(id, two);
  await pay(id, one);
  // The member pays too little and gets the money back.
  await press(await openPage(id, two), 'underpay');
  const share = (await detail(id, two)).viewer?.share?.id ?? '';
  const [short] = await paymentsFor(app.modules.payments, { kind: 'group_share', id: share });
  const reason = 'Please pay the whole share';
  await app.request(`/api/lab/payments/${short?.id}/refund`, { json: { reason }, token: admin.token });
  await app.jobs.drain();
  await pay(id, two);
  const order = { id: (await detail(id, one)).viewer?.request?.id ?? '' };
  const lab = await laboratory(app);
  await must(lab.intake(lab.analyst, order, { accepted: false, condition: 'Vial broken' }));
  await must(lab.intake(lab.analyst, order));
  await must(lab.save(lab.analyst, order));
  await must(lab.submit(lab.analyst, order));
  await must(lab.publish(lab.reviewer, order));
  await must(lab.amend(lab.analyst, order));
  await must(lab.submit(lab.analyst, order));
  await must(lab.publish(lab.reviewer, order));
  await must(lab.retract(lab.reviewer, order, 'The vials were swapped.'));
  const release = { reason: 'Their sender is known to us' };
  await app.request(`/api/lab/group-tests/${id}/payout`, { json: { release }, token: admin.token });
  await app.jobs.drain();
  const outcomes = new Map((await detail(id)).volunteers.map((each) => [each.id, each.outcome]));
  expect([first, second, third].map((each) => outcomes.get(each))).toEqual(['sent', 'not_needed', null]);

  const { rows } = await app.platform.db.pool.query<{ template: string }>(
    "SELECT DISTINCT template FROM mail_dispatch WHERE template LIKE 'group\\_%'",
  );
  expect(rows.map(({ template }) => template).sort()).toEqual(
    Object.keys(GROUP_MAILS)
      .map((kind) => `group_${kind}`)
      .sort(),
  );
  for (const category of ['open', 'last', 'suspended', 'progress', 'completed']) {
    seen.push(JSON.stringify([await list(category), await list(category, organizer)]));
  }
  for (const group of [tooFew, calledOff, lost, late, id]) {
    seen.push(JSON.stringify(await detail(group)));
    for (const person of everybody) seen.push(JSON.stringify(await detail(group, person)));
    seen.push(JSON.stringify(await statement(group, organizer)));
  }
  for (const answer of seen) {
    for (const person of everybody) {
      expect(answer).not.toContain(person.email);
      expect(answer).not.toContain(person.id);
    }
    expect(answer).not.toMatch(REAL_NAME);
  }
  for (const person of everybody) {
    for (const { subject, text, html } of await app.mails(person.email)) {
      if (!/^Retatrutide/.test(subject)) continue;
      for (const { email } of everybody) expect(`${subject} ${text} ${html}`).not.toContain(email);
      expect(`${subject} ${text} ${html}`).not.toMatch(REAL_NAME);
    }
  }
});

it('a group mail does not ask for a payment that was made just before it was sent', async () => {
  const { app, create, join, openPage, pressOnly, people, at } = await groupApp();
  const [organizer, one, two, taker] = await people(4);
  const id = await create(organizer, { min_participants: 2, target_participants: 2 });
  for (const person of [one, two]) await join(id, person);
  await at(7 * DAY + 60_000);
  await join(id, taker);
  await pressOnly(await openPage(id, taker), 'pay');
  const { pool } = app.platform.db;
  const later = (when: string) =>
    pool.query(
      `UPDATE pgboss.job SET start_after = ${when} WHERE name = 'notifications.group-mail' AND state = 'created'`,
    );
  await later(`now() + interval '1 hour'`);
  await app.jobs.drain();
  await later('now()');
  await app.jobs.drain();
  const { rows } = await pool.query<{ subject: string }>(
    'SELECT subject FROM dev_mail WHERE recipient = $1 ORDER BY subject',
    [taker.email],
  );
  expect(rows.map(({ subject }) => subject.replace(/^.*: /, ''))).toEqual(['your share is paid']);
});

it('a deleted account gets no group mail', async () => {
  const { app, create, join, people } = await groupApp();
  const [organizer, leaver] = await people(2);
  const id = await create(organizer, { min_participants: 2, target_participants: 3 });
  await join(id, leaver);
  await app.request(`/api/group-tests/${id}/message`, { json: { text: 'Hello.' }, token: organizer.token });
  await app.jobs.drain();
  const { pool, orm } = app.platform.db;
  const { rows } = await pool.query<{ key: string; kind: string }>(
    `DELETE FROM mail_dispatch WHERE dedupe_key LIKE 'group-event:%:' || $1
      RETURNING dedupe_key AS key, substr(template, 7) AS kind`,
    [leaver.id],
  );
  expect(rows.map(({ kind }) => kind)).toContain('message');
  const deletion = { json: { current_password: app.password }, token: leaver.token };
  expect((await app.request('/api/me/deletion', deletion)).status).toBe(204);
  // These mails were waiting when the account was deleted.
  for (const { key, kind } of rows) {
    const eventId = Number(key.split(':')[1]);
    const mail = { groupId: id, kind, eventId, userId: leaver.id };
    await app.jobs.send(orm, groupMailJob, { ...mail, ...mailTimes(app.platform) });
  }
  await app.jobs.drain();
  const to = await pool.query("SELECT recipient FROM mail_dispatch WHERE recipient = ''");
  expect(to.rows).toEqual([]);
});
