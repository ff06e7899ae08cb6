import { AsyncLocalStorage } from 'node:async_hooks';
import type { Measure } from '../../../platform/figures.ts';
import { type PaymentProvider, ProviderUnavailable } from './provider.ts';

const deadlines = new AsyncLocalStorage<AbortSignal>();

/** Stops the calls of `work` after this time. */
export const withinTime = <T>(milliseconds: number, work: () => Promise<T>): Promise<T> =>
  deadlines.run(deadlines.getStore() ?? AbortSignal.timeout(milliseconds), work);

/**
 * A provider with a time limit. A call that takes longer throws ProviderUnavailable; the same call again shows what
 * happened.
 */
export function boundedProvider(
  provider: PaymentProvider,
  { milliseconds, measured }: { milliseconds: number; measured: Measure },
): PaymentProvider {
  const bounded =
    <A, T>(call: (argument: A) => Promise<T>) =>
    (argument: A): Promise<T> =>
      measured(() => withinTime(milliseconds, () => Promise.race([call(argument), timeOver()])));
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
