import type { Decision } from '@vialproof/contract/uncertainty';
import { dateWords } from '@vialproof/science/calendar/dates';
import { DECISION_WORDS } from '@vialproof/science/measurement/measurement-words';
import { isSamePrinted } from '@vialproof/science/measurement/printed-values';
import { compareBatches } from '@vialproof/science/text/batch-compare';
import type { Line } from './paper-lines';
import { plain, rowOf, rowsBeside, saidAfter } from './paper-reading';

/** What the record says about one certificate, as far as the reader may know it. */
export interface PaperRecord {
  task_number: number;
  revision: number;
  sku_name: string;
  /** The date in ISO 8601. */
  received_at: string | null;
  issued_at: string | null;
  values: {
    analyte: string;
    method: string;
    value: string;
    unit: string;
    limit: string;
    verdict: Decision;
  }[];
  /** Null if the customer stated no maker. */
  manufacturer: string | null;
  batch_code: string | null;
  label_claim: string | null;
}

/** The outcome for one line. `added`: only the paper has it. `missing`: only the record has it. */
export interface Finding {
  label: string;
  outcome: 'different' | 'added' | 'missing' | 'same';
  /** What the paper says in this line. */
  says: string;
  record: string;
}

const tight = (text: string) => plain(text).replace(/\s/g, '');

const found = (
  label: string,
  says: string | null,
  record: string,
  isSame: (says: string) => boolean,
): Finding =>
  says === null
    ? { label, outcome: 'missing', says: '', record }
    : { label, outcome: isSame(says) ? 'same' : 'different', says, record };

/** A paper of another laboratory may leave out the uncertainty. Ours never does. */
const isFigureAlone = (says: string, line: PaperRecord['values'][number]) =>
  isSamePrinted(says, { ...line, value: line.value.replace(/\s*±.*/, '') });

function linesOfRecord(lines: Line[], values: PaperRecord['values']): Finding[] {
  return values.flatMap((line, place) => {
    const before = values.slice(0, place).filter(({ analyte }) => analyte === line.analyte).length;
    const row = rowOf(lines, line, before);
    const record = `${line.value} ${line.unit}`.trim();
    const value = found(
      line.analyte,
      row?.value ?? null,
      record,
      (says) => isSamePrinted(says, line) || (row?.verdict === null && isFigureAlone(says, line)),
    );
    if (!row) return [value];
    const limit = found(
      `${line.analyte}, limit`,
      row.limit,
      line.limit || 'none',
      (says) => tight(says) === tight(line.limit || 'none'),
    );
    const words = DECISION_WORDS[line.verdict];
    const verdict = found(
      `${line.analyte}, verdict`,
      row.verdict,
      words,
      (says) => tight(says) === tight(words),
    );
    // A limit and a verdict are listed only if they differ.
    return [value, ...[limit, verdict].filter(({ outcome }) => outcome === 'different')];
  });
}

/** Compares what the customer said about the vial. Other laboratories use other labels for it. */
function statedOf(lines: Line[], record: PaperRecord): Finding[] {
  const stated = (
    label: string,
    name: RegExp,
    known: string | null,
    isSame: (says: string, known: string) => boolean,
  ) =>
    found(label, saidAfter(lines, name), known ?? 'not stated', (says) =>
      isSame(says, known ?? 'not stated'),
    );
  const isAlike = (says: string, known: string) => tight(says) === tight(known);
  return [
    stated(
      'Maker',
      /^(?:manufacturer|maker|producer|supplier|brand)(?![\p{L}-])/iu,
      record.manufacturer,
      isAlike,
    ),
    stated(
      'Batch',
      /^(?:batch|lot)(?:\s*(?:no\.?|number|code))?(?![\p{L}-])/iu,
      record.batch_code,
      (says, known) => compareBatches(says.replaceAll(' ', ''), known.replaceAll(' ', '')) === 'same',
    ),
    stated(
      'Label claim',
      /^(?:label claim|declared(?: content)?|dosage)(?![\p{L}-])/iu,
      record.label_claim,
      isAlike,
    ),
  ];
}

/** Compares labels that only our own papers have. A missing one is not reported. */
function ownLabels(lines: Line[], record: PaperRecord): Finding[] {
  const day = (at: string | null) => (at === null ? null : dateWords(at));
  const [any, date] = [/./, /\d{4}/];
  const labels: [string, RegExp, RegExp, string | null][] = [
    ['Test ordered', /^test ordered$/i, any, record.sku_name],
    ['Date received', /^date received$/i, date, day(record.received_at)],
    ['Date issued', /^date issued$/i, date, day(record.issued_at)],
  ];
  return labels.flatMap(([label, name, looks, known]) => {
    if (known === null) return [];
    const finding = found(
      label,
      saidAfter(lines, name, looks),
      known,
      (says) => tight(says) === tight(known),
    );
    return finding.outcome === 'missing' ? [] : [finding];
  });
}

/** Compares the number of the certificate. A paper may also name certificates that it replaces. */
function numberOf(lines: Line[], { task_number, revision }: PaperRecord): Finding[] {
  const record = `VP-${task_number}-R${revision}`;
  const numbers = lines
    .filter(({ page }) => page === 0)
    .flatMap(({ cells }) => cells.flatMap(({ text }) => text.match(/\bVP-\d+-R\d+\b/gi) ?? []))
    .map((each) => each.toUpperCase());
  const [first] = numbers;
  if (first === undefined) return [];
  const others = numbers.filter((each) => each !== record);
  const other = numbers.includes(record)
    ? others.find((each) => !isEarlier(each, task_number, revision))
    : first;
  const says = other ?? record;
  return [{ label: 'Certificate', outcome: says === record ? 'same' : 'different', says, record }];
}

function isEarlier(number: string, task: number, revision: number): boolean {
  const [, ofTask, ofRevision] = /^VP-(\d+)-R(\d+)$/.exec(number) ?? [];
  return Number(ofTask) === task && Number(ofRevision) < revision;
}

const order: Finding['outcome'][] = ['different', 'added', 'missing', 'same'];

/** Compares the text of a paper with the record, line by line. The findings start with the differences. */
export function comparePaper(lines: Line[], record: PaperRecord): Finding[] {
  const names = record.values.map(({ analyte }) => analyte);
  const findings = [
    ...linesOfRecord(lines, record.values),
    ...rowsBeside(lines, names).map(
      ({ name, value }): Finding => ({ label: name, outcome: 'added', says: value, record: '' }),
    ),
    ...statedOf(lines, record),
    ...ownLabels(lines, record),
    ...numberOf(lines, record),
  ];
  return findings.sort((one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome));
}
