import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tableOf, weighPages } from './bundle-budget.ts';

test("the check counts each script of a page's first load once, and reports public pages that are too large", async () => {
  const client = await mkdtemp(join(tmpdir(), 'vialproof-client-'));
  await mkdir(join(client, 'assets'));
  // Random bytes, which cannot be compressed.
  const sizes = { entry: 50_000, shared: 30_000, root: 1_000, home: 2_000, chart: 70_000, lab: 90_000 };
  for (const [name, size] of Object.entries(sizes)) {
    await writeFile(join(client, 'assets', `${name}.js`), randomBytes(size));
  }
  const chunk = (name: string, ...imports: string[]) => ({
    module: `/assets/${name}.js`,
    imports: imports.map((file) => `/assets/${file}.js`),
  });
  const manifest = {
    entry: chunk('entry', 'shared'),
    routes: {
      root: { id: 'root', path: '', ...chunk('root', 'shared') },
      home: { id: 'home', parentId: 'root', index: true, ...chunk('home', 'shared') },
      test: { id: 'test', parentId: 'root', path: 'tests/:id', ...chunk('home', 'chart') },
      lab: { id: 'lab', parentId: 'root', path: 'lab', ...chunk('lab') },
    },
  };
  await writeFile(
    join(client, 'assets/manifest-1.js'),
    `window.__reactRouterManifest=${JSON.stringify(manifest)};`,
  );
  const pages = await weighPages(client);
  await rm(client, { recursive: true });
  expect(pages.map((page) => [page.address, Math.round(page.bytes / 1000), page.isPublic])).toEqual([
    ['/lab', 171, false],
    ['/tests/:id', 153, true],
    ['/', 83, true],
  ]);
  expect(
    tableOf(pages)
      .split('\n')
      .filter((line) => line.includes('over')),
  ).toEqual([expect.stringMatching(/^\/tests\/:id .* over the 150 kB/)]);
});
