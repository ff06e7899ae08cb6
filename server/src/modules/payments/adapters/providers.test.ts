import { readdir, readFile } from 'node:fs/promises';
import { PAYMENT_METHODS } from '@vialproof/contract/payment-methods';
import { expect, it } from 'vitest';

const ROOT = new URL('../../../../../', import.meta.url);
const FOLDERS = ['contract/src', 'server/src', 'server/database', 'web/app'];
/** Only these files may contain the name of a provider. */
const KNOWS_PROVIDERS =
  /^contract\/src\/payment-methods\.ts$|\/payments\/adapters\/|\/src\/sandbox\/|\/platform\/config\.ts$|\/testing\/|\.(test|fixture)\./;

it('only adapters, settings and the sandbox name a payment provider', async () => {
  const quoted = new RegExp(`['"\`](${PAYMENT_METHODS.join('|')})['"\`]`);
  const found: string[] = [];
  for (const folder of FOLDERS) {
    const names = await readdir(new URL(folder, ROOT), { recursive: true });
    for (const name of names.filter((each) => /\.tsx?$/.test(each))) {
      const path = `${folder}/${name}`;
      if (!KNOWS_PROVIDERS.test(path) && quoted.test(await readFile(new URL(path, ROOT), 'utf8')))
        found.push(path);
    }
  }
  expect(found).toEqual([]);
});
