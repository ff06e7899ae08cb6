import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { judgeLockfile, knownGaps } from './lockfile.ts';

test('the check finds a package for another platform that has no entry in the lockfile', () => {
  const tool = { optionalDependencies: { 'tool-linux': '1.0.0', 'tool-darwin': '1.0.0' } };
  const packages = { '': {}, 'node_modules/a/node_modules/tool': tool, 'node_modules/tool-linux': {} };
  expect(judgeLockfile({ packages })).toEqual([expect.stringMatching(/tool may need tool-darwin/)]);
  expect(judgeLockfile({ packages: { ...packages, 'node_modules/a/node_modules/tool-darwin': {} } })).toEqual(
    [],
  );
});

test('the check finds the address of a registry in the lockfile, and ignores workspaces', () => {
  const packages = {
    'node_modules/tool': { resolved: 'https://registry.example/tool-1.0.0.tgz' },
    'node_modules/@vialproof/web': { resolved: 'web', link: true },
  };
  expect(judgeLockfile({ packages })).toEqual([expect.stringContaining('registry.example')]);
});

test('the lockfile has the packages of all platforms, also those of the PDF renderer for macOS and arm64', async () => {
  const text = await readFile(new URL('../package-lock.json', import.meta.url), 'utf8');
  const lockfile: Parameters<typeof judgeLockfile>[0] = JSON.parse(text);
  expect(knownGaps).toEqual({});
  expect(judgeLockfile(lockfile)).toEqual([]);
  for (const platform of ['darwin-arm64', 'darwin-x64', 'linux-arm64-gnu'])
    expect(lockfile.packages).toHaveProperty([
      `node_modules/@myriaddreamin/typst-ts-node-compiler-${platform}`,
    ]);
});

test('no computer installs the canvas of pdfjs: only browsers read PDFs, with their own', async () => {
  const text = await readFile(new URL('../package-lock.json', import.meta.url), 'utf8');
  const { packages } = JSON.parse(text) as { packages: Record<string, { os?: string[] }> };
  const canvases = Object.entries(packages).filter(([place]) => place.includes('@napi-rs/canvas'));
  expect(canvases.map(([place, { os }]) => [place, os])).toEqual([
    ['node_modules/@napi-rs/canvas', ['android']],
  ]);
});
