import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const ui = new URL('../../ui/', import.meta.url);
const gallery = new URL('./', import.meta.url);
const components = (folder: URL) =>
  readdirSync(folder).filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'));
const importsOf = (folder: URL, file: string, from: RegExp) =>
  [...readFileSync(new URL(file, folder), 'utf8').matchAll(from)].map(([, name]) => `${name}.tsx`);

it('shows every component of ui, by itself or inside another', () => {
  const shown = new Set(
    components(gallery).flatMap((file) => importsOf(gallery, file, /'\.\.\/\.\.\/ui\/([\w-]+)'/g)),
  );
  // The frame around every page holds the place where toasts appear.
  shown.add('toaster.tsx');
  for (const file of shown) {
    if (!components(ui).includes(file)) continue;
    for (const inner of importsOf(ui, file, /(?:from |import\()'\.\/([\w-]+)'/g)) shown.add(inner);
  }
  expect(components(ui).filter((file) => !shown.has(file))).toEqual([]);
});
