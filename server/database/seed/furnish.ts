import type { House } from '../../src/house.ts';
import { CATALOG } from './catalog.ts';
import { COMPOUNDS } from './compounds.ts';
import { TEMPLATES } from './templates.ts';

/** What an installation has from its first start: price list, measurements and keys. What is there stays. */
export async function furnish(house: House): Promise<void> {
  await house.catalog.addMissing(CATALOG);
  await house.methods.addMissing(TEMPLATES, COMPOUNDS);
  await house.certificates.prepare();
}
