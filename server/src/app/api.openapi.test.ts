import { createHash } from 'node:crypto';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { testApp } from '../testing/test-app.ts';
import { createApi } from './api.ts';

type Document = { openapi: string; paths: Record<string, Record<string, unknown>> };

describe('/api/openapi.json describes every call of the API without an error', () => {
  it('an independent program finds no error in the OpenAPI document', async () => {
    const app = await testApp();
    const { body } = await app.request<Document>('/api/openapi.json');
    expect(body.openapi).toMatch(/^3\.1\./);
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        // Rules of the checker that do not fit: the API lists no servers, and some calls have no body to refuse.
        'operation-4xx-response': 'off',
        'operation-operationId': 'off',
        'no-server-example.com': 'off',
      },
    });
    const problems = await lintFromString({
      source: JSON.stringify(body),
      config,
      absoluteRef: 'openapi.json',
    });
    expect(
      problems.filter((problem) => problem.severity === 'error').map((problem) => problem.message),
    ).toEqual([]);
  });

  it('the OpenAPI document names every implemented call, and no others', async () => {
    const app = await testApp();
    const { body } = await app.request<Document>('/api/openapi.json');
    const documented = Object.entries(body.paths).flatMap(([path, verbs]) =>
      Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    const unlisted = new Set(['GET /api/openapi.json', 'GET /api/docs']);
    const implemented = app.api.routes
      .filter((route) => route.method !== 'ALL' && !route.path.includes('*'))
      .map((route) => `${route.method} ${route.path}`)
      .filter((route) => !unlisted.has(route));
    expect([...new Set(implemented)].sort()).toEqual(documented.sort());
    expect(documented.length).toBeGreaterThan(30);
  });

  it('people can read the OpenAPI document on a page that needs no scripts', async () => {
    const app = await testApp();
    const page = await app.request<string>('/api/docs');
    expect(page.status).toBe(200);
    expect(page.body).toContain('/api/tests/verify');
    expect(page.body).not.toContain('<script');
    // Every link on the page leads to an element that exists.
    const targets = [...page.body.matchAll(/href="#([^"]+)"/g)].map(([, name]) => name);
    const places = new Set([...page.body.matchAll(/ id="([^"]+)"/g)].map(([, name]) => name));
    expect(targets.filter((name) => !places.has(name))).toEqual([]);
    expect(targets).toEqual(expect.arrayContaining(['invalid_fields', 'shapes', 'orders']));
    expect(targets.some((name) => name?.startsWith('shape-'))).toBe(true);
    const style = /<style>([\s\S]*)<\/style>/.exec(page.body)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(page.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'`,
    );
  });

  it('security 7: the server builds the OpenAPI document once, at the first call', async () => {
    const { modules, platform: trial } = await testApp();
    let made = 0;
    // Only the API's description needs the public address.
    const publicUrl = () => {
      made += 1;
      return trial.publicUrl();
    };
    const api = createApi({ ...modules, platform: { ...trial, publicUrl } });
    expect(made).toBe(0);
    const first = await (await api.request('/api/docs')).text();
    const timesOfOne = made;
    expect(timesOfOne).toBeGreaterThan(0);
    // One after another, because a client may have only some calls at the same time.
    for (let times = 0; times < 20; times += 1) {
      expect(await (await api.request('/api/docs')).text()).toBe(first);
      expect((await api.request('/api/openapi.json')).status).toBe(200);
    }
    expect(made).toBe(timesOfOne);
  });

  it('a client that already has the OpenAPI document does not get it again', async () => {
    const app = await testApp();
    for (const path of ['/api/docs', '/api/openapi.json']) {
      const first = await app.raw(path);
      const etag = first.headers.get('etag') ?? '';
      expect(etag).not.toBe('');
      await first.text();
      const again = await app.raw(path, { headers: { 'if-none-match': etag } });
      expect(again.status).toBe(304);
    }
  });
});
