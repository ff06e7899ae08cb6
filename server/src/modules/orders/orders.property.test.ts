import fc from 'fast-check';
import { expect, test } from 'vitest';
import { laboratory } from '../../testing/lab.ts';
import { cases } from '../../testing/property-runs.ts';
import { PROVIDERS, type Provider, storefront } from '../../testing/storefront.ts';
import { labApp } from '../../testing/test-app.ts';
import { checkLedger } from '../ledger/ledger.service.ts';
import { reconcilePayments } from '../payments/payments.service.ts';
import { expireOrders } from './orders.service.ts';

/** What customer, provider, admin or laboratory do with an order. */
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('press' as const),
      provider: fc.constantFrom(...PROVIDERS),
      outcome: fc.constantFrom(
        'pay',
        'pay',
        'pay_late',
        'fail_late',
        'underpay',
        'overpay',
        'cancel',
        'decline',
      ),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'hear',
        'cancel',
        'receive',
        'refuse_sample',
        'publish',
        'late_news',
        'release',
        'reconcile',
        'next_day',
        'accept',
        'dismiss',
        'retry_refund',
        'dispute',
        'dispute_won',
        'dispute_lost',
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('refund' as const, 'console_refund' as const),
      cents: fc.constantFrom(1, 4_000, 16_200, 18_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('misbehave' as const),
      provider: fc.constantFrom(...PROVIDERS),
      kind: fc.constantFrom('webhook.lose', 'webhook.hold', 'webhook.duplicate', 'refund.fails', 'api.lost'),
    }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Random steps seldom bring a sample to the laboratory, so a history begins with some of these. */
const heads: Step[][] = [
  [],
  [{ do: 'press', provider: 'stripe', outcome: 'pay' }, { do: 'hear' }],
  [{ do: 'press', provider: 'coinbase', outcome: 'pay' }, { do: 'hear' }, { do: 'receive' }],
];

test('after any events, an order and its ledger agree', async () => {
  const app = await labApp();
  const tools = await storefront(app);
  const { decide, misbehave, behave, release, later, lateNews, drainThrough, dispute } = tools;
  const lab = await laboratory(app);
  const person = await app.person();
  const staff = async () => {
    // The token would expire while a long history is played.
    lab.analyst.token = await tools.tokenOf(lab.analyst);
    lab.reviewer.token = await tools.tokenOf(lab.reviewer);
  };

  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...PROVIDERS),
      fc.constantFrom(...heads),
      fc.array(step, { minLength: 2, maxLength: 12 }),
      async (provider: Provider, head, steps) => {
        const mine = await tools.buyer(provider, person);
        for (const each of [...head, ...steps]) {
          const latest = (await mine.payments())[0];
          switch (each.do) {
            case 'press': {
              const page = await mine.checkout(each.provider);
              if (page.status === 201) await tools.pressAt(page.body.url, each.outcome);
              break;
            }
            case 'cancel':
              await mine.cancel();
              break;
            case 'receive':
            case 'refuse_sample':
              await staff();
              await lab.intake(lab.analyst, mine, { accepted: each.do === 'receive' });
              break;
            case 'publish':
              await staff();
              await lab.save(lab.analyst, mine);
              await lab.submit(lab.analyst, mine);
              await lab.publish(lab.reviewer, mine);
              break;
            case 'late_news':
              await lateNews().catch(() => undefined);
              break;
            case 'release':
              await release('reversed');
              break;
            case 'reconcile':
              await later(5).catch(() => undefined);
              break;
            case 'next_day':
              app.clock.advance(25 * 3_600_000);
              await expireOrders(app.modules.orders);
              break;
            case 'misbehave':
              await misbehave({ provider: each.provider, kind: each.kind });
              break;
            case 'dispute':
            case 'dispute_won':
            case 'dispute_lost': {
              const status = { dispute: 'needs_response', dispute_won: 'won', dispute_lost: 'lost' } as const;
              // Only card payments can be disputed, and only an open dispute can be decided.
              const isPaidByCard = latest?.provider === 'stripe' && latest.receivedCents > 0;
              if (isPaidByCard && (each.do === 'dispute' || latest.status === 'disputed')) {
                await dispute(await mine.session(), status[each.do]);
              }
              break;
            }
            case 'console_refund':
              if (latest?.provider === 'stripe' && latest.heldCents >= each.cents) {
                // The provider may have refunded this payment already.
                await tools.consoleRefund(await mine.session(), each.cents).catch(() => undefined);
              }
              break;
            case 'refund':
              if (latest)
                await decide(latest.id, '/refund', {
                  amount_cents: each.cents,
                  reason: 'For the test alone.',
                });
              break;
            case 'retry_refund': {
              if (!latest) break;
              const { refunds } = (await decide(latest.id, '')).body.data;
              const failed = refunds.find((refund) => refund.waits_for_decision);
              if (failed) await decide(latest.id, `/refunds/${failed.id}/retry`);
              break;
            }
            case 'accept':
            case 'dismiss':
              if (latest) await decide(latest.id, `/${each.do}`, { reason: 'For the test alone.' });
              break;
            default:
              await app.jobs.drain().catch(() => undefined);
          }
        }
        await behave();
        await release('as_sent');
        await lateNews().catch(() => undefined);
        await drainThrough();
        for (let round = 0; round < 2; round += 1) {
          app.clock.advance(11 * 60_000);
          await reconcilePayments(app.modules.payments);
          await drainThrough();
        }
        expect((await checkLedger(app.modules.ledger, 0)).findings).toEqual([]);
        const { status } = await mine.read();
        const kinds = await mine.kinds();
        // The laboratory gets only paid orders.
        if (['awaiting_sample', 'received', 'complete'].includes(status)) expect(kinds).toContain('paid');
        expect(kinds.filter((kind) => kind === 'completed').length).toBeLessThanOrEqual(1);
      },
    ),
    { numRuns: cases(30), endOnFailure: true },
  );
}, 600_000);
