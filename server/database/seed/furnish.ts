import type { IntegrationOptions } from '@vialproof/contract/chromatograms';
import type { Modules } from '../../src/app/create-modules.ts';
import { CATALOG } from './catalog.ts';
import { COMPOUND_NAMES } from './compound-names.ts';
import { COMPOUNDS } from './compounds.ts';
import { TEMPLATES } from './templates.ts';

/**
 * What an installation has from its first start: price list, measurements and keys. What is there stays. `integration`: which peaks
 * its templates count; without it they say nothing, since only the laboratory knows the solvent front of its methods.
 */
export async function furnish(
  modules: Modules,
  integration: IntegrationOptions | null = null,
): Promise<void> {
  await modules.catalog.addMissing(CATALOG);
  await modules.methods.addMissing(
    TEMPLATES.map((template) => ({ ...template, integration })),
    COMPOUNDS,
  );
  await modules.makers.addMissing(COMPOUND_NAMES);
  await modules.makers.nameOlderSoon();
  await modules.dossiers.catchUpSoon();
  await modules.certificates.prepare();
  await modules.registrations.prepare();
}
