import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deployFile } from './deploy-files.ts';
import type { Place } from './place.ts';
import { Program } from './program.ts';

/** What deploy/ appends to: the defaults of Debian's own file. */
const DEFAULTS = `defaults
    timeout connect 5s
    timeout client 50s
    timeout server 50s
`;

/** HAProxy in front of the pages and of the database. */
export async function balancerOf({ ports, directory, log, account }: Place): Promise<Program> {
  const pages = await deployFile('haproxy.cfg', [
    ['bind :80\n', `bind 127.0.0.1:${ports.pages}\n`],
    ['    bind :443 ssl crt /etc/haproxy/lab.example.pem alpn h2,http/1.1\n', ''],
    ['    http-request redirect scheme https unless { ssl_fc }\n', ''],
    ['10.0.0.5:3000', `127.0.0.1:${ports.web1}`],
    ['10.0.0.6:3000', `127.0.0.1:${ports.web2}`],
  ]);
  const database = await deployFile('haproxy-database.cfg', [
    ['127.0.0.1:5000', `127.0.0.1:${ports.primary}`],
    ['10.0.0.11:5432 check port 8008', `127.0.0.1:${ports.db1} check port ${ports.db1Api}`],
    ['10.0.0.12:5432 check port 8008', `127.0.0.1:${ports.db2} check port ${ports.db2Api}`],
  ]);
  const file = join(directory, 'haproxy.cfg');
  await writeFile(file, [DEFAULTS, pages, database].join('\n'));
  return new Program('haproxy', ['haproxy', '-db', '-f', file], { log: log('haproxy'), account });
}
