import { z } from 'zod';
import { Id, Instant, Pagination, queryNumber, requiredLine, SearchText } from './primitives.ts';

/** A compound with the number of its names of each kind. */
export const LabCompound = z
  .object({
    id: Id,
    name: z.string(),
    slug: z.string().nullable(),
    /** False: only customers wrote it. */
    known: z.boolean(),
    synonyms: z.int(),
    brands: z.int(),
    /** Number of spellings written by customers only. */
    written: z.int(),
    /** Number of published tests; 1001: more than 1000. */
    tests: z.int(),
  })
  .meta({ id: 'LabCompound' });
export type LabCompound = z.infer<typeof LabCompound>;
export const LabCompoundsQuery = z.object({
  q: SearchText.optional(),
  state: z.enum(['known', 'unknown', '']).optional(),
  page: queryNumber(1, 1_000_000).default(1),
});
export type LabCompoundsQuery = z.infer<typeof LabCompoundsQuery>;
export const LabCompounds = z
  .object({ data: z.array(LabCompound), pagination: Pagination })
  .meta({ id: 'LabCompounds' });
export type LabCompounds = z.infer<typeof LabCompounds>;

export const CompoundName = z.object({
  /** The normalized spelling, which identifies it for removal. */
  folded: z.string(),
  spelling: z.string(),
  /** Null while no public test shows it. */
  slug: z.string().nullable(),
  /** 'customer': only customers wrote it. */
  kind: z.enum(['name', 'synonym', 'brand', 'customer']),
  /** When an admin classified it; null if it comes from a release or a customer. */
  decided_at: Instant.nullable(),
  /** Number of published tests with this spelling; 1001: more than 1000. */
  tests: z.int(),
});
export type CompoundName = z.infer<typeof CompoundName>;
/** A compound with its names: at most 500, its own first, then synonyms, brands and customers' spellings. */
export const LabCompoundDetail = z
  .object({
    id: Id,
    name: z.string(),
    slug: z.string().nullable(),
    known: z.boolean(),
    /** Increases with each change of its names; send it with the next change. */
    version: z.int(),
    names: z.array(CompoundName),
  })
  .meta({ id: 'LabCompoundDetail' });
export type LabCompoundDetail = z.infer<typeof LabCompoundDetail>;

/** Maximum length of a compound's name, equal to the limit for customers. */
export const LONGEST_COMPOUND = 200;
const version = z.int().min(1);
export const NameCompoundBody = z.object({
  version,
  spelling: requiredLine(LONGEST_COMPOUND, 'Write the name.'),
  /** 'name': a customers' spelling becomes a known compound. */
  kind: z.enum(['name', 'synonym', 'brand']),
});
export type NameCompoundBody = z.infer<typeof NameCompoundBody>;
export const TakeNameBody = z.object({ version, folded: z.string().min(1).max(1000) });
export type TakeNameBody = z.infer<typeof TakeNameBody>;
