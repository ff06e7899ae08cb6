/**
 * Lets at most `atOnce` pieces of work of the same key run in this process; the others wait in the order in which they
 * came. Work that would only wait for a row's lock waits here instead, and leaves the pool's connections to the rest.
 */
export function createKeyedMutex(atOnce = 1) {
  const queues = new Map<string, { running: number; waiting: (() => void)[] }>();

  return async function withLock<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = queues.get(key) ?? { running: 0, waiting: [] };
    queues.set(key, queue);
    if (queue.running >= atOnce) await new Promise<void>((resolve) => queue.waiting.push(resolve));
    else queue.running += 1;
    try {
      return await work();
    } finally {
      const next = queue.waiting.shift();
      // The place is passed on, so that nobody slips in between.
      if (next) next();
      else {
        queue.running -= 1;
        if (queue.running === 0) queues.delete(key);
      }
    }
  };
}
