import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';
import { StartupProblem } from './startup-problem.ts';

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'vialproof-config-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const load = (env: Record<string, string>) => () => loadConfig({ DATA_DIR: directory, ...env });

describe('settings', () => {
  it('keeps the secrets that it made at the first start', () => {
    expect(load({})().secrets).toEqual(load({})().secrets);
  });

  it('CORS_ORIGINS: takes origins, and nothing that the guard could not compare', () => {
    const origins = load({ CORS_ORIGINS: 'https://shop.example, http://127.0.0.1:5000/' })().corsOrigins;
    expect(origins).toEqual(['https://shop.example', 'http://127.0.0.1:5000']);
    for (const wrong of ['shop.example', '*', 'https://a.example;https://b.example', 'ftp://a.example']) {
      expect(load({ CORS_ORIGINS: wrong })).toThrow(ConfigError);
      expect(load({ CORS_ORIGINS: wrong })).toThrow(/CORS_ORIGINS/);
    }
  });

  it('says in a sentence that DATA_DIR cannot hold the secrets, or that they are damaged', async () => {
    const file = join(directory, 'a-file');
    await writeFile(file, '');
    for (const path of [file, join(file, 'below')]) {
      expect(load({ DATA_DIR: path })).toThrow(StartupProblem);
      expect(load({ DATA_DIR: path })).toThrow(/DATA_DIR/);
    }
    const damaged = await mkdtemp(join(directory, 'damaged-'));
    await writeFile(join(damaged, 'secrets.json'), '{"jwt":"short"');
    expect(load({ DATA_DIR: damaged })).toThrow(StartupProblem);
    expect(load({ DATA_DIR: damaged })).toThrow(/secrets\.json/);
  });
});
