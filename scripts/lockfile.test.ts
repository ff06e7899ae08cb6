import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { judgeLockfile, knownGaps } from './lockfile.ts';

test('the check reports a package for another platform that has no entry in the lockfile', () => {
  const tool = { optionalDependencies: { 'tool-linux': '1.0.0', 'tool-darwin': '1.0.0' } };
  const packages = { '': {}, 'node_modules/a/node_modules/tool': tool, 'node_modules/tool-linux': {} };
  expect(judgeLockfile({ packages })).toEqual([expect.stringMatching(/tool may need tool-darwin/)]);
  expect(judgeLockfile({ packages: { ...packages, 'node_modules/a/node_modules/tool-darwin': {} } })).toEqual(
    [],
  );
});

test("the check reports a registry's address in the lockfile, and ignores workspaces", () => {
  const packages = {
    'node_modules/tool': { resolved: 'https://registry.example/tool-1.0.0.tgz' },
    'node_modules/@vialproof/web': { resolved: 'web', link: true },
  };
  expect(judgeLockfile({ packages })).toEqual([expect.stringContaining('registry.example')]);
});

test("the lockfile contains the packages for all platforms, also the PDF renderer's for macOS and arm64", async () => {
  const text = await readFile(new URL('../package-lock.json', import.meta.url), 'utf8');
  const lockfile: Parameters<typeof judgeLockfile>[0] = JSON.parse(text);
  expect(knownGaps).toEqual({});
  expect(judgeLockfile(lockfile)).toEqual([]);
  for (const platform of ['darwin-arm64', 'darwin-x64', 'linux-arm64-gnu'])
    expect(lockfile.packages).toHaveProperty([
      `node_modules/@myriaddreamin/typst-ts-node-compiler-${platform}`,
    ]);
});

test('npm never installs the canvas package of pdfjs, because only browsers read PDFs', async () => {
  const text = await readFile(new URL('../package-lock.json', import.meta.url), 'utf8');
  const { packages } = JSON.parse(text) as { packages: Record<string, { os?: string[] }> };
  const canvases = Object.entries(packages).filter(([place]) => place.includes('@napi-rs/canvas'));
  expect(canvases.map(([place, { os }]) => [place, os])).toEqual([
    ['node_modules/@napi-rs/canvas', ['android']],
  ]);
});
