import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { testApp } from './testing/test-app.ts';

type Document = { openapi: string; paths: Record<string, Record<string, unknown>> };

describe('/api/openapi.json', () => {
  it('is valid by an independent linter', async () => {
    const app = await testApp();
    const { body } = await app.request<Document>('/api/openapi.json');
    expect(body.openapi).toMatch(/^3\.1\./);
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        // The interface names no example servers, and some calls cannot be refused by their payload.
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

  it('names every call that is implemented, and implements every call it names', async () => {
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

  it('has a page for people that holds no script', async () => {
    const app = await testApp();
    const page = await app.request<string>('/api/docs');
    expect(page.status).toBe(200);
    expect(page.body).toContain('/api/tests/verify');
    expect(page.body).not.toContain('<script');
    // Whatever is pointed at is there, shapes and codes of refusals too.
    const targets = [...page.body.matchAll(/href="#([^"]+)"/g)].map(([, name]) => name);
    const places = new Set([...page.body.matchAll(/ id="([^"]+)"/g)].map(([, name]) => name));
    expect(targets.filter((name) => !places.has(name))).toEqual([]);
    expect(targets).toEqual(expect.arrayContaining(['invalid_fields', 'shapes', 'orders']));
    expect(targets.some((name) => name?.startsWith('shape-'))).toBe(true);
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'nonce-/);
  });
});
