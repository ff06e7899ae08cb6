import { type Databases, openDatabases } from './databases.ts';
import type { Load } from './measure.ts';
import { startLoad, stopAll } from './processes.ts';
import { type Finding, printTable } from './report.ts';
import * as accounts from './sections/accounts.ts';
import * as certificates from './sections/certificates.ts';
import * as chromatogram from './sections/chromatogram.ts';
import * as dossiers from './sections/dossiers.ts';
import * as groups from './sections/groups.ts';
import * as listing from './sections/listing.ts';
import * as pages from './sections/pages.ts';
import * as scale from './sections/scale.ts';
import * as webhooks from './sections/webhooks.ts';

type Section = { title: string; run(databases: Databases, load: Load): Promise<Finding[]> };

/** What is measured, one file each. */
const SECTIONS = {
  accounts: { title: accounts.title, run: accounts.run },
  listing: { title: listing.title, run: listing.run },
  pages: { title: pages.title, run: pages.run },
  scale: { title: scale.title, run: scale.run },
  dossiers: { title: dossiers.title, run: dossiers.run },
  certificates: { title: certificates.title, run: certificates.run },
  chromatogram: { title: chromatogram.title, run: chromatogram.run },
  groups: { title: groups.title, run: groups.run },
  webhooks: { title: webhooks.title, run: webhooks.run },
} satisfies Record<string, Section>;
type Name = keyof typeof SECTIONS;

/** npm run bench -- [section …] [--strict]: with --strict a missed target is an error. */
async function main(words: string[]): Promise<number> {
  const isStrict = words.includes('--strict');
  const asked = words.filter((word) => !word.startsWith('--'));
  const unknown = asked.filter((word) => !(word in SECTIONS));
  if (unknown.length > 0) {
    process.stderr.write(
      `There is no section ${unknown.join(', ')}; there are ${Object.keys(SECTIONS).join(', ')}.\n`,
    );
    return 2;
  }
  const chosen = (Object.keys(SECTIONS) as Name[]).filter(
    (name) => asked.length === 0 || asked.includes(name),
  );
  const databases = await openDatabases();
  try {
    const load = startLoad();
    let missed = 0;
    for (const name of chosen) {
      const { title, run }: Section = SECTIONS[name];
      const findings = await run(databases, load);
      printTable(title, findings);
      missed += findings.filter(({ met }) => met === false).length;
    }
    process.stdout.write(missed === 0 ? '\nEvery target is met.\n' : `\n${missed} missed.\n`);
    return isStrict && missed > 0 ? 1 : 0;
  } finally {
    await stopAll();
    await databases.close();
  }
}

process.exitCode = await main(process.argv.slice(2));
