import type { Modules } from '../../src/app/create-modules.ts';
import { addMissingItems } from '../../src/modules/catalog/catalog.service.ts';
import { prepareCertificates } from '../../src/modules/certificates/certificates.service.ts';
import { addMissingCompounds } from '../../src/modules/makers/makers.service.ts';
import { addMissingMethods, type NewTemplate } from '../../src/modules/methods/methods.service.ts';
import { CATALOG } from './catalog.ts';
import { COMPOUND_NAMES } from './compound-names.ts';
import { COMPOUNDS } from './compounds.ts';
import { TEMPLATES } from './templates.ts';

/** Adds the data of a new installation: price list, templates and keys. Existing data stay unchanged. */
export async function seedReferenceData(
  modules: Modules,
  templates: readonly NewTemplate[] = TEMPLATES,
): Promise<void> {
  await addMissingItems(modules.catalog, CATALOG);
  await addMissingMethods(modules.methods, templates, COMPOUNDS);
  await addMissingCompounds(modules.makers, COMPOUND_NAMES);
  await prepareCertificates(modules.certificates);
}
