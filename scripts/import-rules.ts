import { judgeFiles } from './file-rules.ts';
import type { Import, Source } from './source-facts.ts';

/** The layers of modules in docs/architecture.md: a module may use those with a lower number. */
const order: Record<string, number> = {
  accounts: 0,
  catalog: 0,
  chromatograms: 0,
  invoices: 0,
  ledger: 0,
  methods: 1,
  payments: 1,
  transparency: 0,
  orders: 1,
  makers: 1,
  'group-tests': 2,
  registrations: 2,
  results: 2,
  certificates: 3,
  imports: 3,
  publications: 4,
  dossiers: 5,
  listing: 5,
  turnaround: 5,
  verification: 4,
  feeds: 6,
  'share-images': 6,
  watches: 6,
  showcases: 6,
  notifications: 7,
  audit: 7,
  dashboard: 7,
  live: 7,
};
/** Which kinds of files a kind of file must not import from its own module (rule 3). Types may be imported. */
const closedTo: Record<string, string[]> = {
  routes: ['store', 'tables', 'rules', 'use-cases', 'queries', 'transitions', 'adapters'],
  'staff-routes': ['store', 'tables', 'rules', 'use-cases', 'queries', 'transitions', 'adapters'],
  // A service may import stores, because it prepares their statements.
  service: ['routes', 'staff-routes', 'tables', 'presenter'],
  context: ['routes', 'staff-routes', 'service', 'use-cases', 'queries', 'presenter'],
  'use-cases': ['routes', 'staff-routes', 'service', 'tables'],
  privacy: ['routes', 'staff-routes', 'service', 'tables'],
  queries: ['routes', 'staff-routes', 'service', 'tables', 'use-cases'],
  transitions: ['routes', 'staff-routes', 'service', 'use-cases', 'presenter', 'adapters'],
  presenter: ['routes', 'staff-routes', 'service', 'use-cases', 'store', 'queries', 'transitions'],
  store: ['routes', 'staff-routes', 'service', 'use-cases', 'presenter', 'queries', 'transitions'],
  tables: ['routes', 'staff-routes', 'service', 'use-cases', 'presenter', 'store', 'queries'],
  mails: ['routes', 'staff-routes', 'service', 'use-cases', 'store', 'tables', 'transitions'],
  adapters: ['routes', 'staff-routes', 'service', 'use-cases', 'store', 'queries', 'presenter'],
};
const inputOutput =
  /^(node:(?!crypto|buffer|util|assert)|pg$|pg-boss|drizzle-orm|hono$|@hono|nodemailer|flydrive|stripe$|pino)/;

type Place =
  | { room: 'science'; folder: string }
  | { room: 'contract'; kind: string }
  | { room: 'module'; noun: string; kind: string }
  | { room: 'platform' | 'sandbox' | 'testing' | 'server' }
  | { room: 'web'; part: string; noun: string };

/** Imports that break the rules of docs/architecture.md, each in a sentence. */
export function judge(sources: Source[]): string[] {
  return [...judgeFiles(sources), ...sources.flatMap(judgeImports), ...circles(sources)];
}

function judgeImports(source: Source): string[] {
  const complaints: string[] = [];
  const say = (rule: number, line: number, words: string) =>
    complaints.push(`${source.path}:${line} ${words} (rule ${rule})`);
  const here = placeOf(source.path);
  const isTest = /\.test\.tsx?$/.test(source.path) || here?.room === 'testing';
  for (const entry of source.imports) {
    for (const [rule, words] of judgeImport(here, entry, isTest))
      say(rule, entry.line, `${words}: ${entry.specifier}`);
  }
  if (!source.path.startsWith('server/src/') || isTest) return complaints;
  for (const use of source.uses) {
    if (use.what === 'sql' && !mayWriteSql(source.path))
      say(4, use.line, `writes SQL outside a store: ${use.text}`);
    if (use.what === 'env' && source.path !== 'server/src/platform/config/config.ts') {
      say(4, use.line, 'reads process.env outside platform/config');
    }
    if (use.what === 'time' && source.path !== 'server/src/platform/clock.ts') {
      say(4, use.line, `reads the time outside platform/clock: ${use.text}`);
    }
  }
  return complaints;
}

