const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const yes = /^true$/;

/** Pages that are the same for everybody, with what they read of the query and how it looks when nothing is odd. */
const pages: { path: RegExp; reads: Record<string, RegExp> }[] = [
  {
    path: /^\/(pricing|verify|how-it-works|terms|privacy|testing-policy|login|register|reset-password)?$/,
    reads: {},
  },
  {
    path: /^\/tests$/,
    reads: { search: /^\S(.{0,198}\S)?$/su, onlyPublic: yes, onlySterility: yes, page: /^[1-9]\d{0,5}$/ },
  },
  { path: new RegExp(`^/tests/${uuid}$`), reads: {} },
  { path: /^\/request$/, reads: { sku: /^[a-z0-9-]{1,80}$/ } },
];

/**
 * The address under which the server may keep a page: path, and what the page reads of the query in a fixed order.
 * Undefined when the page is not one of those above, or when the query holds anything else: such a page is made anew
 * each time, from the address as it was asked for.
 */
export function keptAddress(path: string, query: string): string | undefined {
  const page = pages.find((each) => each.path.test(path));
  if (!page || query === '') return page && path;
  const given = new URLSearchParams(query);
  const kept = new URLSearchParams();
  for (const [name, fits] of Object.entries(page.reads)) {
    const [value, ...more] = given.getAll(name);
    if (value === undefined) continue;
    if (more.length > 0 || !fits.test(value)) return undefined;
    kept.set(name, value);
  }
  if (kept.size !== given.size) return undefined;
  return kept.size > 0 ? `${path}?${kept}` : path;
}
