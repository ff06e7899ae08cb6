import { z } from 'zod';
import { IssuedCertificate, RawFile } from './certificates.ts';
import { DossierLinks } from './dossier-links.ts';
import { RequestStatus } from './orders.ts';
import {
  Id,
  Instant,
  PageQuery,
  Pagination,
  QueryFlag,
  queryNumber,
  SearchText,
  Visibility,
} from './primitives.ts';
import { Registration } from './registrations.ts';
import { Overall, Result } from './results.ts';
import { Retraction } from './revision-notes.ts';

/** What a form sends of a field that was left alone counts as left out. */
const unlessEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((typed) => (typed === '' ? undefined : typed), schema.optional());

/** By a published result: all lines judged and within limits, some of them judged and those within, one outside, none judged. */
export const TESTS_VERDICTS = ['pass', 'partly', 'fail', 'not_judged'] as const;
export type TestsVerdict = (typeof TESTS_VERDICTS)[number];
/** Newest publication first; highest purity first; nearest to the label first. What has no such figure comes last. */
export const TESTS_SORTS = ['published', 'purity', 'deviation'] as const;
export type TestsSort = (typeof TESTS_SORTS)[number];

export const TestsQuery = z.object({
  search: SearchText.optional(),
  onlyPublic: QueryFlag,
  onlySterility: QueryFlag,
  /** These five are values of the facets. */
  compound: unlessEmpty(SearchText),
  maker: unlessEmpty(SearchText),
  verdict: unlessEmpty(z.enum(TESTS_VERDICTS)),
  year: unlessEmpty(queryNumber(1970, 9999)),
  tested: unlessEmpty(SearchText),
  sort: unlessEmpty(z.enum(TESTS_SORTS)),
  ...PageQuery,
});

/** What a list shows of a result: files, photos, chromatogram and history stay on the test's own page. */
export const ListedResult = Result.omit({
  files: true,
  photos: true,
  chromatogram: true,
  history: true,
  overall: true,
  purity: true,
})
  .extend({ overall: Overall.optional(), purity: Result.shape.purity.optional() })
  .meta({
    id: 'ListedResult',
  });

/** A test as everybody may see it; of a private one only SKU, task number and status. */
export const ListedTest = z
  .object({
    request_id: Id,
    task_number: z.int(),
    sku_name: z.string(),
    sku_description: z.string(),
    status: RequestStatus,
    visibility: Visibility,
    manufacturer: z.string().nullable(),
    batch_code: z.string().nullable(),
    compound_name: z.string().nullable(),
    published_at: Instant.nullable(),
    result: ListedResult.nullable(),
    /** The trace as an SVG path in a box of 120 × 32, its highest points kept; absent without a trace. */
    thumbnail: z.string().optional(),
    /** Measured amount beyond or below what the label states, in % of it, as dossiers have it; absent where no label could be read. */
    label_deviation_percent: z.number().optional(),
    /** What else is published of its compound, maker and batch; in lists without the batch. Absent of a private test. */
    dossiers: DossierLinks.optional(),
  })
  .meta({ id: 'ListedTest' });
export type ListedTest = z.infer<typeof ListedTest>;

export const PublicTest = ListedTest.extend({
  dosage_text: z.string().nullable(),
  received_at: Instant.nullable(),
  /** What the public log was told at the intake; null of a private test. */
  registration: Registration.nullable().optional(),
  result: Result.nullable(),
  retracted: Retraction.nullable(),
  /** Every one that was issued, newest first; of a private test none. */
  certificates: z.array(IssuedCertificate),
  /** The instrument's files that its owner has published. */
  raw_files: z.array(RawFile).optional(),
}).meta({ id: 'PublicTest' });
export type PublicTest = z.infer<typeof PublicTest>;

/** One value that a list can be narrowed to, and how many tests it has then. */
export const FacetValue = z
  .object({ value: z.string(), label: z.string(), count: z.int() })
  .meta({ id: 'FacetValue' });
export type FacetValue = z.infer<typeof FacetValue>;

/**
 * Public tests by what they can be narrowed to. Each facet counts under the search and all other filters, and names at
 * most twenty values: those with the most tests, and the one that is chosen.
 */
export const TestFacets = z
  .object({
    compound: z.array(FacetValue),
    maker: z.array(FacetValue),
    verdict: z.array(FacetValue),
    year: z.array(FacetValue),
    tested: z.array(FacetValue),
  })
  .meta({ id: 'TestFacets' });
export type TestFacets = z.infer<typeof TestFacets>;

/** A compound or maker to look at instead, and how many public tests it has. */
export const Suggestion = FacetValue.extend({ facet: z.enum(['compound', 'maker']) }).meta({
  id: 'Suggestion',
});
export type Suggestion = z.infer<typeof Suggestion>;

export const TestsPage = z
  .object({
    data: z.array(ListedTest),
    pagination: Pagination.extend({
      /** `at_least` when a search has more hits than are counted. */
      total_relation: z.enum(['exact', 'at_least']),
    }),
    facets: TestFacets,
    /** Empty where something was found; else what the words resemble, else the most tested compounds. */
    suggestions: z.array(Suggestion),
    /** Words of the search that stand nowhere, and those one letter off that were looked for instead. */
    corrections: z.array(z.object({ typed: z.string(), meant: z.array(z.string()) })),
  })
  .meta({ id: 'TestsPage' });
export type TestsPage = z.infer<typeof TestsPage>;
