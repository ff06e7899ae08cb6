import type { Databases } from '../databases.ts';
import { type Load, throughput } from '../measure.ts';
import { stopProgram } from '../processes.ts';
import { type Finding, perSecond, ratio } from '../report.ts';
import { startServer } from '../servers.ts';
import { FIRST, SEARCHES, search, uncached } from './addresses.ts';

const GROWTH_FACTOR = 2;

export const title = 'Ten thousand tests and a million';

/** What first page and search cost at a million rows, of what they cost at ten thousand. */
export async function run(databases: Databases, load: Load): Promise<Finding[]> {
  const small = await startServer(await databases.withTests(10_000));
  const large = await startServer(await databases.withTests(1_000_000));
  const findings: Finding[] = [];
  for (const path of [FIRST, ...SEARCHES.map(search)].map(uncached)) {
    const subjects = [small, large].map(({ port }) => ({ port, path }));
    const [few = 0, many = 0] = await throughput(load, subjects);
    findings.push({
      what: `GET ${decodeURIComponent(path)}`,
      measured: `${perSecond(few)}, at a million ${perSecond(many)}: ${ratio(few / many)} ×`,
      target: `≤ ${GROWTH_FACTOR} ×`,
      met: few / many <= GROWTH_FACTOR,
    });
  }
  await Promise.all([stopProgram(small), stopProgram(large)]);
  return findings;
}
