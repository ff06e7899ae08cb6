type Entry = { resolved?: string; link?: boolean; optionalDependencies?: Record<string, string> };
export type Lockfile = { packages: Record<string, Entry> };

/**
 * Packages known to lack programs for some platforms, so that the part named here does not work there. An entry is a
 * debt: it goes when a version that has them is pinned.
 */
export const knownGaps: Record<string, string> = {};

/**
 * What would make `npm ci` fail or differ elsewhere: a package for another platform that the lockfile names but does not
 * describe (npm writes such files and then refuses them), or the address of somebody's registry.
 */
export function judgeLockfile({ packages }: Lockfile): string[] {
  const complaints: string[] = [];
  for (const [place, entry] of Object.entries(packages)) {
    const name = place || 'the root';
    if (!entry.link && entry.resolved !== undefined && !entry.resolved.startsWith('file:')) {
      complaints.push(`${name} carries an address: ${entry.resolved}`);
    }
    if (place.replace(/^.*node_modules\//, '') in knownGaps) continue;
    for (const dependency of Object.keys(entry.optionalDependencies ?? {})) {
      if (!placesFor(place, dependency).some((candidate) => candidate in packages)) {
        complaints.push(`${name} may need ${dependency}, which has no entry of its own`);
      }
    }
  }
  return complaints;
}

/** Where Node would look for a package that is imported from `place`, nearest first. */
function placesFor(place: string, name: string): string[] {
  const parts = place === '' ? [] : place.split('/');
  const folders = parts.map((_, index) => parts.slice(0, parts.length - index).join('/'));
  return [...folders, ''].map((folder) => `${folder === '' ? '' : `${folder}/`}node_modules/${name}`);
}
