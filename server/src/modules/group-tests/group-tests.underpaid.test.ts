import type { Payment } from '@vialproof/contract/checkout';
import type { ProblemBody } from '@vialproof/contract/errors';
import type { GroupDetail } from '@vialproof/contract/group-tests';
import { expect, it } from 'vitest';
import { groupApp } from '../../testing/groups.ts';
import type { Person } from '../../testing/test-app.ts';
import { checkLedger } from '../ledger/ledger.service.ts';
import { paymentsFor } from '../payments/payments.service.ts';
import { shareSeller } from './group-tests.service.ts';

const DAY = 86_400_000;

/** A group of two with fixed shares. The second member has paid too little. */
async function withUnderpaid() {
  const world = await groupApp();
  const { app, create, join, openPage, press, detail, people } = world;
  const [organizer, one, two, other] = await people(4);
  const admin = await app.person('admin');
  world.keepSignedIn(admin);
  const id = await create(organizer, { min_participants: 2, target_participants: 2 });
  for (const person of [one, two]) await join(id, person);
  await press(await openPage(id, two), 'underpay');
  const share = async (person: Person = two) => {
    const found = (await detail(id, person)).viewer?.share;
    if (!found) throw new Error('there is no share');
    return found;
  };
  const decide = async (step: 'accept' | 'refund') => {
    const [payment] = await paymentsFor(app.modules.payments, {
      kind: 'group_share',
      id: (await share()).id,
    });
    const { status } = await app.request(`/api/lab/payments/${payment?.id}/${step}`, {
      json: { reason: 'A fee of the bank' },
      token: admin.token,
    });
    expect(status).toBe(200);
    await app.jobs.drain();
  };
  const subjects = async (person: Person) =>
    (await app.mails(person.email)).map(({ subject }) => subject.replace(/^.*: /, ''));
  const receipts = async (person: Person) => {
    const { body } = await app.request<{ items: Payment[] }>('/api/me/payments', { token: person.token });
    return body.items.map(({ status, receipt_url }) => [status, receipt_url === null]);
  };
  return { ...world, id, organizer, one, two, other, admin, share, decide, subjects, receipts };
}

it('if a member pays too little, the share waits for an admin, without a receipt or a second payment page; the end of the group refunds it', async () => {
  const { app, id, one, two, other, admin, share, askPage, subjects, receipts, statement, detail } =
    await withUnderpaid();
  const came = { payment_status: 'underpaid', received_cents: 15_300, received_currency: 'usd' };
  expect(await share()).toMatchObject({ amount_cents: 17_000, status: 'due', ...came });
  expect(await share(one)).toMatchObject({ payment_status: null, received_cents: 0 });
  expect((await statement(id, one)).shares).toMatchObject([
    { seat: 1, payment_status: null },
    { seat: 2, ...came },
  ]);
  for (const provider of ['stripe', 'coinbase'] as const) {
    const refused = await askPage(id, two, provider);
    expect(refused).toMatchObject({ status: 409, body: { code: 'payment_under_review' } });
    expect((refused.body as unknown as ProblemBody).detail).not.toMatch(/already paid/i);
  }
  expect(await receipts(two)).toEqual([['underpaid', true]]);
  const [mail] = await app.mails(two.email);
  expect(mail?.subject).toContain('a problem with your payment');
  expect(mail?.text).toContain('$153.00 arrived, and $170.00 was due.');
  expect(mail?.text).toContain('do not pay again');
  // The member gets one mail, however often the provider sends the event.
  const [payment] = await paymentsFor(app.modules.payments, { kind: 'group_share', id: (await share()).id });
  await shareSeller(app.modules.groups).settle([payment?.id ?? '']);
  await app.jobs.drain();
  expect((await subjects(two)).filter((subject) => subject === 'a problem with your payment')).toHaveLength(
    1,
  );
  // Other people see nothing about problems with a payment.
  const kinds = async (person?: Person) => (await detail(id, person)).events.map(({ kind }) => kind);
  expect(await kinds(one)).toContain('payment_problem');
  for (const person of [undefined, other]) expect(await kinds(person)).not.toContain('payment_problem');

  const cancelled = await app.request<GroupDetail>(`/api/group-tests/${id}/cancel`, {
    json: {},
    token: admin.token,
  });
  expect(cancelled.body.test.status).toBe('cancelled');
  await app.jobs.drain();
  const last = (await app.mails(two.email)).find(({ subject }) => subject.includes('the group has ended'));
  expect(last?.text).toContain('What you paid goes back to you');
  expect((await statement(id, admin)).movements.map(({ amount_cents: cents }) => cents)).toEqual([
    15_300, -15_300,
  ]);
});

