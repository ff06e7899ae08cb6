import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { scratchDirectory } from '../server/src/testing/scratch.ts';
import { clientOf, Installation } from './installation.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const WORKSPACES = ['science', 'contract', 'server', 'web'];
const email = 'former@example.test';
const password = 'Right-horse-7';

/** The commit of the last release. Undefined if this copy of the history does not contain it. */
async function findFormerRelease(): Promise<string | undefined> {
  const commit = (await readFile(join(ROOT, 'server/database/former-release'), 'utf8')).trim();
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT, stdio: 'ignore' });
    return commit;
  } catch {
    return undefined;
  }
}

/** Writes the files of the last release into `target`, with the packages of this working copy. */
async function checkOut(commit: string, target: string): Promise<void> {
  await mkdir(join(target, 'node_modules/@vialproof'), { recursive: true });
  const archive = execFileSync(
    'git',
    ['archive', commit, 'package.json', 'package-lock.json', 'tsconfig.base.json', ...WORKSPACES],
    { cwd: ROOT, maxBuffer: 1_000_000_000 },
  );
  execFileSync('tar', ['-x', '-C', target], { input: archive });
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (name !== '@vialproof')
      await symlink(join(ROOT, 'node_modules', name), join(target, 'node_modules', name));
  }
  for (const name of WORKSPACES) {
    await symlink(join(target, name), join(target, 'node_modules/@vialproof', name));
    // These packages are installed only for this workspace.
    const own = join(ROOT, name, 'node_modules');
    if (existsSync(own)) await symlink(own, join(target, name, 'node_modules'));
  }
}

test('the server of the last release works on a database that this release has changed', async () => {
  const commit = await findFormerRelease();
  test.skip(
    !commit,
    'the history of this checkout does not contain the commit in server/database/former-release',
  );
  test.setTimeout(240_000);
  const directory = await scratchDirectory('former');
  const env = { DATA_DIR: join(directory, 'data') };
  const migrated = new Installation(env);
  const former = new Installation(env, join(directory, 'checkout/server/src/main.ts'));
  try {
    await checkOut(commit ?? '', join(directory, 'checkout'));
    await migrated.start();
    expect(await migrated.end('SIGTERM')).toBe(0);

    await former.start();
    const anonymous = clientOf(() => former.address);
    expect((await anonymous<{ ready: boolean }>('GET', '/readyz')).body).toMatchObject({ ready: true });
    const name = { firstName: 'Former', lastName: 'Release' };
    expect((await anonymous('POST', '/api/auth/register', { ...name, email, password })).status).toBe(201);
    const code = async () => {
      const { body } = await anonymous<{ items: { text: string }[] }>('GET', `/dev/mail.json?to=${email}`);
      return /\b\d{6}\b/.exec(body.items[0]?.text ?? '')?.[0];
    };
    await expect.poll(code, { timeout: 20_000 }).toBeTruthy();
    const verified = await anonymous<{ session: { access_token: string } }>(
      'POST',
      '/api/auth/verify-email',
      {
        email,
        code: await code(),
      },
    );
    const customer = clientOf(() => former.address, verified.body.session.access_token);
    const catalog = await customer<{ data: { id: string; base_price_cents: number }[] }>(
      'GET',
      '/api/skus/catalog',
    );
    const [sku] = catalog.body.data;
    const order = await customer<{ data: { id: string } }>('POST', '/api/orders', {
      skuId: sku?.id,
      quantity: 1,
      paymentMethod: 'stripe',
    });
    const { id } = order.body.data;
    const page = await customer<{ url: string }>('POST', '/api/checkout', {
      request_id: id,
      provider: 'stripe',
      amount_cents: sku?.base_price_cents,
      currency: 'usd',
    });
    await fetch(page.body.url, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'pay' }),
      redirect: 'manual',
    });
    const status = async () =>
      (await customer<{ data: { status: string } }>('GET', `/api/orders/${id}`)).body.data.status;
    await expect.poll(status, { timeout: 30_000 }).toBe('awaiting_sample');
    expect(
      (await anonymous<{ pagination: { total: number } }>('GET', '/api/tests')).body.pagination.total,
    ).toBe(1);
    expect(await former.end('SIGTERM')).toBe(0);

    // The newer release starts again on the same database.
    await migrated.start();
    expect((await clientOf(() => migrated.address)<object>('GET', '/readyz')).body).toMatchObject({
      ready: true,
    });
  } finally {
    await former.end('SIGTERM');
    await migrated.end('SIGTERM');
    await rm(directory, { recursive: true, force: true });
  }
});
