import { z } from 'zod';
import { Id, Instant, Pagination, queryNumber, requiredLine, SearchText } from './primitives.ts';

/** A compound with the number of its names of each kind. */
export const LabCompound = z
  .object({
    id: Id,
    name: z.string(),
    slug: z.string().nullable(),
    /** False if only customers used the name, and the laboratory has not confirmed it. */
    known: z.boolean(),
    synonyms: z.int(),
    brands: z.int(),
    /** The number of spellings that only customers wrote. */
    written: z.int(),
    /** The number of published tests of the compound; 1001 means more than 1000. */
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
  /** The spelling in the form for comparison. A client sends it to remove the name. */
  folded: z.string(),
  spelling: z.string(),
  /** The last part of the page's address. Null while no public test shows the compound. */
  slug: z.string().nullable(),
  kind: z.enum(['name', 'synonym', 'brand', 'customer']),
  /** When an admin decided the kind of the name; null if no admin did. */
  decided_at: Instant.nullable(),
  /** The number of published tests with this spelling; 1001 means more than 1000. */
  tests: z.int(),
});
export type CompoundName = z.infer<typeof CompoundName>;
/** A compound with at most 500 names: its own name first, then synonyms, brands, and spellings of customers. */
export const LabCompoundDetail = z
  .object({
    id: Id,
    name: z.string(),
    slug: z.string().nullable(),
    known: z.boolean(),
    /**
     * The version of the compound's names; it increases with each change. A client sends back the version that it read.
     */
    version: z.int(),
    names: z.array(CompoundName),
  })
  .meta({ id: 'LabCompoundDetail' });
export type LabCompoundDetail = z.infer<typeof LabCompoundDetail>;

/** The maximum length of a compound's name; customers have the same limit. */
export const LONGEST_COMPOUND = 200;
const version = z.int().min(1);
export const NameCompoundBody = z.object({
  version,
  spelling: requiredLine(LONGEST_COMPOUND, 'Write the name.'),
  /** 'name': a spelling of a customer becomes a compound that the laboratory knows. */
  kind: z.enum(['name', 'synonym', 'brand']),
});
export type NameCompoundBody = z.infer<typeof NameCompoundBody>;
export const TakeNameBody = z.object({ version, folded: z.string().min(1).max(1000) });
export type TakeNameBody = z.infer<typeof TakeNameBody>;
