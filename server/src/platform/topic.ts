import type { Tx } from './database.ts';

/** News from a lower module to upper ones, told inside the publisher's transaction: all of it happens or none. */
export type Topic<T> = {
  subscribe(listener: (tx: Tx, news: T) => Promise<void>): void;
  publish(tx: Tx, news: T): Promise<void>;
};

export function createTopic<T>(): Topic<T> {
  const listeners: ((tx: Tx, news: T) => Promise<void>)[] = [];
  return {
    subscribe(listener) {
      listeners.push(listener);
    },
    async publish(tx, news) {
      for (const listener of listeners) await listener(tx, news);
    },
  };
}
