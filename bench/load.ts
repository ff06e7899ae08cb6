import { Connection, requestText } from './connection.ts';

/** A task of the load process. Either each connection sends its next request at once, or requests are sent at a fixed rate. */
export type LoadAsk = {
  port: number;
  /** The address. `{turn}` in it becomes another number for each request. */
  path: string;
  /** The token of a signed-in user. */
  token?: string;
  /** The client's Accept-Encoding. */
  encodings?: string;
  /** Whether each request claims to come from another site, so that the server does not answer from its cache. */
  anew?: boolean;
  seconds: number;
  connections: number;
  /** Requests per second, independent of the answers; undefined: as many as possible. */
  rate?: number;
};
export type LoadAnswer = {
  requests: number;
  seconds: number;
  /** In milliseconds. At a fixed rate, the time counts from when the request was due, so waiting is included. */
  p50: number;
  p99: number;
  errors: number;
};

const OTHER_SITE = 'http://other.example';
const TURN = '{turn}';
let turn = 0;

async function run(asked: LoadAsk): Promise<LoadAnswer> {
  const { port, path, token, encodings, anew, seconds, connections: count, rate } = asked;
  const text = requestText(port, path, {
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(encodings && { 'Accept-Encoding': encodings }),
    ...(anew && { Origin: OTHER_SITE }),
  });
  const same = path.includes(TURN) ? undefined : Buffer.from(text);
  const next = () => {
    turn += 1;
    return same ?? text.replace(TURN, String(turn));
  };
  const connections = await Promise.all(Array.from({ length: count }, () => Connection.open(port)));
  const took: number[] = [];
  let errors = 0;
  const start = performance.now();
  const end = start + seconds * 1000;
  async function ask(connection: Connection, since: number): Promise<void> {
    if ((await connection.ask(next())) !== 200) errors += 1;
    took.push(performance.now() - since);
  }
  if (rate === undefined) {
    await Promise.all(
      connections.map(async (connection) => {
        for (let now = performance.now(); now < end; now = performance.now()) await ask(connection, now);
      }),
    );
  } else {
    await atRate(connections, { start, end, rate }, ask);
  }
  const elapsed = (performance.now() - start) / 1000;
  for (const connection of connections) connection.close();
  took.sort((a, b) => a - b);
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0;
  return { requests: took.length, seconds: elapsed, p50: at(0.5), p99: at(0.99), errors };
}

/** Sends requests when the clock says that they are due. If no connection is free, a request waits, and the waiting counts. */
async function atRate(
  connections: Connection[],
  { start, end, rate }: { start: number; end: number; rate: number },
  ask: (connection: Connection, since: number) => Promise<void>,
): Promise<void> {
  const free = [...connections];
  const due: number[] = [];
  let sent = 0;
  const underway = new Set<Promise<void>>();
  function dispatch(): void {
    while (due.length > 0 && free.length > 0) {
      const connection = free.pop();
      const since = due.shift();
      if (!connection || since === undefined) return;
      const one = ask(connection, since).then(() => {
        free.push(connection);
        underway.delete(one);
        dispatch();
      });
      underway.add(one);
    }
  }
  for (let now = performance.now(); now < end; now = performance.now()) {
    for (; start + (sent * 1000) / rate <= now; sent += 1) due.push(start + (sent * 1000) / rate);
    dispatch();
    await new Promise((resolve) => setImmediate(resolve));
  }
  dispatch();
  while (underway.size > 0) await Promise.all(underway);
}

process.on('message', (ask: LoadAsk) => {
  run(ask).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
