import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { laboratory, must } from './testing/lab.ts';
import { testApp } from './testing/test-app.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A command of ours as a process of its own. */
function command(name: string, ...words: string[]): Promise<{ status: number; said: string }> {
  const path = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  return new Promise((resolve) => {
    execFile(process.execPath, [path, ...words], (error, stdout, stderr) => {
      resolve({ status: typeof error?.code === 'number' ? error.code : 0, said: stdout + stderr });
    });
  });
}
const at = (name: string) => join(folder, name);
const verify = (...names: string[]) => command('verify-certificate', ...names.map(at));

describe('npm run verify', () => {
  it('tells a genuine certificate from a forged one with files alone, after a retraction too', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const order = await lab.published();
    const other = await lab.published();
    const keep = async (name: string, path: string) =>
      writeFile(at(name), new Uint8Array(await (await app.raw(path)).arrayBuffer()));
    await keep('coa.pdf', `/api/tests/${order.id}/certificate`);
    await keep('coa.tlog-proof', `/api/tests/${order.id}/certificate/proof`);
    await keep('other.tlog-proof', `/api/tests/${other.id}/certificate/proof`);
    await keep('keys.txt', '/api/log/keys');
    const foreign = await testApp();
    await writeFile(at('foreign.txt'), await (await foreign.raw('/api/log/keys')).text());
    await must(lab.retract(lab.reviewer, order));

    const genuine = await verify('coa.pdf', 'coa.tlog-proof', 'keys.txt');
    expect(genuine).toEqual({
      status: 0,
      said: expect.stringContaining('A genuine certificate, as it was issued'),
    });
    expect(genuine.said).toContain('ask on its page');

    const bytes = await readFile(at('coa.pdf'));
    const flipped = Buffer.from(bytes);
    flipped[9000] = (flipped[9000] ?? 0) ^ 1;
    await writeFile(at('flipped.pdf'), flipped);
    await writeFile(at('longer.pdf'), Buffer.concat([bytes, Buffer.from('\n')]));
    for (const name of ['flipped.pdf', 'longer.pdf']) {
      const { status, said } = await verify(name, 'coa.tlog-proof', 'keys.txt');
      expect([status, said]).toEqual([
        1,
        expect.stringContaining('Not a certificate as the laboratory issued it'),
      ]);
      expect(said).toContain('The proof belongs to another file.');
    }
    expect((await verify('coa.pdf', 'other.tlog-proof', 'keys.txt')).status).toBe(1);
    expect((await verify('coa.pdf', 'coa.tlog-proof', 'foreign.txt')).status).toBe(1);
  });

  it('says what it needs', async () => {
    await writeFile(at('empty'), '');
    expect(await command('verify-certificate')).toEqual({
      status: 2,
      said: expect.stringContaining('npm run verify'),
    });
    expect(await verify('missing', 'empty', 'empty')).toEqual({
      status: 2,
      said: expect.stringContaining('cannot be read'),
    });
    expect(await verify('empty', 'empty', 'empty')).toEqual({
      status: 2,
      said: expect.stringContaining('names no authority'),
    });
  });
});

describe('npm run keys', () => {
  it('makes what production wants, changes the signing key, and writes nothing over', async () => {
    const keys = join(folder, 'production');
    expect(await command('make-keys', keys, 'Test Laboratory')).toMatchObject({ status: 0 });
    const production = {
      SIGNING_KEY: join(keys, 'signing.key.pem'),
      SIGNING_CERTIFICATES: join(keys, 'signing.certificates.pem'),
      LOG_KEY: join(keys, 'log.key.pem'),
      LOG_ORIGIN: 'lab.example/log',
    };
    const app = await testApp(production);
    await app.house.certificates.prepare();
    const order = await (await laboratory(app)).published();
    expect((await app.raw(`/api/tests/${order.id}/certificate`)).status).toBe(200);
    expect(await (await app.raw('/checkpoint')).text()).toMatch(/^lab\.example\/log\n1\n/);

    expect(await command('make-keys', keys, 'Test Laboratory')).toEqual({
      status: 2,
      said: expect.stringContaining('is there already'),
    });
    const next = join(folder, 'next');
    expect(await command('make-keys', next, 'Test Laboratory', join(keys, 'authority.pem'))).toMatchObject({
      status: 0,
    });
    const changed = await testApp(
      {
        ...production,
        SIGNING_KEY: await readFile(join(next, 'signing.key.pem'), 'utf8'),
        SIGNING_CERTIFICATES: (await readFile(join(next, 'signing.certificates.pem'), 'utf8')).replaceAll(
          '\n',
          '\\n',
        ),
      },
      { databaseUrl: app.databaseUrl },
    );
    await changed.house.certificates.prepare();
    const text = await (await changed.raw('/api/log/keys')).text();
    // Two signing certificates, one authority.
    expect(text.match(/BEGIN CERTIFICATE/g)).toHaveLength(3);
    expect((await command('make-keys', join(folder, 'x'), 'L', at('empty'))).status).toBe(2);
  });
});
