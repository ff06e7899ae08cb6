import { z } from 'zod';
import type { Named, NamedBatch } from './makers.ts';

/** A name with the address of its dossier; `path` is null without a dossier. */
export const DossierLink = z.object({ name: z.string(), path: z.string().nullable() });
export type DossierLink = z.infer<typeof DossierLink>;

/** The dossiers about the compound, the maker and the batch of a public test; null if there is none. */
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
