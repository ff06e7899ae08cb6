import { execFile } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { startProgram, stopAll } from '../bench/processes.ts';
import { type Browser, findBrowser } from '../scripts/browser.ts';
import { scratchDirectory } from '../server/src/testing/scratch.ts';

/** The used fields of a report; Lighthouse runs as a program, so that the type check needs none of its packages. */
type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string; numericValue?: number }>;
};

/** A figure of a page: how it is read from a report, and its target. */
type Figure = {
  title: string;
  read(report: Report): number;
  show(value: number): string;
  isMet(value: number): boolean;
};

const score = (title: string, id: string, least: number): Figure => ({
  title,
  read: (report) => Math.round((report.categories[id]?.score ?? 0) * 100),
  show: String,
  isMet: (value) => value >= least,
});
const metric = (title: string, id: string, most: number, show: (value: number) => string): Figure => ({
  title,
  read: (report) => report.audits[id]?.numericValue ?? Number.POSITIVE_INFINITY,
  show,
  isMet: (value) => value <= most,
});

const FIGURES: Figure[] = [
  score('perf', 'performance', 95),
  score('a11y', 'accessibility', 100),
  score('best', 'best-practices', 100),
  score('seo', 'seo', 100),
  metric('LCP', 'largest-contentful-paint', 2_000, (ms) => `${(ms / 1000).toFixed(2)} s`),
  metric('CLS', 'cumulative-layout-shift', 0.01, (shift) => shift.toFixed(3)),
  metric('TBT', 'total-blocking-time', 50, (ms) => `${Math.round(ms)} ms`),
];

/**
 * npm run lighthouse -- [--runs 5] [--report FOLDER] [path …]: the default mobile preset, on its own server; the median
 * of several runs, because single ones are worthless on a busy machine. Exits 1 when a target is missed.
 */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { runs: { type: 'string', default: '5' }, report: { type: 'string' } },
    allowPositionals: true,
  });
  const directory = await scratchDirectory('lighthouse');
  const reportFolder = values.report ?? directory;
  await mkdir(reportFolder, { recursive: true });
  const browser = await findBrowser();
  const server = await startProgram(['server/src/main.ts'], {
    PORT: '0',
    DATA_DIR: directory,
    LOG_LEVEL: 'warn',
  });
  const address = `http://localhost:${server.port}`;
  try {
    const pages = positionals.length > 0 ? positionals : await ownPages(address);
    const rows: { page: string; cells: string[]; isMet: boolean }[] = [];
    for (const page of pages) {
      const reports: Report[] = [];
      // The first visitor's work (caches, compilation) is not measured.
      await fetch(address + page);
      for (let run = 0; run < Number(values.runs); run += 1) {
        const name = `${page.replaceAll(/\W+/g, '-')}-${run + 1}`;
        reports.push(await visit(address + page, browser, join(reportFolder, name)));
      }
      const judged = FIGURES.map((figure) => {
        const value = median(reports.map(figure.read));
        return { text: figure.show(value) + (figure.isMet(value) ? '' : ' !'), isMet: figure.isMet(value) };
      });
      rows.push({
        page: page.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '{id}'),
        cells: judged.map(({ text }) => text),
        isMet: judged.every(({ isMet }) => isMet),
      });
      complain(page, reports);
    }
    print(rows);
    return rows.every(({ isMet }) => isMet) ? 0 : 1;
  } finally {
    await stopAll();
    await rm(directory, { recursive: true, force: true });
  }
}

const lighthouse = fileURLToPath(new URL('./node_modules/lighthouse/cli/index.js', import.meta.url));
const run = promisify(execFile);
const mostTries = 3;

/**
 * A first visit, in a new browser, because Lighthouse does not delete the data of an earlier one. Writes .report.html
 * and .report.json to `path`. Repeated when Chromium's recording is incomplete, as Lighthouse then asks for.
 */
async function visit(url: string, { executablePath, args }: Browser, path: string): Promise<Report> {
  const options = [
    url,
    '--quiet',
    '--output=html',
    '--output=json',
    `--output-path=${path}`,
    '--only-categories=performance,accessibility,best-practices,seo',
    `--chrome-flags=${[...args, '--headless=new'].join(' ')}`,
    // Without this option it asks at the terminal whether it may report its own errors.
    '--no-enable-error-reporting',
  ];
  const env = { ...process.env, CHROME_PATH: executablePath };
  for (let tries = 1; ; tries += 1) {
    try {
      await run(process.execPath, [lighthouse, ...options], { env });
      return JSON.parse(await readFile(`${path}.report.json`, 'utf8'));
    } catch (error) {
      if (tries === mostTries) throw error;
    }
  }
}

/** The pages with targets. */
async function ownPages(address: string): Promise<string[]> {
  const answer = await fetch(`${address}/api/tests?onlyPublic=true`);
  const { data } = (await answer.json()) as { data: { request_id: string; result: unknown }[] };
  const published = data.find(({ result }) => result !== null);
  if (!published) throw new Error('The demo data hold no published result.');
  return ['/', '/pricing', '/tests', `/tests/${published.request_id}`, '/verify'];
}

/** Names the reasons for accessibility, best practices and SEO below 100. */
function complain(page: string, reports: Report[]): void {
  const failed = new Set<string>();
  for (const { categories, audits } of reports) {
    for (const id of ['accessibility', 'best-practices', 'seo']) {
      for (const { id: audit, weight } of categories[id]?.auditRefs ?? []) {
        const { score: got, title } = audits[audit] ?? {};
        if (weight > 0 && typeof got === 'number' && got < 1) failed.add(`${audit}: ${title}`);
      }
    }
  }
  for (const words of failed) console.log(`${page}  ${words}`);
}

function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function print(rows: { page: string; cells: string[] }[]): void {
  const table = [
    ['', ...FIGURES.map(({ title }) => title)],
    ...rows.map(({ page, cells }) => [page, ...cells]),
  ];
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of table) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}

process.exitCode = await main();
