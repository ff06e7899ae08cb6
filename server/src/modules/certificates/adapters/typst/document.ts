import { overrideNote, traceNote, valueNotes } from '@vialproof/contract/measurement-words';
import { plainDecimals } from '@vialproof/contract/plain-decimals';
import { SIGNATURE_SENTENCES } from '@vialproof/contract/signatures';
import { decimate } from '@vialproof/contract/trace';
import { runWords, traceNotes } from '@vialproof/contract/trace-words';
import { attachmentOf } from './attachment.ts';
import { type CertificateData, decisionRuleOf, placePerformedOf, STATEMENTS } from './certificate-data.ts';
import { layOutChart } from './chart.ts';
import { printableDeep } from './printable.ts';
import { drawQr } from './qr.ts';

type Row = { label: string; value: string; mono?: true };

/** What the template prints: texts in their final words, drawings in points of the page. */
type CertificateDocument = {
  title: string;
  number: string;
  date: { year: number; month: number; day: number; hour: number; minute: number; second: number };
  laboratory: CertificateData['laboratory'] & { placePerformed: string };
  accreditation: string | null;
  heading: string;
  summary: string;
  facts: Row[];
  amendment: { title: string; text: string; reason: string } | null;
  stated: Row[];
  recorded: Row[];
  measurements: {
    analyte: string;
    method: string;
    value: string;
    unit: string;
    limit: string;
    verdict: string;
    failed: boolean;
    /** What stands behind the value, and why a verdict is not the rule's. */
    notes: string[];
  }[];
  decisionRule: string;
  chromatogram: {
    title: string;
    unit: string;
    /** The main peak's share, under the name of purity where the result says the same. */
    share: { name: string; percent: string } | null;
    note: string;
    alt: string;
    /** What is grey, where anything is. */
    grey: string;
    peaks: string[][];
    morePeaks: string | null;
  } | null;
  /** Which runs there were, where none of them is drawn. */
  runs: string;
  remarks: string;
  authorisedBy: { name: string; role: string }[];
  signatures: { name: string; at: string; sentence: string }[];
  issued: string;
  statements: readonly string[];
  verify: { page: string; host: string; taskNumber: string; uniqueKey: string };
  signature: { fingerprint: string[]; logOrigin: string };
};
const COLUMNS = 1200;
const MOST_PEAKS = 20;
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/**
 * Turns what is known into the files that the template reads, by name. `covered` are the code points that the fonts
 * can print.
 */
export function filesOf(data: CertificateData, covered: ReadonlySet<number>): Record<string, string> {
  // A line needs two points; whoever stored fewer stored no chromatogram.
  const chromatogram = (data.chromatogram?.minutes.length ?? 0) >= 2 ? data.chromatogram : null;
  const chart = chromatogram && layOutChart({ ...chromatogram, ...decimate(chromatogram, COLUMNS) });
  return {
    'words.json': JSON.stringify(printableDeep(wordsOf({ ...data, chromatogram }), covered)),
    'chart.json': JSON.stringify(chart && { main: chart.main.axes, detail: chart.detail?.axes ?? null }),
    ...(chart && { 'trace.svg': chart.main.trace }),
    ...(chart?.detail && { 'detail.svg': chart.detail.trace }),
    'qr.svg': drawQr(data.verifyUrl),
    'result.json': attachmentOf(data),
  };
}

