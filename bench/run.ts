import { type Databases, openDatabases } from './databases.ts';
import { type Load, tail, throughput } from './measure.ts';
import { residentMegabytes, startLoad, stopAll, stopProgram } from './processes.ts';
import { type Finding, milliseconds, perSecond, printTable, ratio } from './report.ts';
import { startPeer, startServer } from './servers.ts';

const TESTS = 100_000;
const BARE_SHARE = 0.85;
const DEEP_FACTOR = 10;
const GROWTH_FACTOR = 2;
const MEMORY_MB = 250;

const FIRST = '/api/tests';
const DEEP = '/api/tests?page=5000';
const PAGE = '/tests';
/** A frequent compound, a rarer maker, one batch's beginning, a task number, digits in many numbers, nothing. */
const SEARCHES = ['semaglutide', 'maker h7', 'b26', '19876', '987', 'unheard of'];
const search = (term: string) => `/api/tests?search=${encodeURIComponent(term)}`;

/** Each call beside the bare peer, page 5,000 beside page 1, and what the server's memory comes to. */
async function listing(databases: Databases, load: Load): Promise<Finding[]> {
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
      what: `GET ${decodeURIComponent(path)}`,
      measured: `${perSecond(ours)} of bare ${perSecond(bare)} = ${ratio(ours / bare)}`,
      // Rendering is the page's work, which no bare server does: for comparison.
      ...(path === PAGE ? { target: '' } : { target: `≥ ${BARE_SHARE}`, met: ours / bare >= BARE_SHARE }),
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

/** What first page and search cost at a million rows, of what they cost at ten thousand. */
async function scale(databases: Databases, load: Load): Promise<Finding[]> {
  const small = await startServer(await databases.withTests(10_000));
  const large = await startServer(await databases.withTests(1_000_000));
  const findings: Finding[] = [];
  for (const path of [FIRST, ...SEARCHES.map(search)]) {
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

const SECTIONS = {
  listing: { title: `The public list with ${TESTS.toLocaleString('en')} tests`, run: listing },
  scale: { title: 'Ten thousand tests and a million', run: scale },
} as const;
type Section = keyof typeof SECTIONS;

/** npm run bench -- [listing] [scale] [--strict]: with --strict a missed target is an error. */
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
  const chosen = (Object.keys(SECTIONS) as Section[]).filter(
    (name) => asked.length === 0 || asked.includes(name),
  );
  const databases = await openDatabases();
  try {
    const load = startLoad();
    let missed = 0;
    for (const name of chosen) {
      const { title, run } = SECTIONS[name];
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
