// Saves certificates of a running installation with demo data again, and keeps what their records say: the papers that
// web/app/features/verify/paper is tried on. `npm run paper-corpus -- ADDRESS`. Needs qpdf, pdftocairo, pdftotext and
// Ghostscript; the papers are kept, so that tests do not.
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PROGRAMS, saveAgain } from './resaved.ts';

const folder = fileURLToPath(new URL('../e2e/fixtures/papers/', import.meta.url));
const COUNT = 12;
const [address = 'http://localhost:3000'] = process.argv.slice(2);

type Listed = {
  request_id: string;
  task_number: number;
  status: string;
  visibility: string;
  result: { metrics: object } | null;
};
type Verified = {
  revision: { asked: number; issued_at: string };
  sku_name: string;
  task_number: number;
  received_at: string;
} & Record<string, unknown>;

async function ask<T>(path: string): Promise<T> {
  const answer = await fetch(`${address}/api${path}`);
  if (answer.status === 429) {
    await pause(1000 * Number(answer.headers.get('retry-after') ?? 60));
    return ask(path);
  }
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
  return ((await answer.json()) as { data: T }).data;
}

/** Of each set of lines the first test, those with the rarest number of lines first. */
async function chosen(): Promise<Listed[]> {
  const tests = (await ask<Listed[]>('/tests?limit=100'))
    .filter(({ status, visibility, result }) => status === 'complete' && visibility === 'public' && result)
    .toSorted((one, other) => one.task_number - other.task_number);
  const linesOf = ({ result }: Listed) =>
    Object.keys(result?.metrics ?? {})
      .map((name) => name.replace(/ as .*/, ''))
      .join();
  const kinds = [...Map.groupBy(tests, linesOf).values()];
  return [0, 1, 2, 3, 4, 5].flatMap((place) => kinds.flatMap((kind) => kind[place] ?? [])).slice(0, COUNT);
}

const scratch = await mkdtemp(join(tmpdir(), 'papers-'));
const records: Record<string, unknown>[] = [];
await mkdir(folder, { recursive: true });
for (const { request_id: id, task_number: task } of await chosen()) {
  const issued = join(scratch, `${task}.pdf`);
  const file = await fetch(`${address}/api/tests/${id}/certificate`);
  await writeFile(issued, Buffer.from(await file.arrayBuffer()));
  const text = execFileSync('pdftotext', [issued, '-'], { encoding: 'utf8' });
  const [number = '', revision = ''] = /VP-\d+-R(\d+)/.exec(text) ?? [];
  const [key = ''] = /\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}\b/.exec(text) ?? [];
  const said = await ask<Verified>(`/tests/verify?taskNumber=${task}&uniqueKey=${key}&revision=${revision}`);
  const { task_number, sku_name, received_at, values, manufacturer, batch_code, label_claim } = said;
  records.push({
    number,
    key,
    record: {
      task_number,
      revision: Number(revision),
      sku_name,
      received_at,
      issued_at: said.revision.issued_at,
      values,
      manufacturer,
      batch_code,
      label_claim,
    },
  });
  for (const program of PROGRAMS) saveAgain(program, issued, join(folder, `${number}.${program}.pdf`));
}
await rm(scratch, { recursive: true });
await writeFile(join(folder, 'papers.json'), `${JSON.stringify(records, null, 2)}\n`);
console.log(`${records.length} certificates, each saved again by ${PROGRAMS.join(', ')}`);
