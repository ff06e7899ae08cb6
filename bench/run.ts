import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Databases, openDatabases } from './databases.ts';
import type { LoadAnswer, LoadAsk } from './load.ts';
import type { Load } from './measure.ts';
import { startLoad, stopAll } from './processes.ts';
import { countOf, type Finding, printTable } from './report.ts';
import * as certificates from './sections/certificates.ts';
import * as chromatogram from './sections/chromatogram.ts';
import * as growth from './sections/growth.ts';
import * as hostile from './sections/hostile.ts';
import * as listing from './sections/listing.ts';
import * as pages from './sections/pages.ts';
import * as readers from './sections/readers.ts';

type Section = { title: string; run(databases: Databases, load: Load): Promise<Finding[]> };

/** The sections of the benchmark, one file each. */
const SECTIONS = {
  listing: { title: listing.title, run: listing.run },
  pages: { title: pages.title, run: pages.run },
  certificates: { title: certificates.title, run: certificates.run },
  chromatogram: { title: chromatogram.title, run: chromatogram.run },
  hostile: { title: hostile.title, run: hostile.run },
  readers: { title: readers.title, run: readers.run },
  growth: { title: growth.title, run: growth.run },
} satisfies Record<string, Section>;
type Name = keyof typeof SECTIONS;

const USAGE = `Usage: npm run bench -- [SECTION …] [--strict] [--report=FILE]
  SECTION   what is measured, all of it where nothing is said: ${Object.keys(SECTIONS).join(', ')}
  --strict  a missed target is an error
  FILE      where the result is written as JSON: how many targets are met and missed, and which are missed
`;

const isSection = (word: string): word is Name => Object.hasOwn(SECTIONS, word);

/** The sections and options that the user chose on the command line; undefined if one is unknown. */
function wishes(): { chosen: Name[]; isStrict: boolean; reportFile: string | undefined } | undefined {
  const options = { strict: { type: 'boolean', default: false }, report: { type: 'string' } } as const;
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (!positionals.every(isSection)) return undefined;
    const all = Object.keys(SECTIONS) as Name[];
    const chosen = positionals.length === 0 ? all : all.filter((name) => positionals.includes(name));
    return { chosen, isStrict: values.strict, reportFile: values.report };
  } catch {
    return undefined;
  }
}

async function main(): Promise<number> {
  const asked = wishes();
  if (!asked) {
    process.stderr.write(USAGE);
    return 2;
  }
  const databases = await openDatabases();
  try {
    const load = startLoad<LoadAsk, LoadAnswer>('load.ts');
    const counts: ReturnType<typeof countOf>[] = [];
    for (const name of asked.chosen) {
      const { title, run }: Section = SECTIONS[name];
      const findings = await run(databases, load);
      printTable(title, findings);
      counts.push(countOf(title, findings));
    }
    const passed = counts.reduce((sum, count) => sum + count.passed, 0);
    const failures = counts.flatMap((count) => count.failures);
    const count = { passed, failed: failures.length, failures };
    if (asked.reportFile !== undefined) await writeFile(asked.reportFile, JSON.stringify(count));
    process.stdout.write(
      failures.length === 0 ? '\nEvery target is met.\n' : `\n${failures.length} missed.\n`,
    );
    return asked.isStrict && failures.length > 0 ? 1 : 0;
  } finally {
    await stopAll();
    await databases.close();
  }
}

process.exitCode = await main();
