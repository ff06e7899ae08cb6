import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** The end of a transaction in the wire protocol: a simple query. */
const COMMIT = Buffer.from('COMMIT\0');

type Death = 'before' | 'after' | undefined;

/**
 * A proxy to the database at `url` that fails on request. `state.death`: a connection breaks at its COMMIT, `before`
 * the database receives it or `after` it has answered and the answer is lost; the first `spared` commits pass.
 * `silence`: connections are accepted and stay open, and no data passes in either direction until `speak`. `lose`: only
 * the present connections become silent. `goAway`: all connections break, including new ones, until `comeBack`.
 */
export async function databaseProxy(url: string) {
  const { hostname, port } = new URL(url);
  const state: { death: Death; spared: number } = { death: undefined, spared: 0 };
  const sockets = new Set<Socket>();
  let isSilent = false;
  let isAway = false;
  const server = createServer((client) => {
    if (isAway) return client.destroy();
    const database = connect({ host: hostname, port: Number(port) });
    let isDeaf = false;
    const end = () => {
      client.destroy();
      database.destroy();
      sockets.delete(client);
      sockets.delete(database);
    };
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', end);
      socket.on('close', end);
    }
    client.on('data', (bytes) => {
      const isMeant = state.death !== undefined && bytes.includes(COMMIT) && state.spared-- <= 0;
      const death = isMeant ? state.death : undefined;
      if (death === 'before') return end();
      isDeaf = death === 'after';
      database.write(bytes);
    });
    database.on('data', (bytes) => (isDeaf ? end() : client.write(bytes)));
    if (isSilent) {
      client.pause();
      database.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    state,
    silence(): void {
      isSilent = true;
      for (const socket of sockets) socket.pause();
    },
    goAway(): void {
      isAway = true;
      for (const socket of sockets) socket.destroy();
    },
    comeBack(): void {
      isAway = false;
    },
    lose(): void {
      for (const socket of sockets) socket.pause();
    },
    speak(): void {
      isSilent = false;
      for (const socket of sockets) socket.resume();
    },
  };
}
