import type { Databases } from '../databases.ts';
import { type Load, tail, throughput } from '../measure.ts';
import { residentMegabytes, stopProgram } from '../processes.ts';
import { type Finding, milliseconds, perSecond, ratio } from '../report.ts';
import { startPeer, startServer } from '../servers.ts';
import { DEEP, FIRST, PAGE, SEARCHES, search } from './addresses.ts';

const TESTS = 100_000;
const BARE_SHARE = 0.85;
const DEEP_FACTOR = 10;
const MEMORY_MB = 250;

export const title = `The public list with ${TESTS.toLocaleString('en')} tests`;

/** Each call beside the bare peer, page 5,000 beside page 1, and what the server's memory comes to. */
export async function run(databases: Databases, load: Load): Promise<Finding[]> {
  const database = await databases.withTests(TESTS);
  const server = await startServer(database);
  const searches = SEARCHES.slice(0, 3).map(search);
  const paths = [FIRST, ...searches, DEEP, PAGE];
  const peer = await startPeer(database, server, paths);
  const findings: Finding[] = [];
  const rates = new Map<string, number>();
  for (const path of paths) {
    const subjects = [server, peer].map(({ port }) => ({ port, path }));
    const both = await throughput(load, subjects);
    const [ours = 0, bare = 0] = both;
    rates.set(path, ours);
    findings.push({
      // The page as it ships: rendered once and kept until something that it shows changes. The calls are answered anew.
      what: `GET ${decodeURIComponent(path)}${path === PAGE ? ', kept' : ''}`,
      measured: `${perSecond(ours)} of bare ${perSecond(bare)} = ${ratio(ours / bare)}`,
      target: `≥ ${BARE_SHARE}`,
      met: ours / bare >= BARE_SHARE,
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
  const factor = (rates.get(FIRST) ?? 0) / (rates.get(DEEP) ?? 0);
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
