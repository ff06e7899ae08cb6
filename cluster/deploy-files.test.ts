import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { balancerOf } from './balancer.ts';
import { bouncerOf } from './bouncer.ts';
import { DatabaseServers } from './database.ts';
import { deployFile } from './deploy-files.ts';
import { makePlace } from './place.ts';

it('the run uses the files of deploy/ with its own addresses, folders and passwords', async () => {
  const place = await makePlace();
  onTestFinished(() => rm(place.directory, { recursive: true, force: true }));
  await balancerOf(place);
  await bouncerOf(place);
  await DatabaseServers.prepare(place);
  for (const name of ['haproxy.cfg', 'pgbouncer.ini', 'db1.yml', 'db2.yml']) {
    const text = (await readFile(join(place.directory, name), 'utf8')).replaceAll(/^ *[#;].*\n/gm, '');
    expect(text, name).not.toMatch(/10\.0\.0\.|-PASSWORD|\/opt\/|\/var\/|\/archive\/%f.*\/archive\//);
    expect(text, name).toContain('127.0.0.1');
  }
  expect(
    await readFile(join(place.directory, 'haproxy.cfg'), 'utf8'),
    'a change whose answer was lost is not sent again',
  ).toContain('http-request disable-l7-retry unless METH_GET');
  const patroni = await readFile(join(place.directory, 'db2.yml'), 'utf8');
  expect(patroni, 'a standby that was away long reads the log from the archive').toContain(
    `restore_command: cp ${place.directory}/archive/%f %p`,
  );
});

it('a file of deploy/ that lacks what is replaced is refused', async () => {
  await expect(deployFile('haproxy.cfg', [['10.9.9.9:3000', '127.0.0.1:3000']])).rejects.toThrow(
    'deploy/haproxy.cfg does not contain 10.9.9.9:3000',
  );
});
