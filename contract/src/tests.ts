import { z } from 'zod';
import { IssuedCertificate, RawFile } from './certificates.ts';
import { DossierLinks } from './dossier-links.ts';
import { RequestStatus } from './orders.ts';
import { Id, Instant, PageQuery, Pagination, QueryFlag, SearchText, Visibility } from './primitives.ts';
import { Registration } from './registrations.ts';
import { Result, Retraction } from './results.ts';

export const TestsQuery = z.object({
  search: SearchText.optional(),
  onlyPublic: QueryFlag,
  onlySterility: QueryFlag,
  ...PageQuery,
});

/** What a list shows of a result: files, photos, chromatogram and history stay on the test's own page. */
export const ListedResult = Result.omit({
  files: true,
  photos: true,
  chromatogram: true,
  history: true,
}).meta({
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
  })
  .meta({ id: 'ListedTest' });
export type ListedTest = z.infer<typeof ListedTest>;

export const PublicTest = ListedTest.extend({
  dosage_text: z.string().nullable(),
  received_at: Instant.nullable(),
  /** What the public log was told at the intake; null of a private test, and absent where a process of the release before answers. */
  registration: Registration.nullable().optional(),
  result: Result.nullable(),
  retracted: Retraction.nullable(),
  /** Every one that was issued, newest first; of a private test none. */
  certificates: z.array(IssuedCertificate),
  /** The instrument's files that its owner has published; a process of the release before does not tell. */
  raw_files: z.array(RawFile).optional(),
  /** What else is published of its compound, maker and batch; absent of a private test. */
  dossiers: DossierLinks.optional(),
}).meta({ id: 'PublicTest' });
export type PublicTest = z.infer<typeof PublicTest>;

export const TestsPage = z
  .object({
    data: z.array(ListedTest),
    pagination: Pagination.extend({
      /** `at_least` when a search has more hits than are counted. */
      total_relation: z.enum(['exact', 'at_least']),
    }),
  })
  .meta({ id: 'TestsPage' });
export type TestsPage = z.infer<typeof TestsPage>;
