import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** The COMMIT of a transaction, as bytes of the database protocol. */
const COMMIT = Buffer.from('COMMIT\0');

type Death = 'before' | 'after' | undefined;

/**
 * A proxy between the application and its database that fails when a test asks. `state.death` breaks a connection at a
 * COMMIT: `before` the database gets it, or `after` its answer, which is lost. The first `spared` commits pass.
 * `silence` keeps connections open and passes no data until `speak`; `lose` does so for the present connections only.
 * `goAway` breaks all connections until `comeBack`.
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
