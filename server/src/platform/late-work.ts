import type { Tx } from './database.ts';

type LateWork = { order: number; run: () => Promise<void> };
const waitingWorks = new WeakMap<object, LateWork[]>();
let created = 0;

/**
 * Work that a transaction does at its end, before it is committed: once for all that was added to it, however often, and
 * after everything else, so that nothing waits for other rows while it has those that many transactions share. Several
 * works are done in the order in which they were created here; each may add to later ones.
 */
export function createLateWork<T>(work: (tx: Tx, items: T[]) => Promise<void>): {
  add(tx: Tx, items: Iterable<T>): void;
} {
  created += 1;
  const order = created;
  const added = new WeakMap<object, Set<T>>();
  return {
    add(tx, items) {
      const known = added.get(tx);
      const all = known ?? new Set<T>();
      for (const item of items) all.add(item);
      if (known || all.size === 0) return;
      added.set(tx, all);
      const run = () => {
        added.delete(tx);
        return work(tx, [...all]);
      };
      waitingWorks.set(tx, [...(waitingWorks.get(tx) ?? []), { order, run }]);
    },
  };
}

/** Does the late work of a transaction until none is left; only the transaction itself calls it. */
export async function doLateWork(tx: Tx): Promise<void> {
  for (;;) {
    const [next, ...rest] = (waitingWorks.get(tx) ?? []).toSorted((one, other) => one.order - other.order);
    if (!next) return;
    waitingWorks.set(tx, rest);
    await next.run();
  }
}
