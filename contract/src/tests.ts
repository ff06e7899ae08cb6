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

/** An empty field of a form is treated as missing. */
const unlessEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((typed) => (typed === '' ? undefined : typed), schema.optional());

/**
 * Filters by the result. pass: every line was judged and passed. partly: some lines were judged, and these passed.
 * fail: a line failed. not_judged: no line was judged.
 */
export const TESTS_VERDICTS = ['pass', 'partly', 'fail', 'not_judged'] as const;
export type TestsVerdict = (typeof TESTS_VERDICTS)[number];
/**
 * published: newest first. purity: highest first. deviation: smallest difference from the label first. Tests without
 * the number come last.
 */
export const TESTS_SORTS = ['published', 'purity', 'deviation'] as const;
export type TestsSort = (typeof TESTS_SORTS)[number];

export const TestsQuery = z.object({
  search: SearchText.optional(),
  onlyPublic: QueryFlag,
  onlySterility: QueryFlag,
  /** The values for these five filters come from the choices that the list offers. */
  compound: unlessEmpty(SearchText),
  maker: unlessEmpty(SearchText),
  verdict: unlessEmpty(z.enum(TESTS_VERDICTS)),
  year: unlessEmpty(queryNumber(1970, 9999)),
  tested: unlessEmpty(SearchText),
  sort: unlessEmpty(z.enum(TESTS_SORTS)),
  ...PageQuery,
});

/** A result in a list, without files, photos, chromatogram and history. */
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

/** A test as all readers see it. A private test shows only its product, task number and status. */
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
    /** The chromatogram as a small drawing (an SVG path of 120 × 32) in which each peak has its top. */
    thumbnail: z.string().optional(),
    /** The measured amount minus the amount on the label, in % of the label. Absent if the label is not readable. */
    label_deviation_percent: z.number().optional(),
    /** The pages about the test's compound, maker and batch. Absent for a private test. */
    dossiers: DossierLinks.optional(),
  })
  .meta({ id: 'ListedTest' });
export type ListedTest = z.infer<typeof ListedTest>;

export const PublicTest = ListedTest.extend({
  dosage_text: z.string().nullable(),
  received_at: Instant.nullable(),
  /** What the public log said when the sample arrived: public or private. Null for a private test. */
  registration: Registration.nullable().optional(),
  result: Result.nullable(),
  retracted: Retraction.nullable(),
  /** All issued certificates, newest first; empty for a private test. */
  certificates: z.array(IssuedCertificate),
  /** The files of the instrument that the owner published. */
  raw_files: z.array(RawFile).optional(),
}).meta({ id: 'PublicTest' });
export type PublicTest = z.infer<typeof PublicTest>;

/** A value of a filter in a list, and the number of tests that have it. */
export const FacetValue = z
  .object({ value: z.string(), label: z.string(), count: z.int() })
  .meta({ id: 'FacetValue' });
export type FacetValue = z.infer<typeof FacetValue>;

/**
 * For each filter, its values with the number of tests. At most twenty values are listed, those with the most tests.
 * The numbers consider the search and all other filters.
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

/** A compound or a maker that the page suggests, and the number of its public tests. */
export const Suggestion = FacetValue.extend({ facet: z.enum(['compound', 'maker']) }).meta({
  id: 'Suggestion',
});
export type Suggestion = z.infer<typeof Suggestion>;

export const TestsPage = z
  .object({
    data: z.array(ListedTest),
    pagination: Pagination.extend({
      /** `at_least`: there are more tests than the server counts. */
      total_relation: z.enum(['exact', 'at_least']),
    }),
    facets: TestFacets,
    /** If the search found nothing: similar names, or the compounds with the most tests. */
    suggestions: z.array(Suggestion),
    /** Words without a hit, and the similar words that the server searched for instead. */
    corrections: z.array(z.object({ typed: z.string(), meant: z.array(z.string()) })),
  })
  .meta({ id: 'TestsPage' });
export type TestsPage = z.infer<typeof TestsPage>;
