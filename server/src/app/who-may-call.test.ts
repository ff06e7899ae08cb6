import { createRoute } from '@hono/zod-openapi';
import { expect, it } from 'vitest';
import { newRoutes } from '../platform/http/http.ts';
import { laboratory } from '../testing/lab.ts';
import { labApp } from '../testing/test-app.ts';
import { whoMayCall } from './who-may-call.ts';

const responses = { 200: { description: 'Done' } };
const said = { 'x-who': 'admin' as const };

it('a route without an access rule refuses every caller', async () => {
  const { modules } = await labApp();
  const app = newRoutes().basePath('/api');
  app.use('*', whoMayCall(app, '/api', modules));
  app.onError(({ message }, c) => c.text(message, 500));
  app.get('/lab/plain', (c) => c.text('secret'));
  app.openapi(createRoute({ method: 'get', path: '/lab/unsaid', responses }), (c) => c.text('secret'));
  // The router does not know this kind of parameter.
  app.openapi(createRoute({ method: 'get', path: '/lab/dashed/{a-b}', responses, ...said }), (c) =>
    c.text('secret'),
  );
  // Another route without a declared access comes first.
  app.on('POST', '/lab/keys/:any', (_c, next) => next());
  app.openapi(createRoute({ method: 'post', path: '/lab/keys/{id}', responses, ...said }), (c) =>
    c.text('secret'),
  );
  for (const [method, path] of [
    ['GET', '/api/lab/plain'],
    ['GET', '/api/lab/unsaid'],
    ['GET', '/api/lab/dashed/1'],
    ['POST', '/api/lab/keys/1'],
  ] as const) {
    const answer = await app.request(path, { method });
    expect(answer.status, path).toBe(500);
    expect(await answer.text()).toContain('does not say who may call');
  }
});

it('a call to a missing route is refused before it takes a place or its body is read', async () => {
  const app = await labApp();
  const { analyst } = await laboratory(app);
  const { laboratory: places } = app.platform.turns;
  let taken = 0;
  const take = places.take.bind(places);
  places.take = (client) => {
    taken += 1;
    return take(client);
  };
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${analyst.token}` };
  const body = JSON.stringify('x'.repeat(2_000_000));
  expect((await app.raw('/api/lab/nowhere', { method: 'POST', headers, body })).status).toBe(404);
  expect(taken).toBe(0);
  expect((await app.raw('/api/lab/requests', { headers })).status).toBe(200);
  expect(taken).toBe(1);
});
