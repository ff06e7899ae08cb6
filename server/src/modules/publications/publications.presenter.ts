import { dossierLinks } from '@vialproof/contract/dossier-links';
import type { Named } from '@vialproof/contract/makers';
import type { Chromatogram, Measurement } from '@vialproof/contract/results';
import type { ListedTest, TestsVerdict } from '@vialproof/contract/tests';
import { labelDeviation } from '@vialproof/science/measurement/label-deviation';
import { isIdentity } from '@vialproof/science/measurement/measurement-words';
import { overallOf } from '@vialproof/science/measurement/overall-statement';
import { purityFigure, purityPercent } from '@vialproof/science/measurement/purity';
import { foldBatchCode } from '@vialproof/science/text/batch-code';
import { fold } from '@vialproof/science/text/fold';
import type { Subject } from '../makers/makers.service.ts';
import { metricsOf } from '../results/results.service.ts';
import { type CountedTest, unitOf } from './rules/counted-tests.ts';
import { type Deviation, deviationLine, type MeasuredLine, measuredLines } from './rules/measured-lines.ts';
import { overallVerdict } from './rules/row-figures.ts';
import { stateOf } from './rules/states.ts';
import { tracePath } from './rules/trace-path.ts';
import { codesOf, wordsOfTexts } from './rules/words.ts';
import type { Source, SourceResult } from './sources.store.ts';

/** One row of the public list. */
export type ListRow = {
  request_id: string;
  task_number: number;
  is_public: boolean;
  includes_sterility: boolean;
  published_at: string | null;
  compound_id: string | null;
  maker_id: string | null;
  verdict: TestsVerdict | null;
  year: number | null;
  /** What was measured, in the form for comparison. */
  tested: string[];
  /** The purity in per cent. */
  purity: number | null;
  /** How much the measured amount differs from the label, in per cent. */
  deviation: number | null;
  words: string;
  codes: string;
  body: ListedTest;
};

/** How compound and maker are spelled in public tests. */
export type Spellings = { compound: string[]; maker: string[] };
export const NO_SPELLINGS: Spellings = { compound: [], maker: [] };

/** The row of an order in the public list. For a private test only product, number and status. */
export function presentListRow(
  source: Source,
  { compound, maker }: Pick<Subject, 'compound' | 'maker'>,
  spellings: Spellings,
  trace: Chromatogram | null,
): ListRow {
  const { request_id, task_number, includes_sterility, result, sku_name } = source;
  const body = presentListed(source, trace);
  const known = { request_id, task_number, includes_sterility, published_at: body.published_at, body };
  if (source.visibility === 'private') {
    const nothing = { compound_id: null, maker_id: null, verdict: null, year: null, tested: [] };
    const found = { words: wordsOfTexts([sku_name]), codes: codesOf(task_number, null) };
    return { ...known, ...nothing, ...found, is_public: false, purity: null, deviation: null };
  }
  const names = [sku_name, result?.title, source.compound_name, compound?.name, ...spellings.compound];
  const makers = [source.manufacturer, maker?.name, ...spellings.maker];
  const off = result && percentOff(result.measurements, source.dosage_text);
  return {
    ...known,
    is_public: true,
    compound_id: compound?.id ?? null,
    maker_id: maker?.id ?? null,
    verdict: result && overallVerdict(overallOf(result.measurements)),
    year: body.published_at === null ? null : Number(body.published_at.slice(0, 4)),
    tested: result ? analytesOf(result.measurements) : [],
    purity: result && purityPercent(result.measurements),
    deviation: off === null ? null : Math.abs(off),
    words: wordsOfTexts([...names, ...makers]),
    codes: codesOf(task_number, source.batch_code),
  };
}

/** How much the measured amount differs from the label, in per cent. Null if unknown. */
function percentOff(measurements: Measurement[], label: string | null): number | null {
  const found = labelDeviation(measurements, label);
  return found === null || found === 'unread' ? null : found.percent;
}

/** What was measured, each analyte once. All tests of identity are one analyte. */
function analytesOf(measurements: Measurement[]): string[] {
  const folded = measurements.map(({ analyte }) => fold(isIdentity(analyte) ? 'Identity' : analyte));
  return [...new Set(folded)].filter(Boolean);
}

