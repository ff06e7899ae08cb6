import { Refusal, refuse } from '../refusal.ts';

export type Turns = ReturnType<typeof createTurns>;
/** Gives the place back. */
export type Leave = () => void;

type Options = {
  /** How many work at once. */
  places: number;
  /** How many of one client wait for a place; one more will not get any. */
  waitingOfClient: number;
  /** How long each of them waits before it is refused. */
  waitMs: number;
};

const RETRY_AFTER_SECONDS = 2;
/** What will get no place is refused after this: a client that asks again at once would keep the process busy with refusing. */
const REFUSED_AFTER_MS = 500;

const crowded = (): Refusal =>
  refuse(
    'rate_limited',
    'Too much is being asked from your network at the moment. Please try again in a few seconds.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );

/** A connection that is accepted in one round of the event loop has been read after the next. */
const ROUNDS_TO_ARRIVE = 3;
/** Where somebody always asks for more, a start waits no longer for them. */
const LONGEST_ARRIVAL_MS = 50;

/** Of requests that have a place or wait for one. */
let arrivals = 0;
let lastStart: Promise<void> = Promise.resolve();

/**
 * Resolves once what has arrived is read, and nothing else starts. Node accepts one connection in a round of its event loop; work that waits
 * for nothing, as the making of a page, would otherwise be done for each before the next one is heard, and nobody would ever wait here.
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
    /** A place for `client`: at once, or in its turn; a refusal when that does not come in time. */
    async take(client: string): Promise<Leave | Refusal> {
      const place = free > 0 ? freePlace() : await placeInTurn(client);
      if (!(place instanceof Refusal)) await ownStart();
      return place;
    },
  };
}
