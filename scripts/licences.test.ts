import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { JUDGEMENTS, judgeLicences, tableOfJudgements } from './licences.ts';
import { type Package, packagesIn, readPackages } from './packages.ts';
import { root } from './run.ts';

const needed = (name: string, licence: string | undefined, isProduction = true): Package => ({
  name,
  version: '1.0.0',
  licence,
  integrity: undefined,
  isProduction,
});

it('each package has an accepted licence, or a judgement of its own', async () => {
  const packages = await readPackages();
  expect(packages.some(({ name }) => name === 'lighthouse')).toBe(true);
  expect(judgeLicences(packages)).toEqual([]);
});

it('docs/licences.md contains each judgement as it is in the code', async () => {
  const text = await readFile(join(root, 'docs/licences.md'), 'utf8');
  const lines = text.split('\n').filter((line) => line.startsWith('| `'));
  expect(lines).toEqual(tableOfJudgements(JUDGEMENTS));
});

it('a licence that asks for more than a notice is refused until it is judged, and so is a package without a licence', () => {
  const refused = [
    'GPL-3.0-only',
    'AGPL-3.0-or-later',
    'MIT AND GPL-2.0-only',
    'SEE LICENSE IN LICENSE',
    undefined,
  ];
  for (const licence of refused)
    expect(judgeLicences([needed('tool', licence)], [])).toEqual([
      `tool@1.0.0 (${licence ?? 'no licence field'}, production) is not judged: scripts/licences.ts`,
    ]);
  for (const licence of ['MIT', '(MIT OR GPL-2.0-only)', 'GPL-2.0-only OR ISC'])
    expect(judgeLicences([needed('tool', licence)], [])).toEqual([]);
});

it('a judgement is for one licence, and one for development does not allow production', () => {
  const use = 'development' as const;
  const judgement = { packages: 'tool-*', licence: 'MPL-2.0', use, why: 'only a build runs it' };
  const judge = (each: Package) => judgeLicences([needed('tool-a', 'MPL-2.0', false), each], [judgement]);
  expect(judge(needed('tool-b', 'MPL-2.0', false))).toEqual([]);
  for (const other of [
    needed('tool-b', 'MPL-2.0'),
    needed('tool-b', 'GPL-3.0-only', false),
    needed('tool', 'MPL-2.0', false),
  ])
    expect(judge(other)).toEqual([expect.stringContaining('is not judged')]);
  expect(judgeLicences([], [judgement])).toEqual(['tool-* (MPL-2.0) is judged, and no package is meant']);
});

it('a package that production and development need counts as production, and workspaces count as none', () => {
  const packages = {
    '': {},
    server: { version: '1.0.0' },
    'node_modules/@vialproof/server': { link: true },
    'node_modules/a': { version: '1.0.0', dev: true },
    'node_modules/@scope/b/node_modules/a': { version: '1.0.0', license: 'MIT' },
    'node_modules/alias': { name: 'real', version: '2.0.0', dev: true },
  };
  expect(
    packagesIn({ packages }).map(({ name, version, isProduction }) => [name, version, isProduction]),
  ).toEqual([
    ['a', '1.0.0', true],
    ['real', '2.0.0', false],
  ]);
});
