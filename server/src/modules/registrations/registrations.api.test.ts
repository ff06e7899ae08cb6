import { createHash } from 'node:crypto';
import type { ProblemBody } from '@vialproof/contract/errors';
import type { MyTestDetail } from '@vialproof/contract/orders';
import type { PublicTest } from '@vialproof/contract/tests';
import { describe, expect, it } from 'vitest';
import { groupApp } from '../../testing/groups.ts';
import { laboratory, must } from '../../testing/lab.ts';
import { labApp, type Person, type TestApp, testApp } from '../../testing/test-app.ts';
import { asOwner } from '../../testing/test-database.ts';
import { checkCertificates } from '../certificates/certificates.service.ts';
import { checkLedger } from '../ledger/ledger.service.ts';
import { paymentsFor } from '../payments/payments.service.ts';
import { logSize, selectEntry } from '../transparency/transparency.service.ts';
import { checkRegistrations, registrationOf } from './registrations.service.ts';

type Detail = MyTestDetail & Partial<ProblemBody>;

const putVisibility = (app: TestApp, person: Person, id: string, visibility: string) =>
  app.request<Detail>(`/api/me/tests/${id}/visibility`, {
    method: 'PUT',
    json: { visibility },
    token: person.token,
  });
/** Changes the visibility of a test. */
async function change(app: TestApp, person: Person, id: string, visibility: string): Promise<Detail> {
  const { status, body } = await putVisibility(app, person, id, visibility);
  expect(status).toBe(200);
  return body;
}
const read = async (app: TestApp, person: Person, id: string) =>
  (await app.request<Detail>(`/api/me/tests/${id}`, { token: person.token })).body;
const publicTest = async (app: TestApp, id: string) =>
  (await app.request<{ data: PublicTest }>(`/api/tests/${id}`)).body.data;
async function faults(app: TestApp): Promise<string[]> {
  const found: string[] = [];
  for await (const fault of checkRegistrations(app.modules.registrations)) found.push(fault);
  return found;
}
async function expectSound({ modules }: TestApp) {
  for await (const fault of checkRegistrations(modules.registrations)) expect.unreachable(fault);
  for await (const fault of checkCertificates(modules.certificates)) expect.unreachable(fault);
}
const rowOf = async (app: TestApp, id: string) =>
  (await app.platform.db.pool.query('SELECT * FROM registration WHERE request_id = $1', [id])).rows[0];

/** Pays the discount back: opens the payment page and presses a button. */
async function payBack(app: TestApp, person: Person, toPay: MyRegistrationToPay, outcome = 'pay') {
  const page = await app.request<{ url: string } & ProblemBody>('/api/checkout', {
    json: { request_id: toPay.id, provider: 'stripe', amount_cents: toPay.amount_cents, currency: 'usd' },
    token: person.token,
  });
  if (page.status !== 201) return page;
  await press(app, page.body.url, outcome);
  await app.jobs.drain();
  return page;
}
type MyRegistrationToPay = { id: string; amount_cents: number };

const press = (app: TestApp, url: string, outcome: string) =>
  app.raw(new URL(url).pathname, { method: 'POST', body: new URLSearchParams({ outcome }) });

async function books(app: TestApp) {
  await app.jobs.drain();
  app.clock.advance(3_600_000);
  return (await checkLedger(app.modules.ledger)).findings;
}

