import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { scratchDirectory } from '../../testing/scratch.ts';
import { loadConfig } from '../config/config.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const read = (path: string) => readFile(join(ROOT, path), 'utf8');

/** The lines `KEY=` in a file. */
function settingsIn(text: string): Record<string, string> {
  const lines = [...text.matchAll(/^ *([A-Z][A-Z0-9_]+)=(.*)$/gm)];
  return Object.fromEntries(
    lines.map(([, name = '', value = '']) => [name, value.replace(/^"(.*)"$/, '$1')]),
  );
}

it('with the settings in docs/production.md, a production server starts without remarks', async () => {
  const directory = await scratchDirectory('production');
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const page = await read('docs/production.md');
  const [, block = ''] = /vialproof\.env <<END\n([\s\S]+?)\n *END\n/.exec(page) ?? [];
  const pem = join(directory, 'key.pem');
  await writeFile(pem, '-----BEGIN PRIVATE KEY-----\n');
  const settings = Object.fromEntries(
    Object.entries(settingsIn(block)).map(([name, value]) => [
      name,
      value
        .replace(/\$\(openssl rand -(?:base64|hex) \d+\)|\$APP/, 'x'.repeat(32))
        .replace(/^\/etc\/.*\.pem$/, pem),
    ]),
  );
  const config = loadConfig(settings);
  expect(config.remarks).toEqual([]);
  expect(config).toMatchObject({
    production: true,
    trustProxy: 1,
    host: '127.0.0.1',
    port: 3000,
    testMode: true,
  });
});

it('every file and command that docs/production.md names exists', async () => {
  const page = await read('docs/production.md');
  const files = new Set([...page.matchAll(/\bdeploy\/[\w.-]+/g)].map(([name]) => name));
  expect(files.size).toBeGreaterThan(4);
  for (const file of files) expect(existsSync(join(ROOT, file)), file).toBe(true);
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(await read('package.json'));
  for (const [, name = ''] of page.matchAll(/npm run (\w+)/g)) expect(scripts).toHaveProperty(name);
  for (const [, name = ''] of page.matchAll(/command\.sh (\w+)/g))
    expect(existsSync(join(ROOT, `server/src/app/commands/${name}.ts`)), name).toBe(true);
});

it('the files for systemd, nginx and cron use the paths of docs/production.md', async () => {
  const page = await read('docs/production.md');
  const unit = await read('deploy/vialproof.service');
  expect(unit).toContain('EnvironmentFile=/etc/vialproof/vialproof.env');
  const [, folder = ''] = /DATA_DIR=(\S+)/.exec(page) ?? [];
  expect(unit).toContain(`StateDirectory=${folder.replace('/var/lib/', '')}\n`);
  const proxy = await read('deploy/nginx.conf');
  for (const name of ['fullchain.pem', 'privkey.pem']) {
    expect(page).toContain(`/etc/vialproof/tls/${name}`);
    expect(proxy).toContain(`/etc/vialproof/tls/${name};`);
  }
  expect(await read('deploy/vialproof.cron')).toContain('/opt/vialproof/deploy/command.sh admin backup');
});
