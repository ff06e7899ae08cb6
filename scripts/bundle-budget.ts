import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

export type PageWeight = { address: string; bytes: number; isPublic: boolean };

/** The largest size of a public page's scripts at its first load, in bytes as sent. */
export const budgetBytes = 150_000;

type Chunk = { module: string; imports?: string[] };
type Route = Chunk & { id: string; parentId?: string; path?: string; index?: boolean };
type Manifest = { entry: Chunk; routes: Record<string, Route> };

const compress = promisify(brotliCompress);

/** The scripts that a browser needs to show each page: the entry, the page, its layouts and their imports. */
export async function weighPages(client: string): Promise<PageWeight[]> {
  const assets = await readdir(join(client, 'assets'));
  const manifestFile = assets.find((name) => /^manifest-.*\.js$/.test(name));
  if (manifestFile === undefined) throw new Error(`${client} holds no manifest of the pages.`);
  const manifest = parseManifest(await readFile(join(client, 'assets', manifestFile), 'utf8'));
  const weights = new Map<string, Promise<number>>();
  const weigh = (file: string) => {
    const known =
      weights.get(file) ?? readFile(join(client, file)).then(async (text) => (await compress(text)).length);
    weights.set(file, known);
    return known;
  };
  const parents = new Set(Object.values(manifest.routes).map((route) => route.parentId));
  const pages = Object.values(manifest.routes).filter((route) => route.index || !parents.has(route.id));
  const weighed = pages.map(async (page) => {
    const chain = chainOf(page, manifest);
    const files = new Set([`/assets/${manifestFile}`, ...[manifest.entry, ...chain].flatMap(filesOf)]);
    const sizes = await Promise.all([...files].map(weigh));
    const address = `/${chain
      .flatMap((route) => route.path || [])
      .reverse()
      .join('/')}`;
    return {
      address,
      bytes: sizes.reduce((sum, size) => sum + size, 0),
      isPublic: !/^\/(dashboard|lab|dev)\b/.test(address),
    };
  });
  return (await Promise.all(weighed)).sort((one, other) => other.bytes - one.bytes);
}

/** One line per page, the largest first. */
export function tableOf(pages: PageWeight[]): string {
  const width = Math.max(...pages.map((page) => page.address.length));
  return pages
    .map((page) => {
      const over =
        page.isPublic && page.bytes > budgetBytes
          ? `  over the ${budgetBytes / 1000} kB of a public page`
          : '';
      const weight = (page.bytes / 1000).toFixed(1).padStart(6);
      return `${page.address.padEnd(width)} ${weight} kB${page.isPublic ? over : '  (signed in)'}`;
    })
    .join('\n');
}

function parseManifest(text: string): Manifest {
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
}

function chainOf(page: Route, manifest: Manifest): Route[] {
  const parent = page.parentId === undefined ? undefined : manifest.routes[page.parentId];
  return parent ? [page, ...chainOf(parent, manifest)] : [page];
}

function filesOf(chunk: Chunk): string[] {
  return [chunk.module, ...(chunk.imports ?? [])];
}
