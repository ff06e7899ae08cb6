import { createServer } from 'node:net';

/** Below the ports that the kernel gives to outgoing connections, so that nobody takes the port of a killed program. */
const FIRST = 21_000;
const LAST = 32_000;

/** A free port of this machine for each name. */
export async function freePorts<Name extends string>(names: readonly Name[]): Promise<Record<Name, number>> {
  const found: number[] = [];
  const start = FIRST + Math.floor(Math.random() * (LAST - FIRST - 10 * names.length));
  for (let port = start; found.length < names.length; port += 1) if (await isFree(port)) found.push(port);
  return Object.fromEntries(names.map((name, index) => [name, found[index]])) as Record<Name, number>;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
