import type { AddressInfo } from 'node:net';
import { standingClock } from '../platform/clock.ts';
import { createHttpServer } from '../platform/http/http-server.ts';
import { type AppOptions, createApp } from './create-app.ts';

export type ControlledApp = Awaited<ReturnType<typeof startControlledApp>>;

type Options = Omit<AppOptions, 'clock' | 'port' | 'superviseJobs'> & {
  /** The time at which the application's clock starts. */
  at: Date;
};

/**
 * The whole application for tests and demo data: its clock moves only when the caller moves it, and `jobs.drain()` runs
 * its jobs.
 */
export async function startControlledApp({ at, ...options }: Options) {
  const clock = standingClock(at);
  // Only programs on this machine can reach it.
  const config = { ...options.config, host: '127.0.0.1' };
  let port = 0;
  const app = await createApp({ ...options, config, clock, port: () => port, superviseJobs: false });
  const { jobs } = app.platform;
  await jobs.start({ work: false });
  const server = createHttpServer(config, app.listener);
  await new Promise<void>((resolve) => server.listen(0, config.host, resolve));
  port = (server.address() as AddressInfo).port;

  return {
    ...app,
    clock,
    address: app.platform.ownAddress(),
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await jobs.stop(0);
      await app.close();
    },
  };
}
