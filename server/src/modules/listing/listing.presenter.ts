import { fold } from '@vialproof/contract/fold';
import type { Measurement, Result } from '@vialproof/contract/results';
import type { ListedTest, PublicTest } from '@vialproof/contract/tests';
import { metricsOf } from '../results/results.service.ts';
import type { ListRow, Source } from './listing.store.ts';
import { type ListedPage, lines } from './search.rules.ts';

/** The row of the list that a request has. Of a private one nothing but SKU, task number and status goes in. */
export function presentRow(source: Source): ListRow {
  const isPublic = source.visibility === 'public';
  const listed = presentListed(source);
  return {
    taskNumber: listed.task_number,
    requestId: source.id,
    isPublic,
    includesSterility: source.includes_sterility,
    subject: lines([source.sku_name, listed.result?.title, listed.compound_name]),
    maker: fold(listed.manufacturer ?? ''),
    codes: lines([listed.batch_code, String(listed.task_number)]),
    publishedAt: listed.published_at,
    body: asciiJson(listed),
  };
}

/** JSON without a character beyond ASCII: such texts pass through Node several times faster than others. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function presentListed(source: Source): ListedTest {
  const { id, sku_name, sku_description, status, visibility } = source;
  const known = {
    request_id: id,
    task_number: Number(source.task_number),
    sku_name,
    sku_description,
    status,
    visibility,
  };
  if (visibility === 'private') {
    const hidden = {
      manufacturer: null,
      batch_code: null,
      compound_name: null,
      published_at: null,
      result: null,
    };
    return { ...known, ...hidden };
  }
  const { manufacturer, batch_code, compound_name, result } = source;
  const published_at = result && new Date(Number(result.published_ms)).toISOString();
  return {
    ...known,
    manufacturer,
    batch_code,
    compound_name,
    published_at,
    result: result && {
      title: result.title,
      summary: result.summary,
      metrics: metricsOf(result.measurements),
      measurements: result.measurements.map(presentListedLine),
      attachments: result.attachments.map((attachment) => `/api/attachments/${attachment}`),
      revision: result.revision,
      published_at: published_at ?? '',
    },
  };
}

/** How a value came about stays on the test's own page: lists are kept in memory, and sent often. */
function presentListedLine({ analyte, method, value, unit, limit, verdict }: Measurement): Measurement {
  return { analyte, method, value, unit, limit, verdict };
}

/** What a public test's own page shows beyond its row in the list. */
export type Detail = Pick<
  PublicTest,
  'dossiers' | 'dosage_text' | 'received_at' | 'registration' | 'retracted' | 'certificates' | 'raw_files'
> & {
  result: Result | null;
};

export function presentTest(listed: ListedTest, detail: Detail | null): PublicTest {
  return detail
    ? { ...listed, ...detail }
    : {
        ...listed,
        dosage_text: null,
        received_at: null,
        registration: null,
        retracted: null,
        certificates: [],
        raw_files: [],
        result: null,
      };
}

/**
 * The JSON of a page, ASCII. Rows are kept as the JSON that is sent; parsing and writing them again would cost more than
 * the whole call.
 */
export function presentPage(
  { bodies, total, isExact }: ListedPage,
  { page, limit }: { page: number; limit: number },
): string {
  const relation = isExact ? 'exact' : 'at_least';
  const pagination = `{"page":${page},"limit":${limit},"total":${total},"total_relation":"${relation}"}`;
  return `{"data":[${bodies.join(',')}],"pagination":${pagination}}`;
}
