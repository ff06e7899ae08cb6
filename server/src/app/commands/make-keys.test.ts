import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareCertificates } from '../../modules/certificates/certificates.service.ts';
import { call, commandIn } from '../../testing/command.ts';
import { laboratory } from '../../testing/lab.ts';
import { testApp } from '../../testing/test-app.ts';
import { makeKeys } from './make-keys.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keys-'));
});
afterAll(() => rm(folder, { recursive: true }));

const at = (name: string) => join(folder, name);

describe('npm run keys creates keys', () => {
  it('npm run keys creates the keys for production, can replace the signing key, and overwrites no file', async () => {
    const keys = join(folder, 'production');
    expect(await commandIn({}, 'make-keys', keys, 'Test Laboratory')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(`SIGNING_KEY=${join(keys, 'signing.key.pem')}`),
      stderr: '',
    });
    const production = {
      SIGNING_KEY: join(keys, 'signing.key.pem'),
      SIGNING_CERTIFICATES: join(keys, 'signing.certificates.pem'),
      LOG_KEY: join(keys, 'log.key.pem'),
      LOG_ORIGIN: 'lab.example/log',
    };
    const app = await testApp(production);
    await prepareCertificates(app.modules.certificates);
    const order = await (await laboratory(app)).published();
    expect((await app.raw(`/api/tests/${order.id}/certificate`)).status).toBe(200);
    expect(await (await app.raw('/checkpoint')).text()).toMatch(/^lab\.example\/log\n2\n/);

    expect(await call(makeKeys, {}, keys, 'Test Laboratory')).toEqual({
      status: 2,
      said: expect.stringContaining('is there already'),
    });
    const next = join(folder, 'next');
    expect(await call(makeKeys, {}, next, 'Test Laboratory', join(keys, 'authority.pem'))).toMatchObject({
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
    await prepareCertificates(changed.modules.certificates);
    const text = await (await changed.raw('/api/log/keys')).text();
    // The file has two signing certificates and one authority.
    expect(text.match(/BEGIN CERTIFICATE/g)).toHaveLength(3);
    await writeFile(at('empty'), '');
    expect((await call(makeKeys, {}, join(folder, 'x'), 'L', at('empty'))).status).toBe(2);
  });
});
