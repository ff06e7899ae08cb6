import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CERTIFICATE_SCHEMA_PATH } from '@vialproof/contract/certificate-file';
import { expect, it } from 'vitest';
import { pageHeaders } from '../platform/http/page-policy.ts';
import { readPageFiles } from '../platform/http/pages-files.ts';
import { laboratory } from '../testing/lab.ts';
import { scratchDirectory } from '../testing/scratch.ts';
import { labApp, testApp } from '../testing/test-app.ts';
import { createApi } from './api.ts';
import { createSite } from './site.ts';

const PATHS = [
  '/healthz',
  '/readyz',
  '/robots.txt',
  '/api/config',
  '/api/nothing-here',
  '/api/docs',
  '/nothing-here',
  '/%00',
  '/tests/%00?x=1',
  '/.well-known/security.txt',
];

it('security 13: every answer forbids MIME sniffing, and the browser tells other sites no address', async () => {
  const app = await testApp();
  for (const path of [...PATHS, '/dev/mail', '/sandbox/pay/none']) {
    const { headers } = await app.request(path);
    expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
    expect([path, headers.get('referrer-policy')]).toEqual([path, 'no-referrer']);
    // On http://localhost, the header would affect other programs of this machine.
    expect(headers.get('strict-transport-security')).toBeNull();
  }
});

it('no page may show an answer in a frame', async () => {
  const app = await labApp();
  const order = await (await laboratory(app)).published();
  const files = ['/share/site.png', `/share/${order.id}/1.png`, '/feed.atom', '/checkpoint', '/sitemap.xml'];
  for (const path of [...PATHS, ...files]) {
    // Each answer is read twice: first made, then from the cache.
    for (let reads = 0; reads < 2; reads += 1) {
      const { headers } = await app.request(path);
      expect([path, headers.get('content-security-policy')]).toEqual([
        path,
        expect.stringContaining("frame-ancestors 'none'"),
      ]);
    }
  }
  for (const address of ['/', '/lab'])
    expect(pageHeaders({ address, hashes: [], production: true })['Content-Security-Policy']).toContain(
      "frame-ancestors 'none'",
    );
});

it('other sites may embed only link previews, feeds, the log and its schema', async () => {
  const app = await labApp();
  const order = await (await laboratory(app)).published();
  const policyOf = async (path: string) =>
    (await app.request(path)).headers.get('cross-origin-resource-policy');
  const open = [
    '/share/site.png',
    `/share/${order.id}/1.png`,
    '/feed.atom',
    '/feed.json',
    '/checkpoint',
    '/tile/0/000.p/1',
  ];
  for (const path of [...open, CERTIFICATE_SCHEMA_PATH]) {
    // Each page is read twice: first rendered, then from the cache.
    expect([path, await policyOf(path), await policyOf(path)]).toEqual([
      path,
      'cross-origin',
      'cross-origin',
    ]);
  }
  for (const path of [...PATHS, '/sitemap.xml', `/api/tests/${order.id}`])
    expect([path, await policyOf(path)]).toEqual([path, 'same-origin']);
});

it('security 10: in production every answer tells browsers to use only https for a year, also for subdomains', async () => {
  const { modules, platform: trial } = await testApp();
  const platform = { ...trial, config: { ...trial.config, production: true } };
  const inProduction = { ...modules, platform };
  const api = createApi(inProduction);
  const site = createSite({ modules: inProduction, api, sandbox: undefined, pages: undefined });
  const asked = 'max-age=31536000; includeSubDomains';
  for (const path of PATHS) {
    const { headers } = await site.fetch(new Request(`https://lab.example${path}`), {});
    expect([path, headers.get('strict-transport-security')]).toEqual([path, asked]);
  }
  // The built files of the website are sent by a small app without the server's other modules.
  const folder = await scratchDirectory('pages');
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets', 'a.js'), 'x');
  const files = await readPageFiles(folder, { production: true });
  const file = await files.get('/assets/a.js')?.form('identity');
  expect(file?.headers).toMatchObject({
    'Strict-Transport-Security': asked,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
  });
  const page = pageHeaders({ address: '/tests', hashes: [], production: true });
  expect(page).toMatchObject({
    'Strict-Transport-Security': asked,
    'Cross-Origin-Resource-Policy': 'same-origin',
  });
});

it("only the worker's file may compile WebAssembly, and it may make no requests; pages may not", async () => {
  const folder = await scratchDirectory('pages');
  await mkdir(join(folder, 'assets'));
  const names = ['decode.worker-a1_B-c.js', 'worker-a1.js', 'reader-b2.wasm'];
  for (const name of names) await writeFile(join(folder, 'assets', name), 'x');
  const files = await readPageFiles(folder, { production: true });
  const policies = names.map(async (name) => {
    const file = await files.get(`/assets/${name}`)?.form('identity');
    return file?.headers['Content-Security-Policy'];
  });
  expect(await Promise.all(policies)).toEqual([
    "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'",
    undefined,
    undefined,
  ]);
  expect((await files.get('/assets/reader-b2.wasm')?.form('identity'))?.headers['Content-Type']).toBe(
    'application/wasm',
  );
  for (const address of ['/', '/verify', '/lab']) {
    const page = pageHeaders({ address, hashes: [], production: true });
    expect(page['Content-Security-Policy']).not.toContain('wasm');
  }
});

it('each page tells the browser where to report what its policy refused, in production in two ways', () => {
  for (const address of ['/', '/verify', '/lab']) {
    const page = pageHeaders({ address, hashes: [], production: true });
    expect(page['Content-Security-Policy']).toMatch(/; report-uri \/csp-reports; report-to csp$/);
    expect(page['Reporting-Endpoints']).toBe('csp="/csp-reports"');
    const trial = pageHeaders({ address, hashes: [], production: false });
    expect(trial['Content-Security-Policy']).toMatch(/; report-uri \/csp-reports$/);
    expect(trial).not.toHaveProperty('Reporting-Endpoints');
  }
});
