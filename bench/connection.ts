import { connect, type Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n');

/** One HTTP connection that stays open. It sends one request at a time, with as little work as possible. */
export class Connection {
  private socket: Socket;
  private buffer: Buffer = Buffer.alloc(0);
  private settle: ((status: number) => void) | undefined;
  isOpen = true;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (data: Buffer) => this.receive(data));
    const gone = () => {
      this.isOpen = false;
      this.end(0);
    };
    socket.on('error', gone);
    socket.on('close', gone);
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new Connection(socket)));
      socket.once('error', reject);
    });
  }

  /** Sends a request and returns the status of the answer; 0 if the connection broke before the answer. */
  ask(request: string | Buffer): Promise<number> {
    if (!this.isOpen) return Promise.resolve(0);
    return new Promise((resolve) => {
      this.settle = resolve;
      this.socket.write(request);
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
    if (isWhole) this.end(Number(lines.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)));
  }

  private end(status: number): void {
    const { settle } = this;
    this.settle = undefined;
    this.buffer = Buffer.alloc(0);
    settle?.(status);
  }
}

/** The text of a GET request on a keep-alive connection. */
export function requestText(port: number, path: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: */*\r\n${lines.join('')}Connection: keep-alive\r\n\r\n`;
}
