import { writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import type { BytesPlan } from '../bytes-peer.ts';
import type { BenchDatabase, Databases } from '../databases.ts';
import { type Load, tail, throughput } from '../measure.ts';
import { residentMegabytes, type Started, startProgram, stopProgram } from '../processes.ts';
import { type Finding, milliseconds, perSecond, ratio } from '../report.ts';
import { startServer } from '../servers.ts';

const TESTS = 1_000;
const BARE_SHARE = 0.6;
const MEMORY_MB = 250;
/** The Accept-Encoding of every browser. */
const BROWSER = 'gzip, deflate, br';
const OWN = new Set(['content-length', 'date', 'connection', 'keep-alive']);

export const title = 'Public pages, from memory';

/** Compares each page with a simple server that sends the same bytes, plain and compressed. */
export async function run(databases: Databases, load: Load): Promise<Finding[]> {
  const database = await databases.withTests(TESTS);
  const server = await startServer(database);
  const list = await fetch(`http://127.0.0.1:${server.port}/api/tests?onlyPublic=true&limit=1`);
  const { data } = (await list.json()) as { data: { request_id: string }[] };
  const detail = `/tests/${data[0]?.request_id}`;
  const findings: Finding[] = [];
  for (const { kind, encodings, paths } of [
    { kind: 'plain', encodings: '', paths: ['/', '/tests', detail] },
    { kind: 'as browsers ask', encodings: BROWSER, paths: ['/tests', '/tests?search=bpc&page=2'] },
  ]) {
    const peer = await startPeer(database, server, paths, encodings);
    for (const path of paths) {
      const subjects = [server, peer].map(({ port }) => ({ port, path, encodings }));
      const both = await throughput(load, subjects);
      const [ours = 0, bare = 0] = both;
      const name = path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '{id}');
      findings.push({
        what: `GET ${name} ${kind}`,
        measured: `${perSecond(ours)} of bare ${perSecond(bare)} = ${ratio(ours / bare)}`,
        target: `≥ ${BARE_SHARE}`,
        met: ours / bare >= BARE_SHARE,
      });
      if (path !== '/tests') continue;
      for (const [index, subject] of subjects.entries()) {
        const { p99, rate } = await tail(load, subject, both);
        findings.push({
          what: index === 0 ? '  p99' : '  p99 of bare',
          measured: `${milliseconds(p99)} at ${perSecond(rate)}`,
          target: '',
        });
      }
    }
    await stopProgram(peer);
  }
  const memory = residentMegabytes(server);
  findings.push({
    what: 'memory of the server at the end',
    measured: `${Math.round(memory)} MB`,
    target: `≤ ${MEMORY_MB} MB`,
    met: memory <= MEMORY_MB,
  });
  await stopProgram(server);
  return findings;
}

/** Starts a simple server that sends the answers that `server` gives now. */
async function startPeer(
  database: BenchDatabase,
  server: Started,
  paths: string[],
  encodings: string,
): Promise<Started> {
  const plan: BytesPlan = {};
  for (const path of paths) plan[path] = await readBytes(server.port, path, encodings);
  const file = join(database.dataDirectory, 'pages.json');
  await writeFile(file, JSON.stringify(plan));
  return startProgram(['bench/bytes-peer.ts', file]);
}

/** Reads the bytes as they are sent; fetch would decompress them. */
function readBytes(
  port: number,
  path: string,
  encodings: string,
): Promise<{ headers: Record<string, string>; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = encodings ? { 'accept-encoding': encodings } : {};
    get({ host: '127.0.0.1', port, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        if (answer.statusCode !== 200) return reject(new Error(`${path} answered ${answer.statusCode}`));
        const sent = Object.entries(answer.headers).filter(([name]) => !OWN.has(name));
        resolve({
          headers: Object.fromEntries(sent.map(([name, value]) => [name, String(value)])),
          body: Buffer.concat(chunks).toString('base64'),
        });
      });
    }).on('error', reject);
  });
}
