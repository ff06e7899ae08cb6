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

/** An empty form field counts as omitted. */
const unlessEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((typed) => (typed === '' ? undefined : typed), schema.optional());

/** By published result: all lines judged and within limits; some judged, all within; one outside; none judged. */
export const TESTS_VERDICTS = ['pass', 'partly', 'fail', 'not_judged'] as const;
export type TestsVerdict = (typeof TESTS_VERDICTS)[number];
/** Newest first; highest purity first; smallest deviation from the label first. Tests without the figure last. */
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

/** A result in a list: files, photos, chromatogram and history are only on the test's own page. */
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

/** A test for all readers; a private one with SKU, task number and status only. */
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
    /** The trace as an SVG path in a box of 120 × 32 that keeps its highest points; absent without a trace. */
    thumbnail: z.string().optional(),
    /** Measured amount minus label claim, in % of the claim, as in dossiers; absent without a readable label. */
    label_deviation_percent: z.number().optional(),
    /** Dossiers of its compound, maker and batch; in lists without the batch. Absent for a private test. */
    dossiers: DossierLinks.optional(),
  })
  .meta({ id: 'ListedTest' });
export type ListedTest = z.infer<typeof ListedTest>;

export const PublicTest = ListedTest.extend({
  dosage_text: z.string().nullable(),
  received_at: Instant.nullable(),
  /** The registration in the public log at intake; null for a private test. */
  registration: Registration.nullable().optional(),
  result: Result.nullable(),
  retracted: Retraction.nullable(),
  /** All issued certificates, newest first; empty for a private test. */
  certificates: z.array(IssuedCertificate),
  /** The instrument files published by its owner. */
  raw_files: z.array(RawFile).optional(),
}).meta({ id: 'PublicTest' });
export type PublicTest = z.infer<typeof PublicTest>;

/** A filter value of a list, and its number of tests. */
export const FacetValue = z
  .object({ value: z.string(), label: z.string(), count: z.int() })
  .meta({ id: 'FacetValue' });
export type FacetValue = z.infer<typeof FacetValue>;

/**
 * Public tests by filter value. Each facet counts with the search and all other filters applied, and lists at most
 * twenty values: those with the most tests, and the chosen one.
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

/** A suggested compound or maker, and its number of public tests. */
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
    /** Empty if the search has hits; else similar names, else the most tested compounds. */
    suggestions: z.array(Suggestion),
    /** Words without a hit, and the words one letter off that were searched instead. */
    corrections: z.array(z.object({ typed: z.string(), meant: z.array(z.string()) })),
  })
  .meta({ id: 'TestsPage' });
export type TestsPage = z.infer<typeof TestsPage>;
