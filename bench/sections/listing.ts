import type { Databases } from '../databases.ts';
import { DEEP, FIRST, PAGE, SEARCHES, search } from '../lists.ts';
import { type Load, tail, throughput } from '../measure.ts';
import { residentMegabytes, stopProgram } from '../processes.ts';
import { type Finding, milliseconds, perSecond, ratio } from '../report.ts';
import { startPeer, startServer } from '../servers.ts';

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
  const anew = [FIRST, ...SEARCHES.slice(0, 3).map(search), DEEP].map((path) => ({ path, anew: true }));
  const asked = [...anew, { path: FIRST, anew: false }, { path: PAGE, anew: false }];
  const peer = await startPeer(
    database,
    server,
    asked.map(({ path }) => path),
  );
  const findings: Finding[] = [];
  const rates: Record<string, number> = {};
  for (const ask of asked) {
    const subjects = [server, peer].map(({ port }) => ({ port, ...ask }));
    const both = await throughput(load, subjects);
    const [ours = 0, bare = 0] = both;
    if (ask.anew) rates[ask.path] = ours;
    const share = ask.anew ? BARE_SHARE : CACHED_SHARE;
    findings.push({
      what: `GET ${decodeURIComponent(ask.path)}${ask.anew ? '' : ', from the cache'}`,
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
  const factor = (rates[FIRST] ?? 0) / (rates[DEEP] ?? 0);
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