export function mayWriteSql(path: string): boolean {
  return /\.(store|tables)\.ts$/.test(path) || path.startsWith('server/src/platform/');
}

/** The packages that the folders of science may import. */
const sciencePackages: Record<string, string[]> = {
  proof: ['asn1js', 'pkijs'],
  chromatography: ['baselines', 'netcdfjs'],
  // Only the server imports the file that uses this package, because its list of characters is too large for pages.
  text: ['unhomoglyph'],
};

type Complaint = [rule: number, words: string];

function judgeImport(here: Place | undefined, entry: Import, isTest: boolean): Complaint[] {
  const there = entry.target === undefined ? undefined : placeOf(entry.target);
  const complaints: Complaint[] = [];
  const against = (rule: number, words: string, when: boolean) => {
    if (when) complaints.push([rule, words]);
  };
  if (here?.room === 'science') {
    const allowed = there?.room === 'science' || sciencePackages[here.folder]?.includes(entry.specifier);
    against(1, 'science imports something besides its own files and packages', !allowed && !isTest);
    against(1, 'science imports another workspace', entry.specifier.startsWith('@vialproof/'));
  } else if (here?.room === 'contract') {
    const allowed =
      there?.room === 'contract' ||
      ['zod', '@hono/zod-openapi'].includes(entry.specifier) ||
      entry.specifier.startsWith('@vialproof/science/');
    against(1, 'contract imports something besides science and zod', !allowed && !isTest);
    const isForPages = here.kind !== 'routes' && entry.specifier.startsWith('@hono/');
    against(
      1,
      'pages import this file, so it must stay free of the server side of zod',
      isForPages && !isTest,
    );
  } else if (here?.room === 'web') {
    judgeWebImport(here, there, entry, isTest, against);
  } else if (here) {
    const leaves = entry.target !== undefined && !entry.target.startsWith('server/src/');
    against(
      1,
      'server reaches out of its workspace',
      leaves && !entry.target?.startsWith('server/database/') && !isTest,
    );
    against(1, 'server imports web', entry.specifier.startsWith('@vialproof/web'));
    if (!isTest) judgeServerImport(here, there, entry, against);
  }
  return complaints;
}

type Against = (rule: number, words: string, when: boolean) => void;

function judgeServerImport(here: Place, there: Place | undefined, entry: Import, against: Against): void {
  against(2, 'platform knows no module', here.room === 'platform' && !!there && there.room !== 'platform');
  against(2, 'code of the product imports test code', there?.room === 'testing');
  against(2, 'the sandbox is another company', here.room === 'sandbox' && there?.room === 'module');
  if (here.room !== 'module') return;
  against(2, 'a module imports the sandbox', there?.room === 'sandbox');
  against(4, 'only payments talks to a provider', entry.specifier === 'stripe' && here.noun !== 'payments');
  const writesSql = here.kind === 'store' || here.kind === 'tables';
  const isDatabase = /^(pg|drizzle-orm)(\/|$)/.test(entry.specifier);
  against(4, 'only stores and tables reach the database', isDatabase && !entry.isType && !writesSql);
  if (here.kind === 'rules') {
    const isPure = there === undefined ? !inputOutput.test(entry.specifier) : isRules(there) || entry.isType;
    against(3, 'rules lean on science and the contract only', !isPure);
  }
  if (there?.room !== 'module') return;
  if (there.noun === here.noun) {
    const closed = closedTo[here.kind]?.includes(there.kind) ?? false;
    against(3, `${here.kind} reaches into ${there.kind}`, closed && !entry.isType);
    return;
  }
  against(2, 'a module is reached by its service only', there.kind !== 'service');
  against(4, 'payments never imports orders', here.noun === 'payments' && there.noun === 'orders');
  const mine = order[here.noun];
  const theirs = order[there.noun];
  against(
    2,
    'a lower module leans on a higher one',
    mine !== undefined && theirs !== undefined && theirs > mine,
  );
}

