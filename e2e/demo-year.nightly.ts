import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { DEMO_PASSWORD } from '../server/database/demo/people.ts';
import { DEMO_YEAR } from '../server/database/demo/year.ts';
import { scratchDirectory } from '../server/src/testing/scratch.ts';
import { clientOf, Installation } from './installation.ts';

/** The certificates and other files of an installation, which the demo data add. */
const filesOf = async (directory: string) =>
  (await readdir(join(directory, 'files'), { recursive: true }).catch(() => [])).length;

test('if the server is killed while it creates a year of demo tests, its next start creates the whole year', async () => {
  test.setTimeout(900_000);
  const directory = await scratchDirectory('demo-year');
  const installation = new Installation({ DATA_DIR: directory, SEED_DEMO: '1' });
  try {
    const first = installation.start().then(
      () => 'greeted',
      () => 'ended',
    );
    await expect.poll(() => filesOf(directory), { timeout: 300_000 }).toBeGreaterThan(20);
    await installation.end('SIGKILL');
    expect(await first).toBe('ended');

    await installation.start();
    for (const by of ['customer', 'second'] as const) {
      const credentials = { email: `${by}@demo.test`, password: DEMO_PASSWORD };
      const anonymous = clientOf(() => installation.address);
      const { body } = await anonymous<{ session: { access_token: string } }>(
        'POST',
        '/api/auth/login',
        credentials,
      );
      const person = clientOf(() => installation.address, body.session.access_token);
      const mine = await person<{ items: { batch_code: string | null }[] }>('GET', '/api/me/tests');
      const batches = mine.body.items.map(({ batch_code: batch }) => batch);
      const planned = DEMO_YEAR.filter((each) => each.by === by).map(({ batch }) => batch);
      expect(batches.toSorted()).toEqual(planned.toSorted());
    }
    expect(await installation.end('SIGTERM')).toBe(0);
  } finally {
    await installation.end('SIGKILL');
    await rm(directory, { recursive: true, force: true });
  }
});
