import { SIGNATURE_SENTENCES } from '@vialproof/contract/signatures';
import { dateWords, exactMoment } from '@vialproof/science/calendar/dates';
import { decimate } from '@vialproof/science/chromatography/trace';
import { runWords } from '@vialproof/science/chromatography/trace-words';
import { changeWords } from '@vialproof/science/measurement/amendment-changes';
import { overallStatement } from '@vialproof/science/measurement/overall-statement';
import {
  circumstances,
  factsOf,
  itemWords,
  methodFacts,
  remarkFacts,
} from '@vialproof/science/measurement/record-words';
import { attachmentOf } from './attachment.ts';
import {
  type CertificateData,
  decisionRuleOf,
  placePerformedOf,
  statementsOf,
  testedOn,
} from './certificate-data.ts';
import { layOutChart } from './chart.ts';
import { type ChromatogramWords, chromatogramWords } from './chromatogram-words.ts';
import type { CompilerInput } from './compiler.ts';
import { type LineWords, lineWords } from './line-words.ts';
import { numberLineFiles } from './number-line.ts';
import { printableDeep } from './printable.ts';
import { drawQr } from './qr.ts';
import { type SpectrumWords, spectrumFiles, spectrumWordsOf } from './spectrum.ts';

type Row = { label: string; value: string; mono?: true };

/** What the template prints: texts and drawings. */
type CertificateDocument = {
  title: string;
  number: string;
  date: { year: number; month: number; day: number; hour: number; minute: number; second: number };
  laboratory: CertificateData['laboratory'] & { placePerformed: string };
  accreditation: string | null;
  heading: string;
  summary: string;
  facts: Row[];
  photo: { alt: string; ratio: number } | null;
  /** The replaced certificate, and all earlier certificates. */
  earlier: { title: string; changes: string[]; revisions: string[] } | null;
  stated: Row[];
  recorded: Row[];
  overall: string;
  measurements: LineWords[];
  methods: Row[];
  decisionRule: string;
  chromatogram: ChromatogramWords | null;
  /** The mass spectra of the result's lines, each beside its ions. */
  spectra: SpectrumWords[];
  /** The runs of the sample, if none is drawn. */
  runs: string;
  /** Recorded deviations and remarks. */
  remarks: Row[];
  /** The people who measured and released the result. */
  signatures: { name: string; role: string; at: string; sentence: string }[];
  issued: string;
  statements: readonly string[];
  verify: { page: string; host: string; taskNumber: string; uniqueKey: string };
  signature: { fingerprint: string[]; authority: string; logOrigin: string };
};
const COLUMNS = 1200;

/** The files that the template reads. `covered`: the characters that the fonts have. */
export function filesOf(data: CertificateData, covered: ReadonlySet<number>): CompilerInput {
  // A curve needs two points, so a chromatogram with fewer points is not drawn.
  const chromatogram = (data.chromatogram?.minutes.length ?? 0) >= 2 ? data.chromatogram : null;
  const chart = chromatogram && layOutChart({ ...chromatogram, ...decimate(chromatogram, COLUMNS) });
  return {
    'words.json': JSON.stringify(printableDeep(wordsOf({ ...data, chromatogram }), covered)),
    'chart.json': JSON.stringify(chart && { main: chart.main.axes, detail: chart.detail?.axes ?? null }),
    ...(chart && { 'trace.svg': chart.main.trace }),
    ...(chart?.detail && { 'detail.svg': chart.detail.trace }),
    ...(data.photo && { 'photo.jpg': data.photo.jpeg }),
    ...numberLineFiles(data.measurements),
    ...spectrumFiles(data.measurements),
    'qr.svg': drawQr(data.verifyUrl),
    'result.json': attachmentOf(data),
  };
}