describe('the laboratory registers a sample when it receives it', () => {
  it('the receipt writes the ordered visibility to the public log before a result exists', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    for (const visibility of ['public', 'private'] as const) {
      const order = await lab.ordered({ visibility });
      expect((await read(app, lab.customer, order.id)).registration).toMatchObject({
        state: 'none',
        at: null,
      });
      const before = await logSize(app.modules.transparency);
      await must(lab.intake(lab.analyst, order));
      const { registration } = await read(app, lab.customer, order.id);
      expect(registration).toMatchObject({ state: `registered_${visibility}`, log_index: before });
      const { entry } = await selectEntry(app.modules.transparency, before);
      const { salt } = await rowOf(app, order.id);
      const commitment = createHash('sha256').update(`${salt}:${order.taskNumber}`).digest('hex');
      expect(entry).toEqual({ version: 2, type: 'registered', commitment, visibility, at: registration?.at });
    }
    await expectSound(app);
  });

  it('a sample is registered once; a refused sample is not registered, but its replacement is', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.ordered();
    await must(lab.intake(lab.analyst, order, { accepted: false, rejection: 'broken' }));
    expect(await rowOf(app, order.id)).toBeUndefined();
    await must(lab.intake(lab.analyst, order));
    const before = await logSize(app.modules.transparency);
    expect((await lab.intake(lab.analyst, order)).status).toBe(409);
    expect(await logSize(app.modules.transparency)).toBe(before);
  });

  it('four samples that are received at once are all registered, each with one log entry', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const orders = [await lab.ordered({ visibility: 'private' })];
    while (orders.length < 4) orders.push(await lab.ordered());
    const answers = await Promise.all(orders.map((order) => lab.intake(lab.analyst, order)));
    expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(200));
    const rows = await Promise.all(orders.map(({ id }) => rowOf(app, id)));
    expect(new Set(rows.map(({ log_index }) => log_index)).size).toBe(4);
    await expectSound(app);
  });

  it('the check of the registrations finds one that was changed, lost or never made', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    const { log_index } = await rowOf(app, order.id);
    const { pool } = app.platform.db;
    await expect(pool.query(`UPDATE registration SET visibility = 'private'`)).rejects.toThrow('stays');
    await expect(pool.query('DELETE FROM registration')).rejects.toThrow('stays');
    await asOwner(app, 'ALTER TABLE registration DISABLE TRIGGER registration_stays');
    await pool.query('DELETE FROM registration WHERE request_id = $1', [order.id]);
    expect(await faults(app)).toEqual([
      `The sample of task ${order.taskNumber} was taken in without a registration.`,
      `Entry ${log_index} of the log is of no registration.`,
    ]);
    expect((await read(app, lab.customer, order.id)).registration?.state).toBe('before_registration');
  });
});

describe('PUT /api/me/tests/{id}/visibility makes a test private or public', () => {
  it('PUT …/visibility makes a public test without a discount private at once, and it is counted as made private', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    const hidden = await putVisibility(app, lab.customer, order.id, 'private');
    expect(hidden).toMatchObject({
      status: 200,
      body: {
        request: { visibility: 'private', status: 'received' },
        registration: { state: 'withheld', withdrawn_at: expect.any(String), to_pay: null },
      },
    });
    expect(hidden.body.request.timeline.at(-1)).toMatchObject({ kind: 'made_private' });
    expect(await publicTest(app, order.id)).toMatchObject({ compound_name: null, registration: null });
    expect((await putVisibility(app, lab.customer, order.id, 'private')).status).toBe(200);
    const shown = await putVisibility(app, lab.customer, order.id, 'public');
    expect(shown.body.registration).toMatchObject({ state: 'registered_public', withdrawn_at: null });
    expect(await publicTest(app, order.id)).toMatchObject({
      compound_name: 'BPC-157',
      registration: { state: 'registered_public', log_index: 0 },
    });
  });

  it('PUT …/visibility can make a private test public later, and is refused after the publication', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.inReview({ visibility: 'private' });
    await must(lab.publish(lab.reviewer, order));
    const shown = await putVisibility(app, lab.customer, order.id, 'public');
    expect(shown.body).toMatchObject({
      request: { visibility: 'public' },
      registration: { state: 'registered_private', may_change: false },
    });
    const refused = { status: 409, body: { code: 'already_published' } };
    expect(await putVisibility(app, lab.customer, order.id, 'private')).toMatchObject(refused);
    await must(lab.retract(lab.reviewer, order));
    expect(await putVisibility(app, lab.customer, order.id, 'private')).toMatchObject(refused);
  });

  it("PUT …/visibility is refused to members of a group, because their test has the group's visibility", async () => {
    const { app, people, create, join, pay, detail } = await groupApp();
    const [organizer, one, two] = await people(3);
    const id = await create(organizer, { min_participants: 2, target_participants: 2 });
    for (const member of [one, two]) await join(id, member);
    for (const member of [one, two]) await pay(id, member);
    const requestId = (await detail(id, organizer)).test.request_id ?? '';
    const lab = await laboratory(app);
    await must(lab.intake(lab.analyst, { id: requestId }));
    expect(await putVisibility(app, organizer, requestId, 'private')).toMatchObject({
      status: 409,
      body: { code: 'wrong_state', detail: 'The test of a group stays as private or public as the group.' },
    });
    expect((await putVisibility(app, one, requestId, 'private')).status).toBe(404);
    expect((await read(app, one, requestId)).registration).toMatchObject({
      state: 'registered_public',
      may_change: false,
    });
  });

  it('PUT …/visibility changes an unpaid order like an edit of the order; only the owner may call it', async () => {
    const app = await testApp({ PUBLIC_DISCOUNT_PERCENT: '10' });
    const lab = await laboratory(app);
    const { ordered: draft } = await lab.drafted({ visibility: 'public' });
    const changed = await putVisibility(app, lab.customer, draft.id, 'private');
    expect(changed.body.request).toMatchObject({
      visibility: 'private',
      final_price_cents: 18_000,
      compound_name: 'BPC-157',
    });
    for (const stranger of [await app.person(), lab.analyst, lab.admin]) {
      expect((await putVisibility(app, stranger, draft.id, 'public')).status).toBe(404);
    }
    expect((await putVisibility(app, lab.customer, draft.id, 'secret')).status).toBe(422);
  });
});

