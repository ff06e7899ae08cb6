import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPublicAnswer, type PublicAnswer } from '../cache/public-answer.ts';
import { WORKER_POLICY } from './page-policy.ts';
import { fileHeaders } from './usual-headers.ts';

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  woff: 'font/woff',
  txt: 'text/plain; charset=utf-8',
  json: 'application/json',
  wasm: 'application/wasm',
};
/** For files with a hash in their names. */
const NEVER_CHANGES = 'public, max-age=31536000, immutable';
/** The builder names the file of a worker after its source. */
const WORKER = /\.worker-[^/]*\.js$/;
const AN_HOUR = 'public, max-age=3600';

/** The files of the built pages by address. They are in memory, so that a later build changes nothing. */
export async function readPageFiles(
  folder: string,
  { production }: { production: boolean },
): Promise<Map<string, PublicAnswer>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = names
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replace(/^\/?/, '/'));
  const contents = new Map(
    await Promise.all(
      paths.map(async (path) => [path, new Uint8Array(await readFile(join(folder, path)))] as const),
    ),
  );
  const files = new Map<string, PublicAnswer>();
  for (const [path, body] of contents) {
    const type = TYPES[path.slice(path.lastIndexOf('.') + 1)];
    if (!type) continue;
    const [br, gzip] = [contents.get(`${path}.br`), contents.get(`${path}.gz`)];
    const headers = {
      'Content-Type': type,
      'Cache-Control': path.startsWith('/assets/') ? NEVER_CHANGES : AN_HOUR,
      ...fileHeaders(production),
      ...(WORKER.test(path) ? { 'Content-Security-Policy': WORKER_POLICY } : {}),
    };
    files.set(path, createPublicAnswer(body, headers, { ...(br && { br }), ...(gzip && { gzip }) }));
  }
  return files;
}
