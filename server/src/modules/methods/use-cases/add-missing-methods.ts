import { randomUUID } from 'node:crypto';
import type { IntegrationOptions } from '@vialproof/contract/chromatograms';
import type { TemplateLine } from '@vialproof/contract/methods';
import { listSkuKinds } from '../../catalog/catalog.service.ts';
import type { MethodsContext } from '../methods.service.ts';
import { insertMissingCompounds, insertMissingTemplates } from '../methods.store.ts';

export type NewTemplate = {
  of: { slug: string } | { family: string };
  lines: Omit<TemplateLine, 'id'>[];
  integration?: IntegrationOptions | null;
};
export type NewCompound = { name: string; formula: string };

/** Adds missing templates and compounds to an installation; existing ones stay unchanged. */
export async function addMissingMethods(
  { platform, catalog }: MethodsContext,
  templates: readonly NewTemplate[],
  compounds: readonly NewCompound[],
): Promise<void> {
  const kinds = await listSkuKinds(catalog);
  const rows = templates.flatMap(({ of, lines, integration = null }) => {
    const skuId = 'slug' in of ? kinds.find(({ slug }) => slug === of.slug)?.id : null;
    if (skuId === undefined) return [];
    return {
      id: randomUUID(),
      skuId,
      family: 'family' in of ? of.family : null,
      version: 1,
      lines: lines.map((line) => ({ ...line, id: randomUUID() })),
      integration,
      requires: null,
      dateOrder: null,
      updatedAt: platform.clock.now(),
      delivered: true,
    };
  });
  await insertMissingTemplates(platform.db.orm, rows);
  await insertMissingCompounds(platform.db.orm, [...compounds]);
}