function wordsOf(data: CertificateData): CertificateDocument {
  const { laboratory, stated, amendment } = data;
  const issued = new Date(data.issuedAt);
  const page = data.verifyUrl.replace(/#.*$/, '');
  const says = (text: string | null) => (text === null || text.trim() === '' ? 'not stated' : text);
  return {
    title: `Certificate of Analysis ${data.number}`,
    number: data.number,
    date: {
      year: issued.getUTCFullYear(),
      month: issued.getUTCMonth() + 1,
      day: issued.getUTCDate(),
      hour: issued.getUTCHours(),
      minute: issued.getUTCMinutes(),
      second: issued.getUTCSeconds(),
    },
    laboratory: { ...laboratory, placePerformed: placePerformedOf(data) },
    accreditation: data.accreditation,
    heading: data.title,
    summary: data.summary,
    facts: [
      { label: 'Certificate', value: data.number, mono: true },
      { label: 'Task number', value: String(data.taskNumber), mono: true },
      { label: 'Date received', value: dayOf(data.receivedAt) },
      { label: 'Dates of testing', value: daysOf(data.testedFrom, data.testedTo) },
      { label: 'Date issued', value: dayOf(data.issuedAt) },
    ],
    amendment: amendment && {
      title: `Amended, replaces ${amendment.replaces}`,
      text: `Amendment ${amendment.number}. The certificate ${amendment.replaces}, issued on ${dayOf(amendment.originalIssuedAt)}, no longer stands.`,
      reason: amendment.reason,
    },
    stated: [
      { label: 'Compound', value: says(stated.compound) },
      { label: 'Manufacturer', value: says(stated.manufacturer) },
      { label: 'Batch', value: says(stated.batch) },
      { label: 'Label claim', value: says(stated.dosage) },
    ],
    recorded: [
      { label: 'Item', value: `Sample of task ${data.taskNumber}` },
      { label: 'Test ordered', value: data.test },
      { label: 'Condition on receipt', value: data.conditionOnReceipt },
      { label: 'Sampling', value: 'by the customer' },
      { label: 'Customer', value: 'withheld on request' },
    ],
    measurements: data.measurements.map((line) => ({
      analyte: line.analyte,
      method: line.method,
      value: typeof line.value === 'number' ? plainDecimals(line.value) : line.value,
      unit: typeof line.value === 'string' && !/\d/.test(line.value) ? '' : line.unit,
      limit: line.limit === '' ? 'none' : line.limit,
      verdict: line.verdict === null ? 'not judged' : line.verdict === 'pass' ? 'Pass' : 'Fail',
      failed: line.verdict === 'fail',
      notes: notesOf(line),
    })),
    decisionRule: decisionRuleOf(data),
    chromatogram: data.chromatogram && chromatogramWords(data.chromatogram, data.measurements),
    runs: runWords(data.injections ?? []).join('\n'),
    remarks: 'No deviations from, additions to or exclusions from the methods.',
    authorisedBy: data.authorisedBy,
    signatures: data.signatures.map(({ name, at, meaning }) => ({
      name,
      at: `${at.slice(0, 19).replace('T', ' ')} UTC`,
      sentence: SIGNATURE_SENTENCES[meaning],
    })),
    issued: dayOf(data.issuedAt),
    statements: STATEMENTS,
    verify: {
      page,
      host: new URL(page).host,
      taskNumber: String(data.taskNumber),
      uniqueKey: data.uniqueKey,
    },
    signature: {
      fingerprint: data.signature.fingerprint.match(/.{1,8}/g) ?? [],
      logOrigin: data.signature.logOrigin,
    },
  };
}

function notesOf(line: CertificateData['measurements'][number]): string[] {
  const notes = valueNotes(line).join('; ');
  return [
    ...(notes === '' ? [] : [`${notes.charAt(0).toUpperCase()}${notes.slice(1)}.`]),
    ...[traceNote(line) ?? [], overrideNote(line) ?? []].flat(),
  ];
}

function chromatogramWords(
  chromatogram: NonNullable<CertificateData['chromatogram']>,
  measurements: CertificateData['measurements'],
): NonNullable<CertificateDocument['chromatogram']> {
  const {
    peaks,
    main_peak: main,
    purity_percent: purity,
    wavelength_nm: wavelength,
    method,
    uncounted = [],
  } = chromatogram;
  const isNoPurity = chromatogram.signal_unit === 'counts';
  const isOtherwise = measurements.some(({ trace_override }) => trace_override !== undefined);
  const unit = chromatogram.signal_unit ?? 'mAU';
  const at = detectionWords(chromatogram);
  const share = isNoPurity
    ? `Share of the ${at}, which is no purity by UV: main peak / total area of the peaks.`
    : `${isOtherwise ? 'Share' : 'Purity'} by area: main peak / total area of the peaks${wavelength === null ? '' : ', at this wavelength'}.`;
  const none = peaks.length === 0 ? 'No peak was found.' : 'No main peak was named.';
  // The largest are listed when there are many, in order of time and with the numbers that the drawing shows.
  const listed = peaks
    .map((peak, index) => ({ peak, number: index + 1, isMain: index === main }))
    .toSorted((a, b) => b.peak.area - a.peak.area)
    .slice(0, MOST_PEAKS)
    .toSorted((a, b) => a.number - b.number);
  const more = peaks.length - listed.length;
  return {
    title: `${at.charAt(0).toUpperCase()}${at.slice(1)}`,
    unit,
    share:
      purity === null || isNoPurity
        ? null
        : { name: isOtherwise ? 'Main peak' : 'Purity', percent: `${purity.toFixed(2)} %` },
    note: [
      `${purity === null ? none : share} Integration: ${method.name}, version ${method.version}.`,
      ...traceNotes(chromatogram),
    ].join(' '),
    grey: uncounted.length === 0 ? '' : ', grey: not counted',
    alt:
      `Chromatogram, ${at}: detector signal in ${unit} against time in minutes, ${peaks.length} peaks${uncounted.length === 0 ? '' : `, and ${uncounted.length} in grey that ${uncounted.length === 1 ? 'is' : 'are'} not counted`}.` +
      (main === null
        ? ''
        : ` The main peak elutes at ${peaks[main]?.retention_min.toFixed(2)} min. The peaks are listed in the table below.`),
    peaks: listed.map(({ peak, number, isMain }) => [
      isMain ? `${number} (main)` : String(number),
      peak.retention_min.toFixed(3),
      `${peak.start_min.toFixed(3)}–${peak.end_min.toFixed(3)}`,
      peak.height_mau.toFixed(2),
      peak.area.toFixed(4),
      peak.area_percent.toFixed(2),
    ]),
    morePeaks:
      more > 0 ? `${more} smaller ${more === 1 ? 'peak is' : 'peaks are'} in the attached data.` : null,
  };
}

/** Whose signal it is; a unit that is not of absorbance says nothing of the detector. */
function detectionWords({
  signal_unit: unit = 'mAU',
  total_ion_current: isIonCurrent,
  wavelength_nm: wavelength,
}: NonNullable<CertificateData['chromatogram']>): string {
  if (isIonCurrent) return 'total ion current';
  if (unit !== 'mAU' && unit !== 'mV') return 'detector signal';
  if (wavelength !== null) return `UV detection at ${wavelength} nm`;
  return unit === 'mV' ? 'detector signal' : 'UV detection';
}

function dayOf(instant: string): string {
  const date = new Date(instant);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

function daysOf(from: string, to: string): string {
  const [first, last] = [dayOf(from), dayOf(to)];
  if (first === last) return first;
  const [day, ...rest] = first.split(' ');
  return last.endsWith(rest.join(' ')) ? `${day}–${last}` : `${first} – ${last}`;
}
