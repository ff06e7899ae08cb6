import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './run.ts';

/** A package as the lockfile names it. */
export type Package = {
  name: string;
  version: string;
  /** The licence field of the package. */
  licence: string | undefined;
  /** The hash of its archive, such as sha512-… in base64. */
  integrity: string | undefined;
  /** False if only development needs it. */
  isProduction: boolean;
};

/** What lists say about a package whose licence field is empty. */
export const NO_LICENCE = 'no licence field';

type Entry = {
  name?: string;
  version?: string;
  license?: string;
  integrity?: string;
  link?: boolean;
  dev?: boolean;
};
export type Packages = { packages: Record<string, Entry> };

export async function readLockfile(file = 'package-lock.json'): Promise<Packages> {
  return JSON.parse(await readFile(join(root, file), 'utf8'));
}

/** All packages that others made, by name, with those of the measurements by Lighthouse. */
export async function readPackages(): Promise<Package[]> {
  const own = packagesIn(await readLockfile());
  const forMeasuring = packagesIn(await readLockfile('lighthouse/package-lock.json'))
    .filter((each) => !own.some(({ name, version }) => name === each.name && version === each.version))
    .map((each) => ({ ...each, isProduction: false }));
  return [...own, ...forMeasuring].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** All packages that others made, each version once, in the order of the lockfile. */
export function packagesIn({ packages }: Packages): Package[] {
  const found = new Map<string, Package>();
  for (const [place, { name, version = '', license, integrity, link, dev }] of Object.entries(packages)) {
    const [, folder] = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(place) ?? [];
    if (folder === undefined || link) continue;
    // A folder may hold another package under its own name (an alias).
    const own = name ?? folder;
    const before = found.get(`${own}@${version}`);
    const isProduction = !dev || (before?.isProduction ?? false);
    found.set(`${own}@${version}`, { name: own, version, licence: license, integrity, isProduction });
  }
  return [...found.values()];
}
