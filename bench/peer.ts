import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/** The statements of one address in their order, and what is sent. */
export type PeerAnswer = {
  statements: { name: string; text: string; values: unknown[]; rowMode?: 'array' }[];
  headers: Record<string, string>;
  /** HTML, the same bytes each time whatever the rows; absent: a page of the list, made from the rows. */
  html?: string;
  total: number;
  relation: string;
};
/** Answers by path, search and page, a space between them. */
export type PeerPlan = { databaseUrl: string; answers: Record<string, PeerAnswer> };

/**
 * The yardstick: node:http and pg with nothing between. It reads the query as any server must, sends the statements
 * that the application sends for that address, and answers the bytes that the application answers.
 */
const [file = ''] = process.argv.slice(2);
const plan: PeerPlan = JSON.parse(readFileSync(file, 'utf8'));
const pool = new pg.Pool({ connectionString: plan.databaseUrl, max: 10 });

async function answer(known: PeerAnswer, page: number, response: ServerResponse): Promise<void> {
  let rows: [number, string][] = [];
  for (const statement of known.statements) {
    const result = await pool.query(statement);
    if (statement.rowMode === 'array') rows = result.rows as unknown as [number, string][];
  }
  const pagination = { page, limit: 9, total: known.total, total_relation: known.relation };
  const body =
    known.html ??
    `{"data":[${rows.map(([, row]) => row).join(',')}],"pagination":${JSON.stringify(pagination)}}`;
  response.writeHead(200, { ...known.headers, 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://peer');
  const page = Number(searchParams.get('page') ?? 1);
  const known = plan.answers[`${pathname} ${searchParams.get('search') ?? ''} ${page}`];
  if (!known) {
    response.writeHead(404).end();
    return;
  }
  answer(known, page, response).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    response.destroy();
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`the peer is at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
