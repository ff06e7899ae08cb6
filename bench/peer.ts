import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/** The statements of one address in their order, and what is sent. */
export type PeerAnswer = {
  statements: { name: string; text: string; values: unknown[]; rowMode?: 'array' }[];
  headers: Record<string, string>;
  /** The same bytes each time, whatever the rows; absent: the rows that came as arrays inside `before` and `after`. */
  page?: string;
  before: string;
  after: string;
};
export type PeerPlan = { databaseUrl: string; answers: Record<string, PeerAnswer> };

/**
 * The yardstick: node:http and pg with nothing between. For each address it sends the statements that the application
 * sends, and answers the bytes that the application answers.
 */
const [file = ''] = process.argv.slice(2);
const plan: PeerPlan = JSON.parse(readFileSync(file, 'utf8'));
const pool = new pg.Pool({ connectionString: plan.databaseUrl, max: 10 });

async function answer(known: PeerAnswer, response: ServerResponse): Promise<void> {
  let rows: [number, string][] = [];
  for (const statement of known.statements) {
    const result = await pool.query(statement);
    if (statement.rowMode === 'array') rows = result.rows as unknown as [number, string][];
  }
  const body = known.page ?? known.before + rows.map((row) => row[1]).join(',') + known.after;
  response.writeHead(200, { ...known.headers, 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}

const server = createServer((request, response) => {
  const known = plan.answers[request.url ?? ''];
  if (!known) {
    response.writeHead(404).end();
    return;
  }
  answer(known, response).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    response.destroy();
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`the peer is at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
