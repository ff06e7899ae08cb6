type Entry = { resolved?: string; link?: boolean; optionalDependencies?: Record<string, string> };
export type Lockfile = { packages: Record<string, Entry> };

/**
 * Packages without programs for some platforms, where the part named here does not work. An entry is a debt: remove it
 * when a pinned version has them.
 */
export const knownGaps: Record<string, string> = {};

/**
 * Entries that make `npm ci` fail or differ elsewhere: a package for another platform that the lockfile names but does
 * not describe (npm writes such files and then refuses them), or the address of a registry.
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
