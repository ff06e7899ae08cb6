import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

export type BareArguments = [databaseUrl: string, secret: string];

/**
 * The yardstick of webhooks: node:http and pg with nothing between. It checks the signature over the raw body and
 * inserts the event under its unique id; nothing is done about it.
 */
const [databaseUrl, secret] = process.argv.slice(2) as BareArguments;
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });

function hasSigned(body: Buffer, header: string): boolean {
  const [, time = '', given = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  return (
    Math.abs(Date.now() / 1000 - Number(time)) < 300 && timingSafeEqual(Buffer.from(given, 'hex'), expected)
  );
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', async () => {
    const body = Buffer.concat(chunks);
    try {
      if (!hasSigned(body, String(request.headers['stripe-signature']))) throw new Error('not signed');
      const event = JSON.parse(body.toString('utf8'));
      await pool.query({
        name: 'insert',
        text: `INSERT INTO bare_event (id, provider_event_id, type, payload, received_at)
          VALUES (gen_random_uuid(), $1, $2, $3, now()) ON CONFLICT DO NOTHING`,
        values: [event.id, event.type, body.toString('utf8')],
      });
      const text = '{"received":true}';
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': text.length });
      response.end(text);
    } catch {
      response.writeHead(400, { 'Content-Length': 0 }).end();
    }
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`the peer is at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