describe('an owner who pays the discount back makes the test private', () => {
  async function withDiscount() {
    const app = await testApp({ PUBLIC_DISCOUNT_PERCENT: '10' });
    const lab = await laboratory(app);
    const ask = async (id: string) => {
      const { registration } = (await putVisibility(app, lab.customer, id, 'private')).body;
      return registration?.to_pay ?? { id: '', amount_cents: 0 };
    };
    return { app, lab, ask };
  }

  it('paying the discount back makes the test private, with an invoice', async () => {
    const { app, lab, ask } = await withDiscount();
    const order = await lab.received();
    const [toPay, again] = await Promise.all([ask(order.id), ask(order.id)]);
    expect(again).toEqual(toPay);
    expect(toPay.amount_cents).toBe(1_800);
    expect((await read(app, lab.customer, order.id)).request.visibility).toBe('public');
    const wrong = await payBack(app, lab.customer, { ...toPay, amount_cents: 100 });
    expect(wrong).toMatchObject({ status: 409, body: { code: 'price_changed', amount_cents: 1_800 } });
    expect(await payBack(app, await app.person(), toPay)).toMatchObject({ status: 404 });

    await payBack(app, lab.customer, toPay);
    expect(await read(app, lab.customer, order.id)).toMatchObject({
      request: { visibility: 'private', final_price_cents: 16_200 },
      registration: { state: 'withheld', discount_due_cents: 0, to_pay: null },
    });
    expect(await payBack(app, lab.customer, toPay)).toMatchObject({
      status: 409,
      body: { code: 'already_paid' },
    });
    const billing = await app.request<{ items: { id: string; order_id: string; amount_cents: number }[] }>(
      '/api/me/payments',
      { token: lab.customer.token },
    );
    const row = billing.body.items.find(({ amount_cents }) => amount_cents === 1_800);
    expect(row).toMatchObject({ order_id: order.id, task_number: order.taskNumber, amount_cents: 1_800 });
    expect(
      (await app.request(`/api/me/payments/${row?.id}/invoice`, { token: lab.customer.token })).status,
    ).toBe(200);
    const state = await app.request<{ data: object }>(`/api/checkout/${row?.id}`, {
      token: lab.customer.token,
    });
    expect(state.body.data).toMatchObject({ state: 'confirmed', request_id: order.id });

    // The discount is already paid back, so the change to private costs nothing now.
    await change(app, lab.customer, order.id, 'public');
    expect((await change(app, lab.customer, order.id, 'private')).request.visibility).toBe('private');
    expect(await books(app)).toEqual([]);
  });

  it.each(['publication', 'the owner who keeps it public'])(
    'the repaid discount is refunded if %s comes before the payment',
    async (first) => {
      const { app, lab, ask } = await withDiscount();
      const order = await (first === 'publication' ? lab.inReview() : lab.received());
      const toPay = await ask(order.id);
      const page = await app.request<{ url: string }>('/api/checkout', {
        json: { request_id: toPay.id, provider: 'stripe', amount_cents: 1_800, currency: 'usd' },
        token: lab.customer.token,
      });
      // While the payment is unfinished, the result is published or made public.
      await press(app, page.body.url, 'pay');
      if (first === 'publication') await must(lab.publish(lab.reviewer, order));
      else await change(app, lab.customer, order.id, 'public');
      await app.jobs.drain();
      expect((await read(app, lab.customer, order.id)).request.visibility).toBe('public');
      const [payment] = await paymentsFor(app.modules.payments, { kind: 'withdrawal', id: toPay.id });
      expect(payment).toMatchObject({ receivedCents: 1_800, refundedCents: 1_800, status: 'refunded' });
      expect(await books(app)).toEqual([]);
    },
  );

  it('the payment page stays open if the owner asks again before it closes', async () => {
    const { app, lab, ask } = await withDiscount();
    const order = await lab.received();
    const toPay = await ask(order.id);
    const page = await app.request<{ url: string }>('/api/checkout', {
      json: { request_id: toPay.id, provider: 'stripe', amount_cents: 1_800, currency: 'usd' },
      token: lab.customer.token,
    });
    await change(app, lab.customer, order.id, 'public');
    expect(await ask(order.id)).toMatchObject({ id: toPay.id });
    await app.jobs.drain();
    const payments = () => paymentsFor(app.modules.payments, { kind: 'withdrawal', id: toPay.id });
    expect(await payments()).toMatchObject([{ status: 'pending' }]);
    await press(app, page.body.url, 'pay');
    await app.jobs.drain();
    expect(await payments()).toMatchObject([{ status: 'paid', refundedCents: 0 }]);
    expect((await read(app, lab.customer, order.id)).request.visibility).toBe('private');
  });

  it('if the order is cancelled before the receipt, the repaid discount is refunded with the price', async () => {
    const { app, lab, ask } = await withDiscount();
    const order = await lab.ordered();
    const toPay = await ask(order.id);
    await payBack(app, lab.customer, toPay);
    expect((await read(app, lab.customer, order.id)).registration?.state).toBe('none');
    const cancelled = await app.request(`/api/orders/${order.id}/cancel`, {
      method: 'POST',
      token: lab.customer.token,
    });
    expect(cancelled.status).toBe(200);
    await app.jobs.drain();
    const [payment] = await paymentsFor(app.modules.payments, { kind: 'withdrawal', id: toPay.id });
    expect(payment).toMatchObject({ status: 'refunded', refundedCents: 1_800 });

    const other = await lab.inReview();
    const open = await ask(other.id);
    await app.request('/api/checkout', {
      json: { request_id: open.id, provider: 'stripe', amount_cents: 1_800, currency: 'usd' },
      token: lab.customer.token,
    });
    await must(lab.publish(lab.reviewer, other));
    await app.jobs.drain();
    const [closed] = await paymentsFor(app.modules.payments, { kind: 'withdrawal', id: open.id });
    expect(closed?.status).toBe('expired');
    expect(await payBack(app, lab.customer, open)).toMatchObject({
      status: 409,
      body: { code: 'already_published' },
    });
    expect(await books(app)).toEqual([]);
  });
});

describe('a registration stays after the account of its owner is deleted', () => {
  it("the registration of a test stays after its owner's account is deleted, as a test that was made private", async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const order = await lab.inReview();
    await change(app, lab.customer, order.id, 'private');
    await must(lab.publish(lab.reviewer, order));
    const { token } = lab.customer;
    const { salt, log_index } = await rowOf(app, order.id);
    const exported = await app.request<{ registrations: object[] }>('/api/me/export', { token });
    expect(exported.body.registrations).toEqual([
      {
        task_number: order.taskNumber,
        visibility: 'public',
        at: expect.any(String),
        log_index,
        salt,
        withdrawn_at: expect.any(String),
      },
    ]);
    const gone = await app.request('/api/me/deletion', { json: { current_password: app.password }, token });
    expect(gone.status).toBeLessThan(300);
    expect(await registrationOf(app.modules.registrations, order.id)).toMatchObject({
      state: 'withheld',
      log_index,
    });
    await expectSound(app);
  });
});
