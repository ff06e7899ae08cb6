import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KILLS, type Kill } from '../faults/kills.ts';
import { root } from './run.ts';

/** What a part of the nightly tests runs. */
type Work =
  | { of: 'vitest'; files: () => Promise<string[]> }
  | { of: 'playwright'; files: () => Promise<string[]>; config: string; project?: string }
  | { of: 'faults'; kills: number; kinds: Kill[] }
  | { of: 'cluster' }
  | { of: 'bench'; sections: string[] }
  | { of: 'supply' };
/** A part of the nightly tests. `minutes` were measured on two processors. */
export type Part = { purpose: string; minutes: number; work: Work };

/** Seconds between two kills. */
export const FAULT_SECONDS = 8;
const KILLS_OF_A_PART = 50;
const TEST_FOLDERS = ['science/src', 'contract/src', 'server/src', 'server/database', 'web/app', 'scripts'];

const faults = (kinds: Kill[]): Work => ({ of: 'faults', kills: KILLS_OF_A_PART, kinds });
const IN_BROWSER = { of: 'playwright', config: 'e2e/playwright.config.ts' } as const;
const journeys = (...names: string[]) => ({
  of: 'playwright' as const,
  config: 'e2e/nightly.config.ts',
  files: async () =>
    (await journeyFiles()).filter((file) => names.some((name) => file === `e2e/${name}.nightly.ts`)),
});

/** Browser tests of pages that look different on a phone. */
export const PHONE_JOURNEYS = ['journey', 'site', 'site-lists', 'site-test', 'site-verify'].map(
  (name) => `${name}.e2e.ts`,
);

export const PARTS: Record<string, Part> = {
  properties: {
    purpose: 'All cases of the stateful property tests, with fresh seeds.',
    minutes: 3,
    work: { of: 'vitest', files: propertyFiles },
  },
  public: {
    purpose:
      'Names of makers and compounds, counts of dossiers, very many rows, copied, large and malicious files, and alert mails.',
    minutes: 5,
    work: { of: 'vitest', files: async () => (await nightlyFiles()).filter(isPublicPart) },
  },
  installation: {
    purpose:
      'The embedded PostgreSQL, databases of former versions, backups under load, an interrupted demo year, and PgBouncer.',
    minutes: 5,
    work: { of: 'vitest', files: async () => (await nightlyFiles()).filter((file) => !isPublicPart(file)) },
  },
  'faults-server': {
    purpose: 'The server is killed under load.',
    minutes: 25,
    work: faults(['server']),
  },
  'faults-start': {
    purpose: 'The server is killed under load, and again while it starts.',
    minutes: 25,
    work: faults(['server while it starts']),
  },
  'faults-database': {
    purpose: 'PostgreSQL or one of its backends is killed under load.',
    minutes: 25,
    work: faults(['postmaster', 'backend']),
  },
  'faults-mixed': {
    purpose: 'Server, PostgreSQL or both are killed under load.',
    minutes: 25,
    work: faults(Object.keys(KILLS) as Kill[]),
  },
  cluster: {
    purpose: 'An installation on several servers under load, whose parts are taken away in turn.',
    minutes: 7,
    work: { of: 'cluster' },
  },
  bench: {
    purpose:
      'Targets of the benchmark: the list, dossiers, pages, honest visitors during a flood, and files made to block readers.',
    minutes: 15,
    work: { of: 'bench', sections: ['listing', 'pages', 'hostile', 'readers'] },
  },
  supply: {
    purpose: 'The bill of materials, licences, and advisories where the registry of npm answers.',
    minutes: 1,
    work: { of: 'supply' },
  },
  former: {
    purpose: 'The server of the former release works on a database that this release has migrated.',
    minutes: 1,
    work: journeys('former-release'),
  },
  processes: {
    purpose: 'A killed server settles its payments and restarts its demo year; a stopping server drains.',
    minutes: 4,
    work: journeys('settlement', 'draining', 'demo-year'),
  },
  clocked: {
    purpose:
      'E-mail alerts, weeks in Discoveries, and the end of a session, on sites whose clock the test moves.',
    minutes: 4,
    work: { ...journeys('watches', 'showcases', 'staff-session'), ...IN_BROWSER, project: 'desktop' },
  },
  papers: {
    purpose:
      'Every demo certificate, saved again by three programs, is compared with its record: no line differs.',
    minutes: 8,
    work: { ...journeys('papers'), ...IN_BROWSER, project: 'desktop' },
  },
  firefox: {
    purpose: 'Sign-in, an order, pictures of codes, and the list in Debian’s Firefox.',
    minutes: 3,
    work: { ...journeys('firefox'), ...IN_BROWSER, project: 'desktop' },
  },
  translated: {
    purpose: 'Every page, translated by the browser, with every control that stays on the page.',
    minutes: 7,
    work: { ...journeys('translated'), ...IN_BROWSER, project: 'desktop' },
  },
  phone: {
    purpose: 'The public journeys on the width of a phone.',
    minutes: 3,
    work: {
      ...IN_BROWSER,
      project: 'phone',
      files: async () => PHONE_JOURNEYS.map((name) => `e2e/${name}`),
    },
  },
};

/** The list of parts, one per line. */
export function listOfParts(): string {
  const width = Math.max(...Object.keys(PARTS).map((name) => name.length));
  return Object.entries(PARTS)
    .map(
      ([name, { purpose, minutes }]) =>
        `  ${name.padEnd(width)}  ${String(minutes).padStart(2)} min  ${purpose}`,
    )
    .join('\n');
}

/** Test files that try all their cases only at night. */
export async function propertyFiles(): Promise<string[]> {
  const paths = (await Promise.all(TEST_FOLDERS.map(testFilesIn))).flat().sort();
  const texts = await Promise.all(paths.map((path) => readFile(join(root, path), 'utf8')));
  return paths.filter((_, index) => /from '[^']*\/property-runs\.ts'/.test(texts[index] ?? ''));
}

const isPublicPart = (file: string) =>
  file.startsWith('server/src/modules/') || file.startsWith('science/src/');

/** Test files that run only at night. */
export async function nightlyFiles(): Promise<string[]> {
  const paths = (await Promise.all(TEST_FOLDERS.map(testFilesIn))).flat().sort();
  return paths.filter((path) => path.endsWith('.nightly.test.ts'));
}

/** Browser tests that run only at night. */
export async function journeyFiles(): Promise<string[]> {
  const names = await readdir(join(root, 'e2e'));
  return names.filter((name) => name.endsWith('.nightly.ts')).map((name) => `e2e/${name}`);
}

async function testFilesIn(folder: string): Promise<string[]> {
  const names = await readdir(join(root, folder), { recursive: true });
  return names
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
}
