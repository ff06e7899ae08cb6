import { describe, expect, it } from 'vitest';
import { call, commandIn } from '../../testing/command.ts';
import { backedUp, contentsOf, installation, newPath, restore } from '../../testing/installation.ts';
import { shared } from '../../testing/test-app.ts';
import { emptyDatabase } from '../../testing/test-database.ts';
import { admin } from './admin.ts';

const SLOW = { timeout: 300_000 };

describe('a backup of a working installation can be restored into another kind of database', SLOW, () => {
  const made = shared(installation);

  it('a backup that is made while people work is a consistent snapshot', async () => {
    const { lab, settings } = made();
    let isBusy = true;
    let count = 0;
    const work = (async () => {
      while (isBusy) {
        await lab.published();
        count += 1;
      }
    })();
    // The backup runs as a process of its own, as in real use.
    const file = await newPath('backup.tgz');
    const ended = await commandIn(settings, 'admin', 'backup', file);
    isBusy = false;
    await work;
    expect(ended).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Backed up the database and'),
      stderr: '',
    });
    expect(count).toBeGreaterThan(0);
    const restored = { DATA_DIR: await newPath('data'), DATABASE_URL: await emptyDatabase() };
    expect(await restore(file, restored)).toMatchObject({ status: 0 });
    expect(await call(admin, restored, 'doctor', '--read-files')).toMatchObject({ status: 0 });
    expect(await call(admin, settings, 'doctor', '--read-files')).toMatchObject({ status: 0 });
  });

  it('a backup of a PostgreSQL server can be restored into the embedded database, and the reverse', async () => {
    const { app, settings } = made();
    const file = await backedUp(made());
    const before = await contentsOf(app.databaseUrl);
    const embedded = { DATA_DIR: await newPath('data'), DATABASE_URL: '' };
    expect(await restore(file, embedded)).toMatchObject({ status: 0 });
    expect(await call(admin, embedded, 'doctor')).toMatchObject({
      status: 0,
      said: expect.stringMatching(/^(ok .*\n)+All is well\.\n$/),
    });
    const again = await backedUp({ settings: { ...settings, ...embedded } });
    const databaseUrl = await emptyDatabase();
    const back = { DATA_DIR: await newPath('data'), DATABASE_URL: databaseUrl };
    expect(await restore(again, back)).toMatchObject({ status: 0 });
    expect(await contentsOf(databaseUrl)).toEqual(before);
  });
});
