import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** The version of PostgreSQL's protocol in the first message of a connection. */
const PROTOCOL = 196_608;

/**
 * A proxy that changes what a connection says first, as a pooler does. `change` alters the parameters, such as `user`
 * and `statement_timeout`, or returns a text with which the connection is refused. `alter` changes what it says later.
 */
export async function startupProxy(
  url: string,
  change: (parameters: Map<string, string>) => unknown,
  alter = (bytes: Buffer) => bytes,
): Promise<string> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => client.destroy());
    client.once('data', (bytes) => {
      const parameters = readStartup(bytes);
      const refusal = change(parameters);
      if (typeof refusal === 'string') return client.end(errorMessage(refusal));
      const database = connect({ host: hostname, port: Number(port) });
      database.on('error', () => client.destroy());
      client.on('close', () => database.destroy());
      database.write(writeStartup(parameters));
      client.on('data', (more) => database.write(alter(more)));
      database.pipe(client);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const through = Object.assign(new URL(url), { hostname: '127.0.0.1' });
  through.port = String((server.address() as AddressInfo).port);
  return through.href;
}

function readStartup(bytes: Buffer): Map<string, string> {
  const words = bytes
    .subarray(8, bytes.length - 2)
    .toString()
    .split('\0');
  return new Map(words.flatMap((word, at) => (at % 2 === 0 ? [[word, words[at + 1] ?? '']] : [])));
}

function writeStartup(parameters: Map<string, string>): Buffer {
  const words = Buffer.from(`${[...parameters].flat().join('\0')}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(head.length + words.length, 0);
  head.writeInt32BE(PROTOCOL, 4);
  return Buffer.concat([head, words]);
}

/** An error as PgBouncer sends it. */
function errorMessage(words: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${words}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(4 + fields.length, 1);
  return Buffer.concat([head, fields]);
}
