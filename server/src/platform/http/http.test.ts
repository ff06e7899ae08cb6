import fc from 'fast-check';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { clientAddress } from './http.ts';

const app = new Hono().get('/', (c) => c.text(clientAddress(c, 1)));
/** The client's address that the server reads from a header with this entry. */
const countedFor = async (entry: string): Promise<string> =>
  (await app.request('/', { headers: { 'x-forwarded-for': `192.0.2.1, ${entry}` } })).text();
const port = fc.integer({ min: 1, max: 65_535 });

it('security 15: an address with another port, in brackets or in quotes is the same client', async () => {
  await fc.assert(
    fc.asyncProperty(fc.ipV4(), port, async (address, at) => {
      for (const entry of [address, `${address}:${at}`, `"${address}:${at}"`, `[::ffff:${address}]:${at}`]) {
        expect(await countedFor(entry)).toBe(address);
      }
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.ipV6(), port, async (address, at) => {
      const bare = await countedFor(address);
      for (const entry of [`[${address}]`, `[${address}]:${at}`, `"[${address}]:${at}"`]) {
        expect(await countedFor(entry)).toBe(bare);
      }
    }),
  );
});

it('security 15: if a proxy sends an invalid address, the address of the connection counts', async () => {
  const odd = [
    'unknown',
    '_hidden',
    '9.9.9',
    '9.9.9.9.9',
    '9.9.9.9:x',
    '[9.9.9.9',
    '::1]:80',
    '2001:db8::1:g',
  ];
  for (const entry of odd) expect(await countedFor(entry), entry).toBe('internal');
  const header = fc.string({ unit: fc.constantFrom(...'0123456789abcdef:.[]"%x ') });
  await fc.assert(
    fc.asyncProperty(header, async (entry) => {
      expect(await countedFor(`x${entry}`)).toBe('internal');
    }),
  );
});
