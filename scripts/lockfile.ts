type Entry = { resolved?: string; link?: boolean; optionalDependencies?: Record<string, string> };
export type Lockfile = { packages: Record<string, Entry> };

/** Packages that have no programs for some platforms. Remove an entry when a newer version has them. */
export const knownGaps: Record<string, string> = {};

/**
 * Entries of the lockfile that fail on other machines: a package for another platform without its description, or the
 * address of a registry.
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

/** Where Node looks for a package that `place` imports, nearest first. */
function placesFor(place: string, name: string): string[] {
  const parts = place === '' ? [] : place.split('/');
  const folders = parts.map((_, index) => parts.slice(0, parts.length - index).join('/'));
  return [...folders, ''].map((folder) => `${folder === '' ? '' : `${folder}/`}node_modules/${name}`);
}
