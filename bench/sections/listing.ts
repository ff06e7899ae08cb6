import type { Databases } from '../databases.ts';
import { type Load, tail, throughput } from '../measure.ts';
import { residentMegabytes, stopProgram } from '../processes.ts';
import { type Finding, milliseconds, perSecond, ratio } from '../report.ts';
import { startPeer, startServer } from '../servers.ts';
import { DEEP, FIRST, PAGE, SEARCHES, search, uncached } from './addresses.ts';

const TESTS = 100_000;
const BARE_SHARE = 0.85;
/** From the cache, of a bare server that asks the database each time. */
const CACHED_SHARE = 2;
const DEEP_FACTOR = 10;
const MEMORY_MB = 250;

export const title = `The public list with ${TESTS.toLocaleString('en')} tests`;

/** Each call beside the bare peer, page 5,000 beside page 1, and what the server's memory comes to. */
export async function run(databases: Databases, load: Load): Promise<Finding[]> {
  const database = await databases.withTests(TESTS);
  const server = await startServer(database);
  const searches = SEARCHES.slice(0, 3).map(search);
  const anew = [FIRST, ...searches, DEEP].map(uncached);
  const paths = [...anew, FIRST, PAGE];
  const peer = await startPeer(database, server, paths);
  const findings: Finding[] = [];
  const rates = new Map<string, number>();
  for (const path of paths) {
    const subjects = [server, peer].map(({ port }) => ({ port, path }));
    const both = await throughput(load, subjects);
    const [ours = 0, bare = 0] = both;
    rates.set(path, ours);
    const share = anew.includes(path) ? BARE_SHARE : CACHED_SHARE;
    findings.push({
      what: `GET ${decodeURIComponent(path)}${anew.includes(path) ? '' : ', from the cache'}`,
      measured: `${perSecond(ours)} of bare ${perSecond(bare)} = ${ratio(ours / bare)}`,
      target: `≥ ${share}`,
      met: ours / bare >= share,
    });
    for (const [index, subject] of subjects.entries()) {
      const { p99, rate } = await tail(load, subject, both);
      findings.push({
        what: index === 0 ? '  p99' : '  p99 of bare',
        measured: `${milliseconds(p99)} at ${perSecond(rate)}`,
        target: '',
      });
    }
  }
  const factor = (rates.get(uncached(FIRST)) ?? 0) / (rates.get(uncached(DEEP)) ?? 0);
  findings.push({
    what: 'page 5,000 costs, of page 1',
    measured: `${ratio(factor)} ×`,
    target: `≤ ${DEEP_FACTOR} ×`,
    met: factor <= DEEP_FACTOR,
  });
  const memory = residentMegabytes(server);
  findings.push({
    what: 'memory of the server at the end',
    measured: `${Math.round(memory)} MB`,
    target: `≤ ${MEMORY_MB} MB`,
    met: memory <= MEMORY_MB,
  });
  await Promise.all([stopProgram(server), stopProgram(peer)]);
  return findings;
}
