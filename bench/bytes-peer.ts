import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The answer for each address: its headers, and its body in base 64. */
export type BytesPlan = Record<string, { headers: Record<string, string>; body: string }>;

/** The server with which the benchmark compares pages: a simple one that sends the same bytes from memory. */
const [file = ''] = process.argv.slice(2);
const plan: BytesPlan = JSON.parse(readFileSync(file, 'utf8'));
const answers = new Map(
  Object.entries(plan).map(([address, { headers, body }]) => [
    address,
    { headers, body: Buffer.from(body, 'base64') },
  ]),
);

const server = createServer((request, response) => {
  const known = answers.get(request.url ?? '');
  if (!known) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { ...known.headers, 'Content-Length': known.body.length });
  response.end(known.body);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`the peer is at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
