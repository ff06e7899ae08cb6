import pg from 'pg';
import { currentRequest } from './bounded-pool.ts';

/** A statement that PostgreSQL has answered, or that failed. */
export type Statement = {
  /** The statement with placeholders. Its values are not here. */
  text: string;
  milliseconds: number;
  /** Undefined if it failed. */
  rows: number | undefined;
  /** The request that asked; undefined for other work. */
  requestId: string | undefined;
};

type Settings = pg.ClientConfig & { onStatement?: ((statement: Statement) => void) | undefined };
type Result = { rowCount: number | null };
type Answered = (error: unknown, result?: Result | Result[]) => void;

/** A connection that measures each statement, and adds it to the request that asks. */
export class TimedClient extends pg.Client {
  readonly #onStatement: Settings['onStatement'];

  constructor(settings: Settings = {}) {
    super(settings);
    this.#onStatement = settings.onStatement;
  }

  /** As pg's own: with a text or a description of the statement, and with a callback or a promise. */
  override query(...given: never[]): never {
    const [asked] = given as unknown as [string | { text: string }];
    const text = typeof asked === 'string' ? asked : asked.text;
    const request = currentRequest();
    const began = performance.now();
    const end = (rows: number | undefined) => {
      const milliseconds = performance.now() - began;
      if (request) {
        request.statements += 1;
        request.milliseconds += milliseconds;
      }
      this.#onStatement?.({ text, milliseconds, rows, requestId: request?.requestId });
    };
    const at = given.findIndex((each) => typeof each === 'function');
    if (at < 0) {
      const answer: unknown = Reflect.apply(super.query, this, given);
      if (answer instanceof Promise)
        answer.then(
          (result: Result | Result[]) => end(rowsOf(result)),
          () => end(undefined),
        );
      return answer as never;
    }
    const callback = given[at] as unknown as Answered;
    const timed: Answered = (error, result) => {
      end(error || !result ? undefined : rowsOf(result));
      callback(error, result);
    };
    return Reflect.apply(super.query, this, given.with(at, timed as never)) as never;
  }
}

const rowsOf = (result: Result | Result[]): number =>
  [result].flat().reduce((rows, { rowCount }) => rows + (rowCount ?? 0), 0);
