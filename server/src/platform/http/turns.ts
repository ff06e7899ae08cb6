import { Refusal, refuse } from '../refusal.ts';

export type Turns = ReturnType<typeof createTurns>;
/** Releases the place. */
export type Leave = () => void;

type Options = {
  /** Number of concurrent requests. */
  places: number;
  /** Maximum number of waiting requests of one client; further ones are refused. */
  waitingOfClient: number;
  /** Maximum waiting time before a refusal. */
  waitMs: number;
};

const RETRY_AFTER_SECONDS = 2;
/** Delay of a refusal: otherwise a client that retries at once keeps the process busy with refusals. */
const REFUSED_AFTER_MS = 500;

const crowded = (): Refusal =>
  refuse(
    'rate_limited',
    'Too much is being asked from your network at the moment. Please try again in a few seconds.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );

/** A connection accepted in one round of the event loop has been read after the next round. */
const ROUNDS_TO_ARRIVE = 3;
/** Maximum wait for further arrivals, if a client keeps sending requests. */
const LONGEST_ARRIVAL_MS = 50;

/** Requests with a place or waiting for one. */
let arrivals = 0;
let lastStart: Promise<void> = Promise.resolve();

/**
 * Resolves once arrived requests are read and no other work starts. Node accepts one connection per round of its event
 * loop; synchronous work, such as rendering a page, would otherwise finish for each request before the next is read,
 * and no request would ever wait here.
 */
function ownStart(): Promise<void> {
  lastStart = lastStart.then(arrived);
  return lastStart;
}

async function arrived(): Promise<void> {
  const from = performance.now();
  let seen: number;
  do {
    seen = arrivals;
    for (let round = 0; round < ROUNDS_TO_ARRIVE; round += 1)
      await new Promise((resolve) => setImmediate(resolve));
  } while (arrivals !== seen && performance.now() - from < LONGEST_ARRIVAL_MS);
}

/**
 * Places for public work. When all are taken, clients get free places in turn, however many requests each has: a
 * hundred requests of one client delay another client's single request by one place only.
 */
export function createTurns({ places, waitingOfClient, waitMs }: Options) {
  /** In the order of the clients' turns; contains only clients with waiting requests. */
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

  /** Waits for a turn; undefined if the time limit is reached. */
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

  function freePlace(): Leave {
    arrivals += 1;
    free -= 1;
    return placeOf();
  }

  async function placeInTurn(client: string): Promise<Leave | Refusal> {
    if ((waiting.get(client)?.length ?? 0) < waitingOfClient) {
      arrivals += 1;
      return (await wait(client)) ?? crowded();
    }
    await new Promise((resolve) => setTimeout(resolve, REFUSED_AFTER_MS));
    return crowded();
  }

  return {
    /** A place for `client`: at once, or in its turn; a refusal at the time limit. */
    async take(client: string): Promise<Leave | Refusal> {
      const place = free > 0 ? freePlace() : await placeInTurn(client);
      if (!(place instanceof Refusal)) await ownStart();
      return place;
    },
  };
}
