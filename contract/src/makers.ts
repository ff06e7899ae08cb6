import { z } from 'zod';
import { Id, Instant, Pagination, queryNumber, requiredLine, SearchText, text } from './primitives.ts';

/** A maker, batch or compound with its public name. `slug` is the last part of its page's address. */
export const Named = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  /** False: a customer wrote the name and the laboratory has not confirmed it. */
  confirmed: z.boolean(),
});
export type Named = z.infer<typeof Named>;

/** A batch of a maker. The address of its page is /batches/{maker_slug}/{slug}. */
export const NamedBatch = Named.extend({ maker_slug: z.string(), maker_name: z.string() });
export type NamedBatch = z.infer<typeof NamedBatch>;

/** A maker as laboratory staff see it. */
export const LabMaker = z
  .object({
    id: Id,
    name: z.string(),
    /** The last part of the page's address. Null while no public test names the maker. */
    slug: z.string().nullable(),
    confirmed: z.boolean(),
    spellings: z.int(),
    batches: z.int(),
  })
  .meta({ id: 'LabMaker' });
export type LabMaker = z.infer<typeof LabMaker>;
export const LabMakersQuery = z.object({
  q: SearchText.optional(),
  state: z.enum(['confirmed', 'unconfirmed', '']).optional(),
  page: queryNumber(1, 1_000_000).default(1),
});
export type LabMakersQuery = z.infer<typeof LabMakersQuery>;
export const LabMakers = z
  .object({ data: z.array(LabMaker), pagination: Pagination })
  .meta({ id: 'LabMakers' });
export type LabMakers = z.infer<typeof LabMakers>;

export const NameSpelling = z.object({
  /** The spelling in a form for comparison; a client sends it to split the name off. */
  folded: z.string(),
  spelling: z.string(),
  slug: z.string().nullable(),
  /** Whether the spelling is the maker's name. Then it cannot be moved to another maker. */
  is_name: z.boolean(),
});
export type NameSpelling = z.infer<typeof NameSpelling>;

/** A record that was merged into another record; an admin can separate them again. */
export const MergedName = z.object({ id: Id, name: z.string(), into: z.string() });
export type MergedName = z.infer<typeof MergedName>;

const record = {
  id: Id,
  confirmed: z.boolean(),
  answer: z.string().nullable(),
  answered_at: Instant.nullable(),
  /** The version of the maker's data; it increases with each change. A client sends back the version that it read. */
  version: z.int(),
  spellings: z.array(NameSpelling),
  merged: z.array(MergedName),
};
export const LabBatch = z.object({ ...record, code: z.string() }).meta({ id: 'LabBatch' });
export type LabBatch = z.infer<typeof LabBatch>;
/** A maker with its spellings, merged records and batches; at most the 500 newest batches. */
export const LabMakerDetail = z
  .object({
    ...record,
    name: z.string(),
    slug: z.string().nullable(),
    batches: z.array(LabBatch),
  })
  .meta({ id: 'LabMakerDetail' });
export type LabMakerDetail = z.infer<typeof LabMakerDetail>;

/** Maximum length of a maker's statement. */
export const LONGEST_ANSWER = 4000;
const version = z.int().min(1);
const change = {
  version,
  confirmed: z.boolean().optional(),
  /** The maker's statement as plain text. An empty text removes it; if omitted, it stays unchanged. */
  answer: text(LONGEST_ANSWER).optional(),
};
export const ChangeMakerBody = z.object({
  ...change,
  name: requiredLine(200, 'Name the maker.').optional(),
});
export type ChangeMakerBody = z.infer<typeof ChangeMakerBody>;
export const ChangeBatchBody = z.object({
  ...change,
  code: requiredLine(100, 'Say the code.').optional(),
});
export type ChangeBatchBody = z.infer<typeof ChangeBatchBody>;
export const MergeBody = z.object({ into: Id, version });
export type MergeBody = z.infer<typeof MergeBody>;
export const UnmergeBody = z.object({ version });
export const SplitBody = z.object({
  version,
  /** The spellings in the form for comparison. */
  spellings: z.array(z.string().min(1).max(1000)).min(1, 'Name a spelling.').max(200),
});
export type SplitBody = z.infer<typeof SplitBody>;

const SubjectRecord = z.object({
  id: Id,
  name: z.string(),
  confirmed: z.boolean(),
});
export type SubjectRecord = z.infer<typeof SubjectRecord>;
/** The compound, maker and batch of a sample: what the customer wrote, and what the laboratory assigned. */
export const LabSubject = z
  .object({
    written: z.object({ maker: z.string().nullable(), batch: z.string().nullable() }),
    maker: SubjectRecord.nullable(),
    batch: SubjectRecord.nullable(),
    /** False if the server found the record by the customer's words. */
    is_chosen: z.boolean(),
    /** Suggested records: those with a similar spelling first. The suggested batches belong to the maker. */
    suggestions: z.object({ makers: z.array(SubjectRecord), batches: z.array(SubjectRecord) }),
  })
  .meta({ id: 'LabSubject' });
export type LabSubject = z.infer<typeof LabSubject>;

/**
 * An existing record, or a name for which a record is made. Null: the server finds the record by the customer's words.
 */
const Choice = (max: number) =>
  z.union([z.strictObject({ id: Id }), z.strictObject({ name: requiredLine(max, 'Say the name.') })]);
export const ChooseSubjectBody = z.object({ maker: Choice(200).nullable(), batch: Choice(100).nullable() });
export type ChooseSubjectBody = z.infer<typeof ChooseSubjectBody>;
