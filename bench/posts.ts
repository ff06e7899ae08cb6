import { connect, type Socket } from 'node:net';

export type Post = { path: string; headers: Record<string, string>; body: string };

/** One keep-alive connection that posts one thing at a time; as little work as an HTTP client can do. */
export class PostConnection {
  private socket: Socket;
  private buffer = '';
  private settle: ((status: number) => void) | undefined;
  private port: number;
  isOpen = true;

  private constructor(socket: Socket, port: number) {
    this.socket = socket;
    this.port = port;
    socket.setNoDelay(true);
    socket.on('data', (data: Buffer) => this.receive(data.toString('latin1')));
    const gone = () => {
      this.isOpen = false;
      this.end(0);
    };
    socket.on('error', gone);
    socket.on('close', gone);
  }

  static open(port: number): Promise<PostConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new PostConnection(socket, port)));
      socket.once('error', reject);
    });
  }

  /** The answer's status; 0 when the connection broke before it came. */
  send({ path, headers, body }: Post): Promise<number> {
    if (!this.isOpen) return Promise.resolve(0);
    return new Promise((resolve) => {
      this.settle = resolve;
      const lines = Object.entries({
        ...headers,
        host: `127.0.0.1:${this.port}`,
        'content-length': String(Buffer.byteLength(body)),
      }).map(([name, value]) => `${name}: ${value}\r\n`);
      this.socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private receive(data: string): void {
    this.buffer += data;
    const head = this.buffer.indexOf('\r\n\r\n');
    if (head === -1) return;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(this.buffer.slice(0, head))?.[1] ?? Number.NaN);
    const isWhole = Number.isNaN(length)
      ? this.buffer.endsWith('\r\n0\r\n\r\n')
      : this.buffer.length >= head + 4 + length;
    if (isWhole) this.end(Number(this.buffer.slice(9, 12)));
  }

  private end(status: number): void {
    const { settle } = this;
    this.settle = undefined;
    this.buffer = '';
    settle?.(status);
  }
}

/**
 * Posts everything, each of `targets` on `each` connections, and again whatever was not acknowledged, as a provider
 * does. A target is asked for its port whenever it is connected to anew, and waited for while it is away.
 */
export async function postAll(
  posts: Post[],
  targets: (() => number | undefined)[],
  each: number,
  onAcknowledged: (count: number) => void = () => undefined,
): Promise<{ seconds: number; resent: number }> {
  const queue = [...posts].reverse();
  let acknowledged = 0;
  let resent = 0;
  const started = performance.now();

  async function work(target: () => number | undefined): Promise<void> {
    let connection: PostConnection | undefined;
    while (acknowledged < posts.length) {
      const port = target();
      if (!connection?.isOpen && port !== undefined) {
        connection = await PostConnection.open(port).catch(() => undefined);
      }
      const post = connection?.isOpen ? queue.pop() : undefined;
      if (!connection || !post) {
        // The target is away, or others have the last ones in hand.
        await new Promise((resolve) => setTimeout(resolve, 5));
        continue;
      }
      if ((await connection.send(post)) === 200) {
        acknowledged += 1;
        onAcknowledged(acknowledged);
      } else {
        resent += 1;
        queue.unshift(post);
      }
    }
    connection?.close();
  }

  await Promise.all(targets.flatMap((target) => Array.from({ length: each }, () => work(target))));
  return { seconds: (performance.now() - started) / 1000, resent };
}
