import type { Modules } from '../../src/app/create-modules.ts';
import type { NewTemplate } from '../../src/modules/methods/methods.service.ts';
import { CATALOG } from './catalog.ts';
import { COMPOUND_NAMES } from './compound-names.ts';
import { COMPOUNDS } from './compounds.ts';
import { TEMPLATES } from './templates.ts';

/** What an installation has from its first start: price list, measurements and keys. What is there stays. */
export async function furnish(
  modules: Modules,
  templates: readonly NewTemplate[] = TEMPLATES,
): Promise<void> {
  await modules.catalog.addMissing(CATALOG);
  await modules.methods.addMissing(templates, COMPOUNDS);
  await modules.makers.addMissing(COMPOUND_NAMES);
  await modules.certificates.prepare();
}