const HIDDEN = {
  manufacturer: null,
  batch_code: null,
  compound_name: null,
  published_at: null,
  result: null,
};

function presentListed(source: Source, trace: Chromatogram | null): ListedTest {
  const { request_id, task_number, sku_name, sku_description, status, visibility } = source;
  const known = { request_id, task_number, sku_name, sku_description, status, visibility };
  if (visibility === 'private') return { ...known, ...HIDDEN };
  const { manufacturer, batch_code, compound_name, dosage_text, result } = source;
  const published_at = result && new Date(result.published_ms).toISOString();
  const thumbnail = result && (source.thumbnail ?? (trace && tracePath(trace)));
  const deviation = result && percentOff(result.measurements, dosage_text);
  return {
    ...known,
    ...(thumbnail && { thumbnail }),
    ...(deviation !== null && { label_deviation_percent: deviation }),
    manufacturer,
    batch_code,
    compound_name,
    published_at,
    result: result && presentListedResult(result, published_at ?? ''),
  };
}

function presentListedResult(result: SourceResult, published_at: string): ListedTest['result'] {
  const { title, summary, measurements, is_manual, revision, attachments } = result;
  return {
    title,
    summary,
    metrics: metricsOf(measurements),
    overall: overallOf(measurements),
    purity: purityFigure(measurements, { isManual: is_manual }),
    measurements: measurements.map(presentListedLine),
    attachments: attachments.map((attachment) => `/api/attachments/${attachment}`),
    revision,
    published_at,
  };
}

/** How a value was found is left out, because the list is sent often. */
function presentListedLine({ decision, override, ...line }: Measurement): Measurement {
  const { analyte, method, value, unit, limit, verdict } = line;
  const judged = { ...(decision && { decision }), ...(override && { override }) };
  return { analyte, method, value, unit, limit, verdict, ...judged };
}

/** A row of the list. Names of compounds and makers are the present ones. */
export function presentNamed(
  { body, compound_id, maker_id }: { body: ListedTest; compound_id: string | null; maker_id: string | null },
  { compounds, makers }: { compounds: Map<string, Named>; makers: Map<string, Named> },
): ListedTest {
  if (body.visibility === 'private') return body;
  const compound = compounds.get(compound_id ?? '') ?? null;
  const maker = makers.get(maker_id ?? '') ?? null;
  return { ...body, dossiers: dossierLinks({ compound, maker, batch: null }) };
}

/** A test for the counts, before its analytes have ids. */
export type UnnumberedTest = {
  test: Omit<CountedTest, 'values'>;
  lines: MeasuredLine[];
  deviation: Deviation | null;
};

/** The data of an order for the counts. Undefined if it is not counted. */
export function presentCounted(source: Source, subject: Subject): UnnumberedTest | undefined {
  const { request_id, task_number, customer_id, superseded, retracted, result, at_ms } = source;
  const state = source.received_ms === null ? undefined : stateOf(source);
  if (state === undefined || at_ms === null) return undefined;
  const { compound, maker, batch } = subject;
  const measurements = result?.measurements ?? [];
  const deviation = deviationLine(measurements, source.dosage_text);
  const ids = {
    compound_id: compound?.id ?? null,
    maker_id: maker?.id ?? null,
    batch_id: batch?.id ?? null,
  };
  // A test that its owner keeps private is counted without its names.
  const isNamed = state !== 'withheld';
  const code = isNamed ? (batch?.name ?? source.batch_code) : null;
  const test: UnnumberedTest['test'] = {
    request_id,
    task_number,
    customer_id,
    state,
    opened_later: source.registered_as === 'private' || source.opened_again,
    superseded,
    retracted,
    ...ids,
    compound: isNamed ? source.compound_name : null,
    maker: isNamed ? source.manufacturer : null,
    batch_code: isNamed ? source.batch_code : null,
    code_key: code === null ? null : foldBatchCode(code) || null,
    unit: unitOf({ request_id, ...ids }),
    label_unread: deviation === 'unread',
    published_ms: result?.published_ms ?? null,
    at_ms,
  };
  const lines = measuredLines(measurements, result?.is_manual ?? false);
  return { test, lines, deviation: deviation === 'unread' ? null : deviation };
}
