import { z } from 'zod';

/** A maker, batch or compound as public pages name it; `slug` is the last part of its address. */
export const Named = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  /** False: so a customer wrote it, and the laboratory has not confirmed it. */
  confirmed: z.boolean(),
});
export type Named = z.infer<typeof Named>;

/** A batch stands below a maker: its address is /batches/{maker_slug}/{slug}. */
export const NamedBatch = Named.extend({ maker_slug: z.string() });
export type NamedBatch = z.infer<typeof NamedBatch>;
