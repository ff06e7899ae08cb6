import { AsyncLocalStorage } from 'node:async_hooks';
import { type PaymentProvider, ProviderUnavailable } from './provider.ts';

const deadlines = new AsyncLocalStorage<AbortSignal>();

/** Whatever `work` asks of providers, in however many calls, ends after `milliseconds`; inside of another such work, with that. */
export const withinTime = <T>(milliseconds: number, work: () => Promise<T>): Promise<T> =>
  deadlines.run(deadlines.getStore() ?? AbortSignal.timeout(milliseconds), work);

/**
 * `provider`, whose calls throw ProviderUnavailable when the time is over: their own clients try again, and wait for as
 * long as the provider says. What comes of a call that was given up is learnt when it is repeated.
 */
export function boundedProvider(provider: PaymentProvider, milliseconds: number): PaymentProvider {
  const bounded =
    <A, T>(call: (argument: A) => Promise<T>) =>
    (argument: A): Promise<T> =>
      withinTime(milliseconds, () => Promise.race([call(argument), timeOver()]));
  return {
    ...provider,
    createCheckout: bounded(provider.createCheckout),
    retrieve: bounded(provider.retrieve),
    expire: bounded(provider.expire),
    refund: bounded(provider.refund),
  };
}

function timeOver(): Promise<never> {
  const signal = deadlines.getStore();
  return new Promise((_, reject) => {
    const giveUp = () => reject(new ProviderUnavailable('the payment provider did not answer in time'));
    if (signal?.aborted) giveUp();
    else signal?.addEventListener('abort', giveUp, { once: true });
  });
}
