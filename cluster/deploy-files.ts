import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

type Change = readonly [from: string, to: string];

/** A file of deploy/, with the addresses, folders and passwords of this run. Throws if it no longer has one of them. */
export async function deployFile(name: string, changes: readonly Change[] = []): Promise<string> {
  let text = await readFile(fileURLToPath(new URL(`../deploy/${name}`, import.meta.url)), 'utf8');
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`deploy/${name} does not contain ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}
