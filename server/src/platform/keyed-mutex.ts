/** Runs at most `atOnce` tasks with the same key. Others wait in order, and use no database connection meanwhile. */
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
      // The next task gets the place directly.
      if (next) next();
      else {
        queue.running -= 1;
        if (queue.running === 0) queues.delete(key);
      }
    }
  };
}
