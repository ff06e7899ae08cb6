import { z } from 'zod';
import type { Named, NamedBatch } from './makers.ts';

/** The name of a compound, maker or batch with the address of its page. `path` is null without a page. */
export const DossierLink = z.object({ name: z.string(), path: z.string().nullable() });
export type DossierLink = z.infer<typeof DossierLink>;

/** The pages about the compound, the maker and the batch of a public test. Null if the test has no such page. */
export const DossierLinks = z
  .object({
    compound: DossierLink.nullable(),
    maker: DossierLink.nullable(),
    batch: DossierLink.nullable(),
  })
  .meta({ id: 'DossierLinks' });
export type DossierLinks = z.infer<typeof DossierLinks>;

type Linked = DossierLink & { path: string };
type Addressed = Pick<Named, 'name' | 'slug'>;

export const compoundLink = ({ name, slug }: Addressed): Linked => ({ name, path: `/compounds/${slug}` });
export const makerLink = ({ name, slug }: Addressed): Linked => ({ name, path: `/makers/${slug}` });
export const batchLink = ({ name, slug, maker_slug }: NamedBatch): Linked => ({
  name,
  path: `/batches/${maker_slug}/${slug}`,
});

type Subject = { compound: Addressed | null; maker: Addressed | null; batch: NamedBatch | null };

export const dossierLinks = ({ compound, maker, batch }: Subject): DossierLinks => ({
  compound: compound && compoundLink(compound),
  maker: maker && makerLink(maker),
  batch: batch && batchLink(batch),
});
