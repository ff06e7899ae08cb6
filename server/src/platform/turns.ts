import { type Refusal, refuse } from './refusal.ts';

export type Turns = ReturnType<typeof createTurns>;
/** Gives the place back. */
export type Leave = () => void;

type Options = {
  /** How many work at once. */
  places: number;
  /** How many of one client wait for a place; one more is refused at once. */
  waitingOfClient: number;
  /** How long each of them waits before it is refused. */
  waitMs: number;
};

const RETRY_AFTER_SECONDS = 2;

const crowded = (): Refusal =>
  refuse(
    'rate_limited',
    'Too much is being asked from your network at the moment. Please try again in a few seconds.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );

/**
 * Places for work that everybody may ask for. While all are taken, clients get the next free one in turn, however much
 * each of them asks: one client's hundred requests keep another's single one waiting for one place only.
 */
export function createTurns({ places, waitingOfClient, waitMs }: Options) {
  /** In the order of the clients' turns; nobody without a waiting request is in it. */
  const waiting = new Map<string, Leave[]>();
  let free = places;

  function leave(): void {
    const next = waiting.entries().next().value;
    if (!next) {
      free += 1;
      return;
    }
    const [client, [begin, ...others]] = next;
    waiting.delete(client);
    if (others.length > 0) waiting.set(client, others);
    begin?.();
  }

  const placeOf = (): Leave => {
    let isHeld = true;
    return () => {
      if (isHeld) leave();
      isHeld = false;
    };
  };

  /** Waits for a turn; undefined when it did not come in time. */
  function wait(client: string): Promise<Leave | undefined> {
    return new Promise((resolve) => {
      const begin = () => {
        clearTimeout(timer);
        resolve(placeOf());
      };
      const timer = setTimeout(() => {
        const others = (waiting.get(client) ?? []).filter((each) => each !== begin);
        if (others.length > 0) waiting.set(client, others);
        else waiting.delete(client);
        resolve(undefined);
      }, waitMs);
      waiting.set(client, [...(waiting.get(client) ?? []), begin]);
    });
  }

  return {
    /** A place for `client`: at once, or in its turn. A refusal when it asks for too much, or waited too long. */
    async take(client: string): Promise<Leave | Refusal> {
      if (free > 0) {
        free -= 1;
        return placeOf();
      }
      if ((waiting.get(client)?.length ?? 0) >= waitingOfClient) return crowded();
      return (await wait(client)) ?? crowded();
    },
  };
}
