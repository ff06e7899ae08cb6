import { AsyncLocalStorage } from 'node:async_hooks';
import { type PaymentProvider, ProviderUnavailable } from './provider.ts';

const deadlines = new AsyncLocalStorage<AbortSignal>();

/** Aborts all provider calls of `work` after `milliseconds` in total. Nested calls share the outer limit. */
export const withinTime = <T>(milliseconds: number, work: () => Promise<T>): Promise<T> =>
  deadlines.run(deadlines.getStore() ?? AbortSignal.timeout(milliseconds), work);

/**
 * `provider` with a time limit: a call that takes longer throws ProviderUnavailable. The limit is needed because the
 * providers' own clients retry as long as the provider asks them to. Repeating an aborted call reveals its outcome.
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
