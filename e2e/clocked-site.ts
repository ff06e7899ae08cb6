import { join } from 'node:path';
import { callsOf } from '../server/database/demo/calls.ts';
import type { DemoTest } from '../server/database/demo/order.ts';
import { addDemoPeople } from '../server/database/demo/people.ts';
import type { StepKind } from '../server/database/demo/plan.ts';
import { demoSteps } from '../server/database/demo/steps.ts';
import { seedReferenceData } from '../server/database/seed/reference-data.ts';
import { startControlledApp } from '../server/src/app/controlled-app.ts';
import { loadPages } from '../server/src/app/pages.ts';
import { signsSince } from '../server/src/modules/certificates/certificates.service.ts';
import { loadConfig } from '../server/src/platform/config/config.ts';
import type { Job } from '../server/src/platform/jobs/jobs.ts';
import { createLogger } from '../server/src/platform/log.ts';
import { prepareDatabase } from '../server/src/platform/postgres/prepare-database.ts';
import { throwawayPostgres } from '../server/src/testing/throwaway-postgres.ts';
import type { Mail } from './site.ts';

export type ClockedSite = Awaited<ReturnType<typeof openClockedSite>>;

/**
 * Starts a website for one test, with its own database. Its clock and its jobs move only when the test asks, because
 * the events are days apart. It has only the people of the demo data.
 * @param env further settings of the server.
 */
export async function openClockedSite(env: Record<string, string> = {}) {
  const log = createLogger('error');
  const postgres = await throwawayPostgres('e2e-clocked', log);
  const config = loadConfig({
    DATA_DIR: join(postgres.directory, 'data'),
    LOG_LEVEL: 'error',
    // The same limit as on the server of the other tests (serve.ts).
    STATEMENT_TIMEOUT_MS: '20000',
    TRUST_PROXY: '1',
    ...env,
  });
  const options = { config, log, databaseUrl: postgres.url };
  await prepareDatabase(postgres.ownerUrl, log);
  const pages = await loadPages({ production: false });
  const app = await startControlledApp({ ...options, pages, at: new Date(), makeQueues: true });
  const { address, clock, modules, platform } = app;
  await seedReferenceData(modules);
  await addDemoPeople(modules);
  clock.advance(Math.max(0, (await signsSince(modules.certificates)).getTime() - clock.now().getTime()));
  await platform.jobs.drain();

  const call = (who: string) => callsOf(address, clock, `${who}@demo.test`).call;
  const take = await demoSteps({
    address,
    customer: call('customer'),
    second: call('second'),
    analyst: call('analyst'),
    reviewer: call('reviewer'),
    offered: platform.config.paymentMethods,
  });

  return {
    /** The public address of the site. */
    origin: platform.publicUrl(),
    clock,
    modules,
    /**
     * Runs the jobs that are due, and those that they start. `byClock` is a job that a real site starts at certain
     * times.
     */
    async work(byClock?: Job<Record<string, never>>): Promise<void> {
      if (byClock) await platform.jobs.send(platform.db.orm, byClock, {});
      await platform.jobs.drain();
    },
    /** Does these steps of a test through the API, and runs the jobs of each step. */
    async take(test: DemoTest, ...kinds: StepKind[]): Promise<void> {
      for (const kind of kinds) {
        await take(test, kind, clock.now());
        await platform.jobs.drain();
      }
    },
    /** The mails to an address, newest first. */
    async mailsTo(to: string): Promise<Mail[]> {
      const answer = await fetch(`${address}/dev/mail.json?to=${encodeURIComponent(to)}`);
      return ((await answer.json()) as { items: Mail[] }).items;
    },
    async close(): Promise<void> {
      await app.close();
      await postgres.stop();
    },
  };
}
