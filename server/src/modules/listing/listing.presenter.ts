import { dossierLinks } from '@vialproof/contract/dossier-links';
import { fold } from '@vialproof/contract/fold';
import { labelDeviation } from '@vialproof/contract/label-deviation';
import { isIdentity } from '@vialproof/contract/measurement-words';
import { overallOf } from '@vialproof/contract/overall-statement';
import { purityFigure, purityPercent } from '@vialproof/contract/purity';
import type { Chromatogram, Measurement, Result } from '@vialproof/contract/results';
import {
  type ListedTest,
  type PublicTest,
  TESTS_VERDICTS,
  type TestFacets,
  type TestsPage,
} from '@vialproof/contract/tests';
import { metricsOf } from '../results/results.service.ts';
import { overallVerdict } from './figures.rules.ts';
import type { ListRow, Named, Source } from './listing.store.ts';
import type { FacetRow } from './listing-kinds.store.ts';
import { lines, squeeze } from './search.rules.ts';
import { tracePath } from './thumbnail.rules.ts';

/** Compound and maker as the desk knows them, with every spelling that finds them. */
export type Subject = {
  compound: (Named & { spellings: string[] }) | null;
  maker: (Named & { spellings: string[] }) | null;
};

/** A page of the list as it is found: each body is the JSON of a ListedTest. */
export type ListedPage = {
  bodies: string[];
  total: number;
  isExact: boolean;
  facets: FacetRow[];
  suggestions: TestsPage['suggestions'];
  corrections: TestsPage['corrections'];
};

/** The row of the list that a request has. Of a private one nothing but SKU, task number and status goes in. */
export function presentRow(source: Source, subject: Subject, trace: Chromatogram | null): ListRow {
  const isPublic = source.visibility === 'public';
  const listed = presentListed(source, trace);
  const { result } = listed;
  const lab = isPublic ? source.result : null;
  const { compound, maker } = isPublic ? subject : { compound: null, maker: null };
  return {
    taskNumber: listed.task_number,
    requestId: source.id,
    isPublic,
    includesSterility: source.includes_sterility,
    subject: lines([
      source.sku_name,
      result?.title,
      listed.compound_name,
      compound?.name,
      ...(compound?.spellings ?? []),
    ]),
    maker: lines([listed.manufacturer, maker?.name, ...(maker?.spellings ?? [])]),
    codes: lines([listed.batch_code, String(listed.task_number)]),
    batch: squeeze(fold(listed.batch_code ?? '')) || null,
    publishedAt: listed.published_at,
    compound,
    madeBy: maker,
    verdict: lab && overallVerdict(overallOf(lab.measurements)),
    year: listed.published_at === null ? null : Number(listed.published_at.slice(0, 4)),
    tested: lab ? analytesOf(lab.measurements) : [],
    purity: lab && purityPercent(lab.measurements),
    deviation: lab && magnitude(percentOff(lab.measurements, source.dosage_text)),
    body: asciiJson(
      isPublic ? { ...listed, dossiers: dossierLinks({ compound, maker, batch: null }) } : listed,
    ),
  };
}

/** How far the amount is from the label, in % of it; null where that is not known. */
function percentOff(measurements: Measurement[], label: string | null): number | null {
  const found = labelDeviation(measurements, label);
  return found === null || found === 'unread' ? null : found.percent;
}

const magnitude = (deviation: number | null) => (deviation === null ? null : Math.abs(deviation));

/** What was tested: analytes by their folded names, each once, shown as the first of them is written; identity is one. */
function analytesOf(measurements: Measurement[]): Named[] {
  const named = new Map<string, Named>();
  for (const { analyte: written } of measurements) {
    const analyte = isIdentity(written) ? 'Identity' : written;
    const slug = fold(analyte);
    if (slug !== '' && !named.has(slug)) named.set(slug, { slug, name: analyte.trim() });
  }
  return [...named.values()];
}

/** JSON without a character beyond ASCII: such texts pass through Node several times faster than others. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function presentListed(source: Source, trace: Chromatogram | null): ListedTest {
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
  const { manufacturer, batch_code, compound_name, dosage_text, result } = source;
  const published_at = result && new Date(Number(result.published_ms)).toISOString();
  const thumbnail = result && (source.thumbnail ?? (trace && tracePath(trace)));
  const deviation = result && percentOff(result.measurements, dosage_text);
  return {
    ...known,
    ...(thumbnail && { thumbnail }),
    ...(typeof deviation === 'number' && { label_deviation_percent: deviation }),
    manufacturer,
    batch_code,
    compound_name,
    published_at,
    result: result && {
      title: result.title,
      summary: result.summary,
      metrics: metricsOf(result.measurements),
      overall: overallOf(result.measurements),
      purity: purityFigure(result.measurements, { isManual: result.is_manual }),
      measurements: result.measurements.map(presentListedLine),
      attachments: result.attachments.map((attachment) => `/api/attachments/${attachment}`),
      revision: result.revision,
      published_at: published_at ?? '',
    },
  };
}

/** How a value came about stays on the test's own page: lists are kept in memory, and sent often. */
function presentListedLine({ decision, override, ...line }: Measurement): Measurement {
  const { analyte, method, value, unit, limit, verdict } = line;
  const judged = { ...(decision && { decision }), ...(override && { override }) };
  return { analyte, method, value, unit, limit, verdict, ...judged };
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

const noFacets = (): TestFacets => ({ compound: [], maker: [], verdict: [], year: [], tested: [] });
const VERDICT_LABELS: Record<string, string> = {
  pass: 'Within all limits',
  partly: 'Within limits, not all judged',
  fail: 'Outside a limit',
  not_judged: 'Not judged',
};

function presentFacets(rows: FacetRow[]): TestFacets {
  const facets = noFacets();
  for (const { facet, value, label, count } of rows) facets[facet].push({ value, label, count });
  facets.year.sort((a, b) => Number(b.value) - Number(a.value));
  facets.verdict = TESTS_VERDICTS.flatMap((verdict) =>
    facets.verdict.filter(({ value }) => value === verdict),
  );
  for (const verdict of facets.verdict) verdict.label = VERDICT_LABELS[verdict.value] ?? verdict.label;
  return facets;
}

/**
 * The JSON of a page, ASCII. Rows are kept as the JSON that is sent; parsing and writing them again would cost more than
 * the whole call.
 */
export function presentPage(
  { bodies, total, isExact, facets, suggestions, corrections }: ListedPage,
  { page, limit }: { page: number; limit: number },
): string {
  const total_relation = isExact ? 'exact' : 'at_least';
  const pagination = { page, limit, total, total_relation };
  const rest = asciiJson({ pagination, facets: presentFacets(facets), suggestions, corrections });
  return `{"data":[${bodies.join(',')}],${rest.slice(1)}`;
}
