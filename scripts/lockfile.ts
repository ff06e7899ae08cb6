type Entry = { resolved?: string; link?: boolean; optionalDependencies?: Record<string, string> };
export type Lockfile = { packages: Record<string, Entry> };

/**
 * Packages that lack programs for some platforms; there, the part named here does not work. Remove an entry when a
 * pinned version has the programs.
 */
export const knownGaps: Record<string, string> = {};

/**
 * Entries of the lockfile that make `npm ci` fail or differ on other machines. Either the lockfile names a package for
 * another platform but does not describe it (npm writes such files and then refuses them), or it contains the address
 * of a registry.
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

/** The places where Node looks for a package imported from `place`, nearest first. */
function placesFor(place: string, name: string): string[] {
  const parts = place === '' ? [] : place.split('/');
  const folders = parts.map((_, index) => parts.slice(0, parts.length - index).join('/'));
  return [...folders, ''].map((folder) => `${folder === '' ? '' : `${folder}/`}node_modules/${name}`);
}
