import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readArchive } from '../../platform/backup/archive.ts';
import { call } from '../../testing/command.ts';
import { backedUp, contentsOf, installation, newPath, restore } from '../../testing/installation.ts';
import { shared, type TestApp, testApp } from '../../testing/test-app.ts';
import { asOwner, emptyDatabase, servingUrlOf } from '../../testing/test-database.ts';
import { admin } from './admin.ts';

const SLOW = { timeout: 300_000 };

describe('a restored backup has the same rows and files as the original', SLOW, () => {
  const made = shared(installation);

  it('a restored backup has the same rows and files as the original, and the laboratory can work with it', async () => {
    const { app, lab, published } = made();
    const order = await lab.received({ notes: 'The last one before the backup.' });
    const before = await contentsOf(app.databaseUrl);
    expect(before.jobs).toContain('mail');
    const file = await backedUp(made());
    const [directory, databaseUrl] = [await newPath('data'), await emptyDatabase()];
    const done = await restore(file, { DATA_DIR: directory, DATABASE_URL: databaseUrl });
    expect(done).toMatchObject({ status: 0, said: expect.stringContaining('LOG_ORIGIN') });
    expect(await contentsOf(databaseUrl)).toEqual(before);

    // The second installation has the keys and secrets of the backup, so sessions stay valid.
    const other = await testApp({ DATA_DIR: directory }, { databaseUrl: servingUrlOf(databaseUrl) });
    other.clock.advance(app.clock.now().getTime() - other.clock.now().getTime());
    const pdfOf = async (each: TestApp) =>
      (await each.raw(`/api/tests/${published.id}/certificate`)).headers.get('etag');
    expect(await pdfOf(other)).toBe(await pdfOf(app));
    expect((await other.request('/api/me/profile', { token: lab.analyst.token })).status).toBe(200);
    expect(await (await other.raw('/api/log/keys')).text()).toBe(
      await (await app.raw('/api/log/keys')).text(),
    );
    const catalog = await other.request<{ data: { id: string }[] }>('/api/skus/catalog');
    const ordered = await other.request<{ data: { task_number: number } }>('/api/orders', {
      token: order.owner.token,
      json: { skuId: catalog.body.data[0]?.id, quantity: 1, paymentMethod: 'stripe' },
    });
    expect(ordered.body.data.task_number).toBe(order.taskNumber + 1);
    await expect(asOwner(other, 'DELETE FROM log_entry')).rejects.toMatchObject({
      code: '23514',
    });
    const settings = { DATA_DIR: directory, DATABASE_URL: other.databaseUrl };
    expect(await call(admin, settings, 'doctor', '--read-files')).toMatchObject({ status: 0 });
  });

  it('a backup contains keys and secrets only if a passphrase is set; otherwise it reports that the passphrase is missing', async () => {
    const { app, settings } = made();
    const secrets = await readFile(join(app.platform.config.dataDirectory, 'secrets.json'), 'utf8');
    const { jwt, code } = JSON.parse(secrets) as { jwt: string; code: string };
    const all = async (file: string) => {
      let text = '';
      for await (const { bytes } of readArchive(file)) text += Buffer.from(bytes).toString('latin1');
      return text;
    };
    const sealed = await all(await backedUp(made()));
    expect(sealed).toContain('scrypt');
    for (const secret of [jwt, code, 'PRIVATE KEY']) expect(sealed).not.toContain(secret);

    const file = await newPath('bare.tgz');
    const bare = await call(admin, { ...settings, BACKUP_PASSPHRASE: '' }, 'backup', file);
    expect(bare).toMatchObject({ status: 0, said: expect.stringContaining('It holds no keys') });
    expect(await all(file)).not.toContain('PRIVATE KEY');
    const elsewhere = { DATA_DIR: await newPath('data'), DATABASE_URL: await emptyDatabase() };
    expect(await restore(file, elsewhere)).toMatchObject({
      said: expect.stringContaining('It held no keys'),
    });
  });
});
