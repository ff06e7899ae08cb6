import type { CatalogItem } from '@vialproof/contract/catalog';
import type { IssuedCertificate } from '@vialproof/contract/certificates';
import type { ListedResult, ListedTest, PublicTest, TestsPage } from '@vialproof/contract/tests';
import type { z } from 'zod';

/** The nth id: they differ, and look like those of a database. */
export const idOf = (place: number) => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`;

const AT = '2026-03-01T12:00:00.000Z';

export const CATALOG: CatalogItem[] = [
  ['bpc-157', 'BPC-157', 18_000] as const,
  ['tb-500', 'TB-500', 18_000] as const,
  ['semaglutide', 'Semaglutide', 30_000] as const,
].map(([slug, name, cents], place) => ({
  id: idOf(place + 1),
  slug,
  name,
  description: 'Identity by LC-MS and purity by HPLC.',
  sample_requirement: '1 sealed vial',
  tat_text: '5-7 business days',
  base_price_cents: cents,
  family: 'Peptides',
  includes_sterility: false,
  popular_rank: null,
}));

const RESULT: z.infer<typeof ListedResult> = {
  title: 'BPC-157 5 mg',
  summary: 'Purity 99.1 %.',
  metrics: { Purity: '99.1 %' },
  measurements: [],
  attachments: [],
  revision: 1,
  published_at: AT,
};

/** A published test of the public list; `place` makes it another one. */
export function listedTest(place: number, change: Partial<ListedTest> = {}): ListedTest {
  return {
    request_id: idOf(100 + place),
    task_number: 10_000 + place,
    sku_name: 'BPC-157',
    sku_description: 'Identity and purity.',
    status: 'complete',
    visibility: 'public',
    manufacturer: 'Maker A',
    batch_code: 'A-1',
    compound_name: 'BPC-157',
    published_at: AT,
    result: RESULT,
    ...change,
  };
}

/** One page of the list, of so many tests in all. */
export function testsPage(data: ListedTest[], page = 1, total = data.length): TestsPage {
  return {
    data,
    pagination: { page, limit: 9, total, total_relation: 'exact' },
    facets: { compound: [], maker: [], verdict: [], year: [], tested: [] },
    suggestions: [],
    corrections: [],
  };
}

const CERTIFICATE: IssuedCertificate = {
  revision: 1,
  sha256: 'a'.repeat(64),
  state: 'current',
  reason: null,
  issued_at: AT,
  ended_at: null,
  is_available: true,
  log: [{ event: 'issued', index: 7 }],
};

/** A published test on its own page. */
export function publicTest(change: Partial<PublicTest> = {}): PublicTest {
  return {
    ...listedTest(3),
    dosage_text: null,
    received_at: AT,
    result: { ...RESULT, files: [], photos: [], chromatogram: null, history: [] },
    retracted: null,
    certificates: [CERTIFICATE],
    ...change,
  };
}
