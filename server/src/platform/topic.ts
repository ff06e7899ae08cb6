import type { Tx } from './database.ts';

/** Events of a lower module for upper ones, published inside the publisher's transaction: all of it happens or none. */
export type Topic<T> = {
  subscribe(listener: (tx: Tx, event: T) => Promise<void>): void;
  publish(tx: Tx, event: T): Promise<void>;
};

export function createTopic<T>(): Topic<T> {
  const listeners: ((tx: Tx, event: T) => Promise<void>)[] = [];
  return {
    subscribe(listener) {
      listeners.push(listener);
    },
    async publish(tx, event) {
      for (const listener of listeners) await listener(tx, event);
    },
  };
}
