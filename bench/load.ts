import { connect, type Socket } from 'node:net';

/** What the load process is asked: closed loop (each connection asks again at once), or open loop at a fixed rate. */
export type LoadAsk = {
  port: number;
  path: string;
  /** Of somebody who is signed in. */
  token?: string;
  /** Encodings that the client takes, as its Accept-Encoding names them. */
  encodings?: string;
  seconds: number;
  connections: number;
  /** Requests a second, whatever the answers do; absent: as many as go. */
  rate?: number;
};
export type LoadAnswer = {
  requests: number;
  seconds: number;
  /** Milliseconds; at a fixed rate counted from when the request was due, so that a stall is not hidden. */
  p50: number;
  p99: number;
  errors: number;
};

const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n');

/** One keep-alive connection that asks one thing at a time; as little work as an HTTP client can do. */
class Connection {
  private socket: Socket;
  private request: Buffer;
  private buffer: Buffer = Buffer.alloc(0);
  private settle: ((ok: boolean) => void) | undefined;

  private constructor(socket: Socket, request: Buffer) {
    this.socket = socket;
    this.request = request;
    socket.setNoDelay(true);
    socket.on('data', (data: Buffer) => this.receive(data));
    const fail = () => this.end(false);
    socket.on('error', fail);
    socket.on('close', fail);
  }

  static open(port: number, request: Buffer): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new Connection(socket, request)));
      socket.once('error', reject);
    });
  }

  ask(): Promise<boolean> {
    return new Promise((resolve) => {
      this.settle = resolve;
      this.socket.write(this.request);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private receive(data: Buffer): void {
    this.buffer = this.buffer.length === 0 ? data : Buffer.concat([this.buffer, data]);
    const head = this.buffer.indexOf(HEAD_END);
    if (head === -1) return;
    const lines = this.buffer.toString('latin1', 0, head);
    const length = /\r\ncontent-length: (\d+)/i.exec(lines)?.[1];
    const isWhole =
      length === undefined
        ? this.buffer.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
        : this.buffer.length >= head + HEAD_END.length + Number(length);
    if (isWhole) this.end(lines.startsWith('HTTP/1.1 200'));
  }

  private end(ok: boolean): void {
    const { settle } = this;
    this.settle = undefined;
    this.buffer = Buffer.alloc(0);
    settle?.(ok);
  }
}

async function run({
  port,
  path,
  token,
  encodings,
  seconds,
  connections: count,
  rate,
}: LoadAsk): Promise<LoadAnswer> {
  const authorization = token ? `Authorization: Bearer ${token}\r\n` : '';
  const accepted = encodings ? `Accept-Encoding: ${encodings}\r\n` : '';
  const request = Buffer.from(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: */*\r\n${authorization}${accepted}Connection: keep-alive\r\n\r\n`,
  );
  const connections = await Promise.all(Array.from({ length: count }, () => Connection.open(port, request)));
  const took: number[] = [];
  let errors = 0;
  const start = performance.now();
  const end = start + seconds * 1000;
  async function ask(connection: Connection, since: number): Promise<void> {
    if (!(await connection.ask())) errors += 1;
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

/** Requests are due by the clock; one that finds no free connection waits, and its wait counts. */
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
