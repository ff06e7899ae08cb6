import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FAULT_SECONDS, listOfParts, PARTS, type Part } from './nightly-parts.ts';
import { root, run } from './run.ts';
import { type Count, countPlaywright, countVitest, NOTHING, settle } from './test-count.ts';

/** The numbers that are read from the report of one of our own programs. */
type Reported = Pick<Count, 'passed' | 'failed' | 'failures'> & Partial<Count>;

/* Runs one part of the nightly tests: `node scripts/nightly.ts PART`. */

const [name = '', ...more] = process.argv.slice(2);
const part = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
if (!part || more.length > 0) {
  process.stderr.write(`Usage: .ci/nightly PART\n${listOfParts()}\n`);
  process.exit(2);
}
const reports = join(root, 'node_modules/.cache/nightly');
const report = join(reports, `${name}.json`);
await mkdir(reports, { recursive: true });
await rm(report, { force: true });

console.log(`${name} of ${commit()}`);
const from = performance.now();
const { passed, failed, failures, skipped } = await perform(part.work);
for (const failure of failures) console.log(`\nFailed: ${failure}`);
if (failures.length > 0) console.log(`\nThe part again: .ci/nightly ${name}`);
if (failures.length > 0 && part.work.of === 'vitest')
  console.log('All cases of one file: NIGHTLY=1 npm test -- FILE');
for (const test of skipped) console.log(`\nNot tried: ${test}`);
const minutes = ((performance.now() - from) / 60_000).toFixed(1);
console.log(`\n${name} of ${commit()} in ${minutes} min`);
console.log(`${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} not tried` : ''}`);
process.exitCode = failed === 0 ? 0 : 1;

async function perform(work: Part['work']): Promise<Count> {
  // This time limit is longer than any nightly part takes, even on a slow machine.
  const options = { live: true, limitMs: 90 * 60_000 };
  if (isProgram(work)) {
    const { code } = await run(['node', ...programOf(work), `--report=${report}`], options);
    return settle(await reportOf((count: Reported) => ({ ...NOTHING, ...count })), code);
  }
  const files = await work.files();
  // Without names of files, vitest would run all test files.
  if (files.length === 0) return settle(undefined, 0);
  if (work.of === 'vitest') {
    const words = [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      '--allowOnly=false',
      '--testTimeout=600000',
    ];
    const env = { NIGHTLY: '1' };
    const { code } = await run(['vitest', ...words, ...files], { ...options, env });
    return settle(await reportOf(countVitest), code);
  }
  const { config, project } = work;
  const words = ['test', `--config=${config}`, '--reporter=list,json', '--forbid-only', ...files];
  if (project) words.push(`--project=${project}`);
  const env = { NIGHTLY: '1', PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const { code } = await run(['playwright', ...words], { ...options, env });
  return settle(await reportOf(countPlaywright), code);
}

type Program = Exclude<Part['work'], { of: 'vitest' | 'playwright' }>;

function isProgram(work: Part['work']): work is Program {
  return work.of !== 'vitest' && work.of !== 'playwright';
}

/** One of our own programs, with its options. */
function programOf(work: Program): string[] {
  if (work.of === 'supply') return ['scripts/supply.ts'];
  if (work.of === 'cluster') return ['cluster/run.ts'];
  if (work.of === 'bench') return ['bench/run.ts', ...work.sections, '--strict'];
  return ['faults/run.ts', `${work.kills}`, `${FAULT_SECONDS}`, `--kinds=${work.kinds.join(',')}`];
}

/** The count in a program's report; undefined if there is no report. */
async function reportOf<Report>(count: (report: Report) => Count): Promise<Count | undefined> {
  const text = await readFile(report, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : count(JSON.parse(text));
}

/** The tested commit, with a mark if files were changed. */
function commit(): string {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain');
  return `${git('rev-parse', '--short=12', 'HEAD')}${changed === '' ? '' : ', with uncommitted changes'}`;
}