function wordsOf(data: CertificateData): CertificateDocument {
  const { laboratory, stated, photo } = data;
  const tested = testedOn(data);
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
      { label: 'Date received', value: dateWords(data.receivedAt) },
      tested
        ? { label: 'Dates of testing', value: daysOf(tested.from, tested.to) }
        : { label: 'Measured', value: `not recorded; entered ${dateWords(data.enteredOn)}` },
      { label: 'Date issued', value: dateWords(data.issuedAt) },
    ],
    photo: photo && {
      alt: `Photo of the vial that was tested, taken on ${dateWords(photo.takenAt)}`,
      ratio: photo.width / photo.height,
    },
    earlier: earlierWords(data),
    stated: [
      { label: 'Compound', value: says(stated.compound) },
      { label: 'Manufacturer', value: says(stated.manufacturer) },
      { label: 'Batch', value: says(stated.batch) },
      { label: 'Label claim', value: says(stated.dosage) },
    ],
    recorded: recordedRows(data),
    overall: overallStatement(data.measurements),
    measurements: lineWords(data.measurements),
    methods: methodFacts(data.measurements),
    decisionRule: decisionRuleOf(data),
    chromatogram: data.chromatogram && chromatogramWords(data.chromatogram, data.measurements),
    spectra: spectrumWordsOf(data.measurements),
    runs: runWords(data.injections ?? []).join('\n'),
    remarks: remarkFacts(data.record),
    signatures: signatureWords(data),
    issued: dateWords(data.issuedAt),
    statements: statementsOf(data),
    verify: {
      page,
      host: new URL(page).host,
      taskNumber: String(data.taskNumber),
      uniqueKey: data.uniqueKey,
    },
    signature: {
      fingerprint: data.signature.fingerprint.match(/.{1,8}/g) ?? [],
      authority: data.signature.authority,
      logOrigin: data.signature.logOrigin,
    },
  };
}

function recordedRows({ record, test, conditionOnReceipt }: CertificateData): Row[] {
  return [
    ...factsOf([
      ['Item', itemWords(record)],
      ['Test ordered', test],
      ['Condition on receipt', conditionOnReceipt],
    ]),
    ...circumstances(record),
    { label: 'Customer', value: 'withheld on request' },
  ];
}

function earlierWords({ earlier, changes }: CertificateData): CertificateDocument['earlier'] {
  const last = earlier.at(-1);
  if (!last) return null;
  return {
    title: `Amended, replaces ${last.certificate}`,
    changes: changes.length > 0 ? changeWords(changes) : ['No reported value, limit or verdict has changed.'],
    revisions: earlier.toReversed().map(({ certificate, issuedAt, state, reason }) => {
      const words = `${certificate}, issued on ${dateWords(issuedAt)}, ${state === 'retracted' ? 'was retracted' : 'no longer stands'}.`;
      return reason === '' ? words : `${words} Reason: ${reason}`;
    }),
  };
}

/** The signatures with their meanings, and people who released the result without one. */
function signatureWords({
  signatures,
  authorisedBy,
  issuedAt,
}: CertificateData): CertificateDocument['signatures'] {
  const roleOf = (name: string) => authorisedBy.find((person) => person.name === name)?.role;
  const unsigned = authorisedBy.filter(({ name }) =>
    signatures.every((signature) => signature.meaning !== 'released' || signature.name !== name),
  );
  return [
    ...signatures.map(({ name, at, meaning }) => ({
      name,
      role: meaning === 'measured' ? 'Measured, analyst' : `Released, ${roleOf(name) ?? 'reviewer'}`,
      at: exactMoment(at),
      sentence: SIGNATURE_SENTENCES[meaning],
    })),
    ...unsigned.map(({ name, role }) => ({ name, role, at: exactMoment(issuedAt), sentence: 'Authorised.' })),
  ];
}

/** Days in words: '4–9 November 2026'. */
function daysOf(from: string, to: string): string {
  const [first, last] = [dateWords(from), dateWords(to)];
  if (first === last) return first;
  const [day, ...rest] = first.split(' ');
  return last.endsWith(rest.join(' ')) ? `${day}–${last}` : `${first} – ${last}`;
}
