/**
 * Lets at most `atOnce` pieces of work of the same key run in this process; the others wait in the order in which they
 * came. Work that would only wait for a row's lock waits here instead, and leaves the pool's connections to the rest.
 */
export function createTurns(atOnce = 1) {
  const lanes = new Map<string, { running: number; waiting: (() => void)[] }>();

  return async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const lane = lanes.get(key) ?? { running: 0, waiting: [] };
    lanes.set(key, lane);
    if (lane.running >= atOnce) await new Promise<void>((resolve) => lane.waiting.push(resolve));
    else lane.running += 1;
    try {
      return await work();
    } finally {
      const next = lane.waiting.shift();
      // The turn is handed on, so that nobody slips in between.
      if (next) next();
      else {
        lane.running -= 1;
        if (lane.running === 0) lanes.delete(key);
      }
    }
  };
}
