import { createHmac, randomUUID } from 'node:crypto';
import { listOverdue } from './coinbase.store.ts';
import { currentCheckout, describeCheckout, payCheckout, settleLateCheckout } from './coinbase-checkout.ts';
import type { CheckoutState } from './coinbase-objects.ts';
import { CRYPTO } from './hosted-html.ts';
import type { SandboxProvider } from './provider.ts';

/**
 * Plays the crypto provider for tests and development: its public calls below /sandbox/coinbase/api/v1, its payment
 * page and its signed events. It uses no module of this application.
 */
export const coinbaseProvider: SandboxProvider<CheckoutState> = {
  name: 'coinbase',
  path: '/sandbox/coinbase',
  words: CRYPTO,
  current: currentCheckout,
  describe: describeCheckout,
  pay: payCheckout,
  settleLate: settleLateCheckout,
  listOverdue,
  sign(event, secret, now) {
    const payload = JSON.stringify(event);
    const time = Math.floor(now.getTime() / 1000);
    const id = randomUUID();
    const names = 'content-type x-hook0-id';
    const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('hex');
    const v1 = hmac(`${time}.${names}.application/json; charset=utf-8.${id}.${payload}`);
    return {
      headers: {
        'x-hook0-id': id,
        'x-hook0-signature': `t=${time},h=${names},v0=${hmac(`${time}.${payload}`)},v1=${v1}`,
      },
      payload,
    };
  },
};
