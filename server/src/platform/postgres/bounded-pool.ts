import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { isPoolerInBetween } from './connection-settings.ts';

/** A request, and what its statements have cost so far. */
export type DatabaseUse = {
  requestId: string | undefined;
  /** How many of its statements wait for a connection. */
  waiting: number;
  statements: number;
  /** The time of all statements together; statements at the same time count one by one. */
  milliseconds: number;
};
const requests = new AsyncLocalStorage<DatabaseUse>();

export const newDatabaseUse = (requestId?: string): DatabaseUse => ({
  requestId,
  waiting: 0,
  statements: 0,
  milliseconds: 0,
});

/**
 * Runs the function that answers a request. If too many requests wait for a connection, the request is refused. Other
 * work always waits.
 */
export const asRequest = <T>(answer: () => T, use = newDatabaseUse()): T => requests.run(use, answer);

/** The request that is answered; undefined for other work. */
export const currentRequest = (): DatabaseUse | undefined => requests.getStore();

/** Runs work that a request starts but does not wait for. */
export const outsideRequest = <T>(work: () => T): T => requests.exit(work);

/** Too many requests wait for a connection. */
export class PoolIsFull extends Error {
  constructor() {
    super('too many wait for a connection to the database');
  }
}

const SAID_EVERY_MS = 1_000;

type Connected = (
  error: Error | undefined,
  client?: pg.PoolClient,
  release?: (release?: unknown) => void,
) => void;

/** A pool of connections. It refuses a caller if `most` other callers already wait for a connection. */
export class BoundedPool extends pg.Pool {
  readonly #most: number;
  readonly #onFull: (refused: number) => void;
  #waiting = 0;
  #unsaid = 0;
  #saidAt = Number.NEGATIVE_INFINITY;
  refused = 0;
  isTurnedAway = false;

  constructor(config: pg.PoolConfig, most: number, onFull: (refused: number) => void) {
    super(config);
    this.#most = most;
    this.#onFull = onFull;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): undefined;
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    const request = requests.getStore();
    if (!request) return this.#open(connected);
    // A free connection reaches waiting requests a little later, so they may still be in the number of waiting ones.
    if (request.waiting === 0 && this.#waiting - this.idleCount >= this.#most) {
      this.#refuse();
      const error = new PoolIsFull();
      if (!connected) return Promise.reject(error);
      process.nextTick(connected, error);
      return undefined;
    }
    this.#count(request, 1);
    return this.#open(connected, () => this.#count(request, -1));
  }

  #open(connected?: Connected, done?: () => void): Promise<pg.PoolClient> | undefined {
    const finish = (error?: Error) => {
      if (isPoolerInBetween(error)) this.isTurnedAway = true;
      done?.();
    };
    if (!connected) {
      const opened = super.connect();
      opened.then(() => finish(), finish);
      return opened;
    }
    // A waiting caller is called by another request, which has just released its connection.
    const called = AsyncLocalStorage.bind(connected);
    super.connect((...result) => {
      finish(result[0]);
      called(...result);
    });
    return undefined;
  }

  /** Reports refused requests, at most once a second. */
  #refuse(): void {
    this.refused += 1;
    this.#unsaid += 1;
    if (performance.now() - this.#saidAt < SAID_EVERY_MS) return;
    this.#onFull(this.#unsaid);
    this.#saidAt = performance.now();
    this.#unsaid = 0;
  }

  /** Counts a request once, while one or more of its statements wait. */
  #count(request: DatabaseUse, change: 1 | -1): void {
    const before = Math.sign(request.waiting);
    request.waiting += change;
    this.#waiting += Math.sign(request.waiting) - before;
  }
}
