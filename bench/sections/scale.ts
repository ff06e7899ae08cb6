import type { Databases } from '../databases.ts';
import { FIRST, NARROWED, SEARCHES, search } from '../lists.ts';
import { type Load, throughput } from '../measure.ts';
import { stopProgram } from '../processes.ts';
import { type Finding, milliseconds, perSecond, ratio } from '../report.ts';
import { startServer } from '../servers.ts';

const GROWTH_FACTOR = 2;
const ONE_CLIENT_MS = { p50: 20, p99: 150 };
const ONE_CLIENT_SECONDS = 3;

export const title = 'Ten thousand tests and a million';

/** What first page and search cost at a million rows, of what they cost at ten thousand, and how long one client waits. */
export async function run(databases: Databases, load: Load): Promise<Finding[]> {
  const small = await startServer(await databases.withTests(10_000));
  const large = await startServer(await databases.withTests(1_000_000));
  const findings: Finding[] = [];
  for (const path of [FIRST, ...SEARCHES.map(search)]) {
    const subjects = [small, large].map(({ port }) => ({ port, path, anew: true }));
    const [few = 0, many = 0] = await throughput(load, subjects);
    findings.push({
      what: `GET ${decodeURIComponent(path)}`,
      measured: `${perSecond(few)}, at a million ${perSecond(many)}: ${ratio(few / many)} ×`,
      target: `≤ ${GROWTH_FACTOR} ×`,
      met: few / many <= GROWTH_FACTOR,
    });
  }
  for (const path of [...SEARCHES.map(search), ...NARROWED]) {
    const ask = { port: large.port, path, anew: true, seconds: ONE_CLIENT_SECONDS, connections: 1 };
    await load({ ...ask, seconds: 1 });
    const { p50, p99, errors } = await load(ask);
    if (errors > 0) throw new Error(`${errors} requests for ${path} failed`);
    findings.push({
      what: `GET ${decodeURIComponent(path)}, one client`,
      measured: `p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`,
      target: `≤ ${ONE_CLIENT_MS.p50}, ${ONE_CLIENT_MS.p99} ms`,
      met: p50 <= ONE_CLIENT_MS.p50 && p99 <= ONE_CLIENT_MS.p99,
    });
  }
  await Promise.all([stopProgram(small), stopProgram(large)]);
  return findings;
}