it('while an underpaid share waits, its deadline does not pass; if an admin accepts it, it is paid, and the test is ordered', async () => {
  const { app, id, one, two, share, at, pay, decide, subjects, receipts, detail, statement } =
    await withUnderpaid();
  await pay(id, one);
  for (const days of [1, 3, 2, 9]) await at(days * DAY + 60_000);
  expect(await share()).toMatchObject({ status: 'due', payment_status: 'underpaid' });
  expect((await detail(id, two)).test).toMatchObject({ status: 'progress', phase: 'collecting' });
  expect(await subjects(two)).not.toContain('your share is still to be paid');

  await decide('accept');
  expect(await share()).toMatchObject({ status: 'paid' });
  expect(await subjects(two)).toEqual(
    expect.arrayContaining(['your payment was accepted', 'everything is paid']),
  );
  const mail = (await app.mails(two.email)).find(({ subject }) => subject.includes('was accepted'));
  expect(mail?.text).toContain('$153.00 was taken as the whole of your share of $170.00.');
  expect((await detail(id, two)).test.phase).toBe('testing');
  expect(await receipts(two)).toEqual([['paid', false]]);
  expect((await statement(id, one)).movements.map(({ amount_cents: cents }) => cents).sort()).toEqual([
    15_300, 17_000,
  ]);
  expect((await checkLedger(app.modules.ledger)).findings).toEqual([]);
});

it('if an admin refunds an underpayment, the member has at least a day to pay again', async () => {
  const { app, id, two, share, pay, decide, subjects, receipts, at } = await withUnderpaid();
  await at(8 * DAY);
  await decide('refund');
  expect(await share()).toMatchObject({
    status: 'due',
    payment_status: 'refunded',
    received_cents: 0,
    pay_by: new Date(app.clock.now().getTime() + DAY).toISOString(),
  });
  const mail = (await app.mails(two.email)).find(({ subject }) => subject.includes('goes back to you'));
  expect(mail?.text).toContain('$153.00 goes back to you.');
  expect(mail?.text).toContain('Pay your share');
  expect(await receipts(two)).toEqual([['refunded', true]]);
  await at(DAY - 60_000);
  await pay(id, two);
  expect(await share()).toMatchObject({ status: 'paid' });
  expect((await receipts(two)).toSorted()).toEqual([
    ['paid', false],
    ['refunded', true],
  ]);
  expect((await subjects(two)).filter((subject) => subject.includes('goes back'))).toHaveLength(1);
  expect((await checkLedger(app.modules.ledger)).findings).toEqual([]);
});

it('after a refund, the share is offered to others if it is not paid again within a day', async () => {
  const { share, decide, at, app, subjects, two } = await withUnderpaid();
  await at(8 * DAY);
  await decide('refund');
  await at(DAY - 60_000);
  expect(await share()).toMatchObject({ status: 'due' });
  await at(60_000);
  expect(await share()).toMatchObject({ status: 'dropped' });
  expect(await subjects(two)).toContain('your share has gone');
  const gone = (await app.mails(two.email)).find(({ subject }) => subject.includes('has gone'));
  expect(gone?.text).not.toContain('Nothing was charged');
});
