import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensurePagesBuilt } from '../server/src/platform/http/pages-build.ts';
import { budgetBytes, tableOf, weighPages } from './bundle-budget.ts';
import { judge } from './import-rules.ts';
import { judgeLicences } from './licences.ts';
import { judgeLockfile, knownGaps } from './lockfile.ts';
import { readPackages } from './packages.ts';
import { plainWordsAdvice } from './plain-words.ts';
import { root, run } from './run.ts';
import { readSources } from './source-facts.ts';
import { judgeTables, readMigrations } from './table-rules.ts';

/** A check: it returns its problems, or an empty text. `note` is always shown. */
type Check = () => Promise<{ problems: string; note?: string }>;

const checks: Record<string, Check> = {
  lint: () => problemsOf(['biome', 'check', '--max-diagnostics=100', '.']),
  async types() {
    // Types of routes first, because the type check needs them. Only one checker, because a second one would do the
    // same work again.
    const generated = await problemsOf(['react-router', 'typegen'], { folder: 'web' });
    if (generated.problems !== '') return generated;
    // A higher memory limit saves a fifth of the time.
    return problemsOf(['tsc', '--build', '--checkers', '1'], { env: { GOGC: process.env.GOGC ?? '400' } });
  },
  async rules() {
    const sources = await readSources();
    return { problems: [...judge(sources), ...judgeTables(sources, await readMigrations())].join('\n') };
  },
  // This check only gives advice and never fails.
  words: async () => ({ problems: '', note: (await plainWordsAdvice()).join('\n') }),
  dead: () => problemsOf(['knip', '--no-progress']),
  async lockfile() {
    const complaints = await Promise.all(
      ['package-lock.json', 'lighthouse/package-lock.json'].map(async (file) =>
        judgeLockfile(JSON.parse(await readFile(join(root, file), 'utf8'))).map((text) => `${file}: ${text}`),
      ),
    );
    const note = Object.entries(knownGaps).map(([name, gap]) => `known: ${gap} (${name})`);
    return { problems: complaints.flat().join('\n'), note: note.join('\n') };
  },
  async licences() {
    return { problems: judgeLicences(await readPackages()).join('\n') };
  },
  async bundle() {
    await ensurePagesBuilt({ log: { info: () => undefined } });
    const pages = await weighPages(join(root, 'web/build/client'));
    const over = pages.filter((page) => page.isPublic && page.bytes > budgetBytes);
    const table = tableOf(pages);
    return over.length > 0 ? { problems: table } : { problems: '', note: table };
  },
};
const names = Object.keys(checks);

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const chosen = values.only?.split(',') ?? names;
const unknown = chosen.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`There is no check called ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
  process.exit(2);
}
// Two checks run at the same time, because each large one keeps a processor busy.
const waiting = [...chosen];
const results = await Promise.all([worker(), worker()]);
process.exitCode = results.flat().every(Boolean) ? 0 : 1;

async function worker(): Promise<boolean[]> {
  const outcomes: boolean[] = [];
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
    outcomes.push(await perform(name));
  return outcomes;
}

async function perform(name: string): Promise<boolean> {
  const from = performance.now();
  const { problems, note } = (await checks[name]?.().catch((error: unknown) => ({
    problems: String(error),
    note: '',
  }))) ?? {
    problems: 'missing',
  };
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  const passed = problems === '';
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  const words = passed ? note : problems;
  if (words) console.log(words.replace(/^/gm, '       '));
  return passed;
}

async function problemsOf(
  command: [string, ...string[]],
  place: { folder?: string; env?: NodeJS.ProcessEnv } = {},
): ReturnType<Check> {
  const { code, output } = await run(command, place);
  return { problems: code === 0 ? '' : output || `${command.join(' ')} ended with ${code}` };
}
