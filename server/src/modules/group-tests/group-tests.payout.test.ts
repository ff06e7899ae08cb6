import type { ProblemBody } from '@vialproof/contract/errors';
import type { GroupAccounts } from '@vialproof/contract/group-tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupApp } from '../../testing/groups.ts';
import { laboratory, must } from '../../testing/lab.ts';
import { checkLedger } from '../ledger/ledger.service.ts';
import { payableFrom } from './rules/deadlines.ts';

const DAY = 86_400_000;

/** A group of two with a received sample; both paid by this provider. */
async function owing(providers: ('stripe' | 'coinbase')[], env: Record<string, string> = {}) {
  const world = await groupApp(env);
  const { app, create, join, askPage, press, detail, people, at } = world;
  const [organizer, one, two] = await people(3);
  const lab = await laboratory(app);
  for (const person of [lab.admin, lab.analyst]) world.keepSignedIn(person);
  const id = await create(organizer, { min_participants: 2, target_participants: 2 });
  for (const person of [one, two]) await join(id, person);
  const paidAt: number[] = [];
  for (const [place, person] of [one, two].entries()) {
    await at(DAY);
    paidAt.push(app.clock.now().getTime());
    await press((await askPage(id, person, providers[place])).body.url, 'pay');
  }
  await must(lab.intake(lab.analyst, { id: (await detail(id, one)).viewer?.request?.id ?? '' }));
  const payOut = (json?: object) =>
    app.request<{ data: GroupAccounts } & ProblemBody>(`/api/lab/group-tests/${id}/payout`, {
      method: 'POST',
      token: lab.admin.token,
      ...(json ? { json } : {}),
    });
  const listed = async () =>
    (await app.request<{ data: object[] }>('/api/lab/group-tests', { token: lab.admin.token })).body.data;
  return { ...world, id, one, admin: lab.admin, paidAt, payOut, listed };
}

it('a payout before PAYOUT_WAIT_DAYS days after the last card payment is refused, and the refusal names the day', async () => {
  const { app, id, one, paidAt, payOut, listed, statement, at } = await owing(['coinbase', 'stripe'], {
    PAYOUT_WAIT_DAYS: '1',
  });
  const from = new Date((paidAt[1] ?? 0) + DAY);
  expect(await listed()).toMatchObject([{ reason: 'payout_owed', payable_from: from.toISOString() }]);
  expect((await statement(id, one)).payout).toMatchObject({
    payable_from: from.toISOString(),
    paid_at: null,
  });
  for (const json of [undefined, {}]) {
    const refused = await payOut(json);
    expect(refused).toMatchObject({ status: 409, body: { code: 'payout_waits' } });
    expect(refused.body.detail).toContain(from.toISOString().slice(0, 16).replace('T', ' '));
  }
  await at(from.getTime() - app.clock.now().getTime() - 60_000);
  expect((await payOut()).status).toBe(409);
  await at(60_000);
  const paid = await payOut();
  expect(paid).toMatchObject({ status: 200 });
  expect(paid.body.data.payout?.paid_at).toBe(app.clock.now().toISOString());
  expect((await checkLedger(app.modules.ledger)).findings).toEqual([]);
});

it('an admin who pays out before 14 days must give a reason, and the audit log records it', async () => {
  const { app, id, admin, paidAt, payOut } = await owing(['stripe', 'stripe']);
  expect((await payOut()).status).toBe(409);
  for (const reason of ['', '   ', undefined]) {
    expect((await payOut({ release: { reason } })).status).toBe(422);
  }
  expect((await payOut({ release: { reason: 'The sender is known to us.' } })).status).toBe(200);
  const { rows } = await app.platform.db.pool.query(
    `SELECT actor_id, detail FROM audit_entry WHERE subject_id = $1 AND action = 'group.payout'`,
    [id],
  );
  expect(rows).toEqual([
    {
      actor_id: admin.id,
      detail: {
        cents: 4000,
        released_early: 'The sender is known to us.',
        payable_from: new Date((paidAt[1] ?? 0) + 14 * DAY).toISOString(),
      },
    },
  ]);
  expect((await payOut()).body).toMatchObject({ code: 'wrong_state' });
});

it('a payout does not wait if all payments are crypto, because they cannot be charged back', async () => {
  const { payOut, listed } = await owing(['coinbase', 'coinbase']);
  expect(await listed()).toMatchObject([{ reason: 'payout_owed', payable_from: null }]);
  expect((await payOut()).status).toBe(200);
});

const payment = fc.record({
  provider: fc.constantFrom('stripe' as const, 'coinbase' as const),
  settledAt: fc.option(fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })),
});

describe('payableFrom gives the time from which a payout is allowed', () => {
  it('payableFrom is a fixed number of days after the last card payment, or null without a card payment', () => {
    fc.assert(
      fc.property(fc.array(payment, { maxLength: 8 }), fc.nat({ max: 365 }), (payments, days) => {
        const cards = payments.filter(({ provider }) => provider === 'stripe');
        const moments = cards.flatMap(({ settledAt }) => settledAt ?? []);
        const from = payableFrom(payments, days);
        const waits = moments.map((at) => ((from?.getTime() ?? 0) - at.getTime()) / DAY);
        if (moments.length === 0) expect(from).toBeNull();
        else expect(Math.min(...waits)).toBe(days);
      }),
    );
  });

  it('payableFrom does not depend on the order of the payments or on crypto payments', () => {
    fc.assert(
      fc.property(fc.array(payment, { maxLength: 8 }), fc.nat({ max: 365 }), (payments, days) => {
        const cards = payments.filter(({ provider }) => provider === 'stripe');
        expect(payableFrom(payments.toReversed(), days)).toEqual(payableFrom(cards, days));
      }),
    );
  });
});
