import { Refusal, refuse } from '../refusal.ts';

export type Turns = ReturnType<typeof createTurns>;
/** Gives the place back. */
export type Leave = () => void;

type Options = {
  /** How many requests run at the same time. */
  places: number;
  /** How many requests of one client may wait. */
  waitingOfClient: number;
  /** How long a request may wait. */
  waitMs: number;
};

const RETRY_AFTER_SECONDS = 2;
/** A refusal is sent only after this time, because some clients try again at once. */
const REFUSED_AFTER_MS = 500;

const crowded = (): Refusal =>
  refuse(
    'rate_limited',
    'Too much is being asked from your network at the moment. Please try again in a few seconds.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );

/** How many rounds of the event loop it takes until a new connection is read. */
const ROUNDS_TO_ARRIVE = 3;
/** The longest wait for more requests. */
const LONGEST_ARRIVAL_MS = 50;

/** How many requests have a place or wait for one. */
let arrivals = 0;
let lastStart: Promise<void> = Promise.resolve();

/**
 * Waits until all requests that have arrived are read. Otherwise each would be answered before the next one is read,
 * and none would ever wait here.
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
 * Places for public work. When all are taken, the clients get free places one after another, so that many requests of
 * one client hardly delay the others.
 */
export function createTurns({ places, waitingOfClient, waitMs }: Options) {
  /** Clients with waiting requests, in their order. */
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

  /** Waits for a place; undefined after the time limit. */
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
    /** A place for `client`, at once or later. A refusal after the time limit. */
    async take(client: string): Promise<Leave | Refusal> {
      const place = free > 0 ? freePlace() : await placeInTurn(client);
      if (!(place instanceof Refusal)) await ownStart();
      return place;
    },
  };
}
