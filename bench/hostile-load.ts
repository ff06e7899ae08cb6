import { Connection, requestText } from './connection.ts';

/** A flood of requests from one or several clients, which send the next request as soon as they get an answer. */
export type FloodAsk = {
  port: number;
  seconds: number;
  connections: number;
  /** The number of client addresses. */
  clients: number;
  /** Ids of public tests, and paths of pages such as /compounds/NAME. */
  tests: string[];
  dossiers: string[];
};
export type FloodAnswer = { statuses: Record<string, number>; seconds: number };

/** Addresses that no cache can answer: each has another limit, search text, name, id or unused parameter. */
const KINDS: ((turn: number, test: string, dossier: string) => string)[] = [
  (turn, _, dossier) => `/api/dossiers${dossier}?analyte=purity&min=${turn % 100}&max=${100 + turn}`,
  (turn, _, dossier) => `${dossier}?analyte=purity&min=${turn % 100}&max=${100 + turn}`,
  (turn) => `/tests?search=${turn.toString(36)}${Math.random().toString(36).slice(2, 8)}`,
  (turn, test) => `/tests/${test}?x=${turn}`,
  (turn) => `/?x=${turn}`,
  (turn) => `/nothing-${turn}`,
  (_, test) => `/share/${test}/1.png`,
];

async function flood({
  port,
  seconds,
  connections,
  clients,
  tests,
  dossiers,
}: FloodAsk): Promise<FloodAnswer> {
  const statuses: Record<string, number> = {};
  const started = performance.now();
  const end = started + seconds * 1000;
  let turn = 0;

  async function work(place: number): Promise<void> {
    const headers = { 'X-Forwarded-For': `198.51.100.${(place % clients) + 1}` };
    let connection = await Connection.open(port);
    while (performance.now() < end) {
      turn += 1;
      const kind = KINDS[(place + turn) % KINDS.length];
      const path =
        kind?.(turn, tests[turn % tests.length] ?? '', dossiers[turn % dossiers.length] ?? '') ?? '/';
      const status = await connection.ask(requestText(port, path, headers));
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (!connection.isOpen) connection = await Connection.open(port);
    }
    connection.close();
  }

  await Promise.all(Array.from({ length: connections }, (_, place) => work(place)));
  return { statuses, seconds: (performance.now() - started) / 1000 };
}

process.on('message', (ask: FloodAsk) => {
  flood(ask).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