function isRules(place: Place): boolean {
  return place.room === 'module' && place.kind === 'rules';
}

function judgeWebImport(
  here: Extract<Place, { room: 'web' }>,
  there: Place | undefined,
  entry: Import,
  isTest: boolean,
  against: Against,
): void {
  const leaves = entry.target !== undefined && there?.room !== 'web';
  against(1, 'web reaches out of its workspace', leaves);
  if (entry.specifier.startsWith('@vialproof/server')) {
    const isApi =
      entry.isType && entry.specifier === '@vialproof/server/api' && entry.names.every((n) => n === 'Api');
    against(1, 'web takes nothing but `type Api` from the server', !isApi);
  }
  const isRoutes = /^@vialproof\/contract\/.*\.routes$/.test(entry.specifier);
  against(1, 'routes of the contract bring the server side of zod into the pages', isRoutes && !entry.isType);
  if (there?.room !== 'web') return;
  if (there.part === 'testing') {
    against(2, 'code of the product imports test code', here.part !== 'testing' && !isTest);
    return;
  }
  const reach: Record<string, string[]> = {
    routes: ['features', 'lab', 'data', 'ui', 'lib', 'routes'],
    features: ['data', 'ui', 'lib'],
    lab: ['data', 'ui', 'lib'],
    data: ['ui', 'lib'],
    ui: ['ui', 'lib'],
    lib: ['lib'],
  };
  const allowed = reach[here.part];
  const isSameNoun = here.part === there.part && (here.noun === there.noun || there.noun === '');
  const isFine =
    allowed === undefined || isSameNoun || allowed.includes(there.part) || there.part === '+types';
  const where = here.part === there.part ? `another room of ${there.part}` : there.part || 'the shell';
  against(5, `${here.part} imports ${where}`, !isFine);
}

function placeOf(path: string): Place | undefined {
  const [workspace, , first = '', second = '', ...rest] = path.split('/');
  const suffix = path.match(/\.([\w-]+)(\.test)?\.tsx?$/)?.[1] ?? '';
  if (workspace === 'science') return { room: 'science', folder: first };
  if (workspace === 'contract') return { room: 'contract', kind: suffix };
  if (workspace === 'web') {
    const isRoom = ['routes', 'features', 'lab', 'data', 'ui', 'lib', 'testing'].includes(first);
    return {
      room: 'web',
      part: second === '+types' ? '+types' : isRoom ? first : '',
      noun: rest.length > 0 ? second : '',
    };
  }
  if (workspace !== 'server' || !path.startsWith('server/src/')) return undefined;
  if (first === 'modules')
    return { room: 'module', noun: second, kind: rest.length > 1 ? (rest[0] ?? '') : suffix };
  if (first === 'platform' || first === 'sandbox' || first === 'testing') return { room: first };
  return { room: 'server' };
}

/** Modules that import each other in a circle. Imports of types count. */
function circles(sources: Source[]): string[] {
  const leansOn = new Map<string, Set<string>>();
  for (const source of sources) {
    const here = placeOf(source.path);
    if (here?.room !== 'module' || source.path.endsWith('.test.ts')) continue;
    const others = leansOn.get(here.noun) ?? new Set();
    leansOn.set(here.noun, others);
    for (const { target } of source.imports) {
      const there = target === undefined ? undefined : placeOf(target);
      if (there?.room === 'module' && there.noun !== here.noun) others.add(there.noun);
    }
  }
  const found = new Set<string>();
  const follow = (noun: string, path: string[]): void => {
    const at = path.indexOf(noun);
    if (at >= 0) {
      // Each circle of imports is reported once.
      const circle = path.slice(at);
      const first = circle.indexOf([...circle].sort()[0] ?? noun);
      const turned = [...circle.slice(first), ...circle.slice(0, first)];
      found.add(`modules lean on each other in a circle: ${[...turned, turned[0]].join(' → ')} (rule 2)`);
      return;
    }
    for (const next of leansOn.get(noun) ?? []) follow(next, [...path, noun]);
  };
  for (const noun of leansOn.keys()) follow(noun, []);
  return [...found];
}
