import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { askForAdvisories } from './advisories.ts';
import { judgeBill, makeBill } from './bill-of-materials.ts';
import { countLicences, judgeLicences } from './licences.ts';
import { readLockfile, readPackages } from './packages.ts';
import { type Count, NOTHING } from './test-count.ts';

/* Checks the packages that others made: bill of materials, licences and advisories. The nightly part `supply`. */

type Outcome = { faults: string[]; note: string; notTried?: string };

const CHECKS: Record<string, () => Promise<Outcome>> = {
  async 'bill of materials'() {
    const lockfile = await readLockfile();
    const bill = await makeBill(lockfile);
    return { faults: judgeBill(bill, lockfile), note: `${bill.components.length} components` };
  },
  async licences() {
    const packages = await readPackages();
    const { production = [], development = [] } = Object.groupBy(packages, ({ isProduction }) =>
      isProduction ? 'production' : 'development',
    );
    const note = `production ${countLicences(production)}; development ${countLicences(development)}`;
    return { faults: judgeLicences(packages), note };
  },
  async advisories() {
    const advice = await askForAdvisories();
    if ('notAsked' in advice) return { faults: [], note: '', notTried: `npm audit: ${advice.notAsked}` };
    const others = advice.others.length > 0 ? advice.others.join('\n') : 'no other ones';
    return { faults: advice.severe, note: `not severe, or only in development: ${others}` };
  },
};

const { values } = parseArgs({ options: { report: { type: 'string' } } });
const count: Count = { ...NOTHING, failures: [], skipped: [] };
for (const [name, check] of Object.entries(CHECKS)) {
  const outcome = await check().catch((error: unknown): Outcome => ({ faults: [String(error)], note: '' }));
  const { faults, note, notTried } = outcome;
  console.log(`\n${name}: ${notTried ?? (faults.length > 0 ? faults.join('\n') : note)}`);
  if (notTried !== undefined) count.skipped.push(notTried);
  else if (faults.length > 0) count.failures.push(...faults.map((fault) => `${name}: ${fault}`));
  else count.passed += 1;
}
count.failed = count.failures.length;
if (values.report !== undefined) await writeFile(values.report, JSON.stringify(count));
process.exitCode = count.failed > 0 ? 1 : 0;
