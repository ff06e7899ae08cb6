import { describe, expect, test } from 'vitest';
import { createClient, read } from './client';

/** The calls a client made, each answered with what it was given. */
function recording() {
  const calls: { path: string; init: RequestInit }[] = [];
  const client = createClient(async (path, init) => {
    calls.push({ path, init });
    return path.endsWith('/logout') ? new Response(null, { status: 204 }) : Response.json({ data: path });
  });
  return { calls, client };
}

describe('the typed client', () => {
  test('builds the address from names, parameters and query', async () => {
    const { calls, client } = recording();
    await client.tests.$get({ query: { search: 'BPC 157 & co', page: '2' } });
    await client.tests[':id'].$get({ param: { id: 'a/b?c' } });
    expect(calls.map((call) => call.path)).toEqual([
      '/api/tests?search=BPC+157+%26+co&page=2',
      '/api/tests/a%2Fb%3Fc',
    ]);
    expect(calls[0]?.init.method).toBe('GET');
  });

  test('sends a body as JSON, and passes headers and signal on', async () => {
    const { calls, client } = recording();
    const { signal } = new AbortController();
    await client.auth.login.$post(
      { json: { email: 'a@b.cd', password: 'x' } },
      { headers: { 'Idempotency-Key': 'k' }, init: { signal } },
    );
    const [call] = calls;
    expect(call?.path).toBe('/api/auth/login');
    expect(call?.init.body).toBe('{"email":"a@b.cd","password":"x"}');
    const headers = new Headers(call?.init.headers);
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('idempotency-key')).toBe('k');
    expect(call?.init.signal).toBe(signal);
  });

  test('reads the body of an answer, and none of an empty one', async () => {
    const { client } = recording();
    expect(await read(client.skus.catalog.$get())).toEqual({ data: '/api/skus/catalog' });
    expect(await read(client.auth.logout.$post({ json: { refresh_token: 'r' } }))).toBeUndefined();
  });
});
