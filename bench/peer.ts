import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

type Statement = { name: string; text: string; values: unknown[]; rowMode?: 'array' };
/** The statements of one address, those side by side that the application sends at once, and what is sent. */
export type PeerAnswer = {
  statements: Statement[][];
  headers: Record<string, string>;
  /** HTML, the same bytes each time whatever the rows; absent: a page of the list, made from the rows. */
  html?: string;
  /** What follows the rows of a page of the list: total, facets, suggestions, corrections. */
  rest: string;
};
/** Answers by path, search and page, a space between them. */
export type PeerPlan = { databaseUrl: string; answers: Record<string, PeerAnswer> };
/** A total and a body, one or all of the page's; of the statements that have no bodies null. */
type Row = [tests: number, bodies: string | string[] | null];

/**
 * The yardstick: node:http and pg with nothing between. It reads the query as any server must, sends the statements
 * that the application sends for that address, and answers the bytes that the application answers.
 */
const [file = ''] = process.argv.slice(2);
const plan: PeerPlan = JSON.parse(readFileSync(file, 'utf8'));
const pool = new pg.Pool({ connectionString: plan.databaseUrl, max: 10 });

async function answer({ statements, headers, html, rest }: PeerAnswer, response: ServerResponse) {
  const bodies: string[] = [];
  for (const atOnce of statements) {
    const results = await Promise.all(atOnce.map((statement) => pool.query<Row>(statement)));
    for (const [index, { rows }] of results.entries()) {
      if (atOnce[index]?.rowMode === 'array')
        for (const [, found] of rows) bodies.push(...[found ?? []].flat());
    }
  }
  const body = html ?? `{"data":[${bodies.join(',')}],${rest}`;
  response.writeHead(200, { ...headers, 'Content-Length': Buffer.byteLength(body) });
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
  answer(known, response).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    response.destroy();
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`the peer is at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
