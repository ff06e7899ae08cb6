import { expect, test } from 'vitest';
import { healthRoutes } from '../platform/http/health.ts';
import { testApp } from '../testing/test-app.ts';

test.runIf(process.platform === 'linux')(
  '/readyz reports that the disk is full, and readers are still served',
  async () => {
    const { platform } = await testApp();
    const readyz = async (dataDirectory: string) => {
      const routes = healthRoutes({ ...platform, config: { ...platform.config, dataDirectory } });
      const answer = await routes.request('/readyz');
      return { status: answer.status, body: await answer.json() };
    };
    const well = { ready: true, database: true, migrations: true, jobs: true };
    expect(await readyz(import.meta.dirname)).toEqual({ status: 200, body: well });
    // /proc has no space for files.
    expect(await readyz('/proc')).toEqual({ status: 200, body: { ...well, disk: 'full' } });
  },
);
