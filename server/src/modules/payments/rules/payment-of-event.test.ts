import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paymentAbout } from './payment-of-event.ts';

const id = fc.constantFrom('a', 'b', 'c');
const maybe = fc.option(id);
const provider = fc.constantFrom('stripe' as const, 'coinbase' as const);
const about = fc.record({ paymentId: maybe, sessionId: maybe, providerPaymentId: maybe });
const rows = fc.uniqueArray(fc.record({ id, provider, providerSessionId: maybe, providerPaymentId: maybe }), {
  selector: (row) => row.id,
});

test('security 6: an event never matches a payment that has another page or another transfer of money', () => {
  fc.assert(
    fc.property(rows, provider, about, (all, by, said) => {
      const found = paymentAbout(all, by, said);
      if (!found) return;
      expect(found.provider).toBe(by);
      const hasPage = said.sessionId !== null && found.providerSessionId === said.sessionId;
      const hasMovement =
        said.providerPaymentId !== null && found.providerPaymentId === said.providerPaymentId;
      if (said.sessionId !== null && found.providerSessionId !== null) expect(hasPage).toBe(true);
      if (hasPage || hasMovement) return;
      // Our id alone is enough only for an event about a page, if the payment has no page yet.
      expect(found.id).toBe(said.paymentId);
      expect(said.sessionId).not.toBeNull();
      expect([found.providerSessionId, found.providerPaymentId]).toEqual([null, null]);
    }),
    { numRuns: 2_000 },
  );
});

test('an event finds its payment by the page, by the transfer of money, or by our id', () => {
  const row = { id: 'p', provider: 'stripe' as const, providerSessionId: 's', providerPaymentId: null };
  const fresh = { ...row, id: 'f', providerSessionId: null };
  const moved = { ...row, id: 'm', providerSessionId: 't', providerPaymentId: 'pi' };
  const find = (said: object) =>
    paymentAbout([row, fresh, moved], 'stripe', {
      paymentId: null,
      sessionId: null,
      providerPaymentId: null,
      ...said,
    })?.id;
  expect(find({ sessionId: 's', providerPaymentId: 'pi_new' })).toBe('p');
  expect(find({ providerPaymentId: 'pi' })).toBe('m');
  expect(find({ sessionId: 'new', paymentId: 'f', providerPaymentId: 'pi_new' })).toBe('f');
  expect(find({ sessionId: 'new', paymentId: 'p' })).toBeUndefined();
  expect(find({ paymentId: 'm', providerPaymentId: 'pi_of_another' })).toBeUndefined();
  expect(find({ paymentId: 'f' })).toBeUndefined();
});
