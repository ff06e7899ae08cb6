import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { comparePaper, type PaperRecord } from './paper-compare';
import { linesOf } from './paper-lines';
import { namedBy } from './paper-reading';
import { type PdfText, textOf } from './pdf-text';

/** The record of the certificate in e2e/fixtures/papers/certificate.pdf, which a demo installation issued. */
const record: PaperRecord = {
  task_number: 10003,
  revision: 1,
  sku_name: 'BPC-157',
  received_at: '2025-11-28T09:02:00.000Z',
  issued_at: '2025-12-08T16:04:00.000Z',
  values: [
    {
      analyte: 'Identity as BPC-157',
      method: 'LC-MS, average mass',
      value: '1419.5',
      unit: 'Da',
      limit: '1419.54 ± 0.5',
      verdict: 'pass',
    },
    {
      analyte: 'Purity',
      method: 'RP-HPLC-UV 214 nm',
      value: '99.10 ± 0.24',
      unit: '% area (k = 2)',
      limit: '≥ 98',
      verdict: 'pass',
    },
    {
      analyte: 'Amount per vial',
      method: 'RP-HPLC-UV 214 nm',
      value: '4.230 ± 0.084',
      unit: 'mg (k = 2)',
      limit: '90 to 110 % of label claim',
      verdict: 'fail',
    },
  ],
  manufacturer: 'Demo Maker C',
  batch_code: 'DEMO-BPC-11',
  label_claim: '5 mg per vial',
};

let genuine: PdfText;
beforeAll(async () => {
  const file = new URL('../../../../../e2e/fixtures/papers/certificate.pdf', import.meta.url);
  genuine = await textOf(new Uint8Array(await readFile(file)));
});

const of = (text: PdfText, wanted = record) => comparePaper(linesOf(text), wanted);
const differing = (text: PdfText, wanted = record) =>
  of(text, wanted).filter(({ outcome }) => outcome !== 'same');

/** The text of the certificate with some words replaced, as in an edited file. */
const edited = (...changes: [from: string, to: string][]): PdfText => ({
  ...genuine,
  pages: genuine.pages.map((page) =>
    page.map((piece) => {
      const change = changes.find(([from]) => from === piece.text);
      return change ? { ...piece, text: change[1] } : piece;
    }),
  ),
});

/** A word at the foot of a page, in small letters. */
const foot = (text: string, place: number) => ({ text, x: 60 + place * 60, y: 12, width: 40, size: 2 });

describe('the text of our own certificate is compared with its record', () => {
  it('our own certificate equals the record in every line', () => {
    expect(differing(genuine)).toEqual([]);
    expect(of(genuine).map(({ label }) => label)).toEqual([
      'Identity as BPC-157',
      'Purity',
      'Amount per vial',
      'Maker',
      'Batch',
      'Label claim',
      'Test ordered',
      'Date received',
      'Date issued',
      'Certificate',
    ]);
  });

  it('our own certificate names its task, key and revision', () => {
    expect(namedBy(genuine, linesOf(genuine))).toEqual({
      taskNumber: '10003',
      uniqueKey: 'JSKB-61AW-FEHW',
      revision: 1,
    });
  });

  it('an edited certificate differs from the record, and the finding explains how', () => {
    const changed = edited(
      ['99.10 ± 0.24', '99.80 ± 0.24'],
      ['4.230 ± 0.084', '5.01 ± 0.10'],
      ['Fail', 'Pass'],
      ['≥ 98', '≥ 99'],
      ['DEMO-BPC-11', 'DEMO-BPC-12'],
      ['Demo Maker C', 'Another Maker'],
      ['8 December 2025', '8 December 2026'],
    );
    expect(differing(changed).map(({ label, says, record: known }) => [label, says, known])).toEqual([
      ['Purity', '99.80 ± 0.24 % area (k = 2)', '99.10 ± 0.24 % area (k = 2)'],
      ['Purity, limit', '≥ 99', '≥ 98'],
      ['Amount per vial', '5.01 ± 0.10 mg (k = 2)', '4.230 ± 0.084 mg (k = 2)'],
      ['Amount per vial, verdict', 'Pass', 'Fail'],
      ['Maker', 'Another Maker', 'Demo Maker C'],
      ['Batch', 'DEMO-BPC-12', 'DEMO-BPC-11'],
      ['Date issued', '8 December 2026', '8 December 2025'],
    ]);
  });

  const printed = '99.10 ± 0.24';
  /** The certificate with additional words on its first page. */
  const withWords = (text: PdfText, ...more: PdfText['pages'][number]): PdfText => {
    const [first = [], ...others] = text.pages;
    return { ...text, pages: [[...first, ...more], ...others] };
  };
  it.each<[string, () => PdfText]>([
    ['a letter for a digit', () => edited([printed, '99.1O ± 0.24'])],
    ['full-width digits', () => edited([printed, '９９.８０ ± 0.24'])],
    ['a character without a width', () => edited([printed, '99.\u200b80 ± 0.24'])],
    ['another uncertainty', () => edited([printed, '99.10 ± 0.42'])],
    ['no uncertainty', () => edited([printed, '99.10'])],
    [
      'a figure laid over the other',
      () => {
        const under = genuine.pages.flat().find(({ text }) => text === printed);
        return withWords(genuine, { ...foot('', 0), ...under, text: '99.80 ± 0.24' });
      },
    ],
    [
      'the genuine line in small letters at the foot',
      () => withWords(edited([printed, '99.80 ± 0.24']), ...['Purity', printed, '% area (k = 2)'].map(foot)),
    ],
    [
      'another figure in a file with another order',
      () => {
        const text = edited([printed, '99.80 ± 0.24']);
        return { ...text, pages: text.pages.map((pieces) => pieces.toReversed()) };
      },
    ],
  ])('a certificate that was edited differs from the record: %s', (_, text) => {
    expect(differing(text()).map(({ label, outcome }) => `${outcome} ${label}`)).toEqual([
      'different Purity',
    ]);
  });

  it('the comparison does not depend on the order of the texts in the file', () => {
    const pages = genuine.pages.map((pieces) => pieces.toReversed());
    expect(differing({ ...genuine, pages })).toEqual([]);
  });

  it('the comparison shows a removed line and an added line', () => {
    const without = { ...record, values: record.values.slice(0, 2) };
    expect(differing(genuine, without)).toEqual([
      { label: 'Amount per vial', outcome: 'added', says: '4.230 ± 0.084 mg (k = 2)', record: '' },
    ]);
    const more = { ...record, values: [...record.values, { ...purity, analyte: 'Endotoxin' }] };
    expect(differing(genuine, more)).toEqual([
      { label: 'Endotoxin', outcome: 'missing', says: '', record: '99.10 ± 0.24 % area (k = 2)' },
    ]);
  });

  it('a certificate of another result or task differs from the record', () => {
    expect(differing(edited(['VP-10003-R1', 'VP-10003-R2']))).toEqual([
      { label: 'Certificate', outcome: 'different', says: 'VP-10003-R2', record: 'VP-10003-R1' },
    ]);
    expect(differing(genuine, { ...record, revision: 2 })).toMatchObject([{ says: 'VP-10003-R1' }]);
    expect(differing(genuine, { ...record, task_number: 10004 })).toMatchObject([{ label: 'Certificate' }]);
    const second = page(['Certificate VP-10003-R2'], ['This certificate replaces VP-10003-R1.']);
    expect(of(second, { ...record, revision: 2 }).at(-1)).toMatchObject({
      outcome: 'same',
      says: 'VP-10003-R2',
    });
  });
});

const purity = record.values[1] as PaperRecord['values'][number];

/** A page of lines with cells 150 points apart, as other laboratories print them. */
const page = (...lines: string[][]): PdfText => ({
  pages: [
    lines.flatMap((cells, row) =>
      cells.map((text, column) => ({
        text,
        x: 50 + column * 150,
        y: 800 - row * 20,
        width: text.length * 5,
        size: 10,
      })),
    ),
  ],
  links: [],
  isCovered: false,
});

describe('a paper of another laboratory is compared with the record', () => {
  it.each([
    ['a table', page(['Test', 'Method', 'Result'], ['Purity', 'RP-HPLC-UV 214 nm', '99.8 %'])],
    ['a table without a head', page(['Purity', 'RP-HPLC-UV 214 nm', '99.8 %'])],
    ['a label and a value', page(['Purity', '99.8 %'])],
    ['a sentence', page(['Purity: 99.8 %'])],
    ['a sentence with the method', page(['Purity (RP-HPLC-UV 214 nm): 99.8 %'])],
    ['a figure below its label', page(['Purity'], ['99.8 %'])],
    ['a synonym of the label', page(['HPLC purity', '99,8 %'])],
  ])('the comparison reads a paper with another look: %s', (_, text) => {
    expect(of(text)[0]).toMatchObject({
      label: 'Purity',
      outcome: 'different',
      record: '99.10 ± 0.24 % area (k = 2)',
    });
    expect(of(text)[0]?.says.replace(',', '.')).toMatch(/^99\.8/);
  });

  it('the comparison finds batch, maker and amount under other labels', () => {
    const text = page(
      ['Lot No.: DEMO-BPC-11'],
      ['Supplier', 'Demo  Maker C'],
      ['Net peptide content', '4.23 mg'],
      ['Purity 99.1%'],
    );
    expect(
      of(text)
        .filter(({ outcome }) => outcome === 'same')
        .map(({ label }) => label),
    ).toEqual(['Purity', 'Amount per vial', 'Maker', 'Batch']);
    expect(of(text).filter(({ outcome }) => outcome === 'different')).toEqual([]);
  });

  it('a maker on the paper differs from a record without a maker', () => {
    expect(of(page(['Maker: Somebody']), { ...record, manufacturer: null })[0]).toEqual({
      label: 'Maker',
      outcome: 'different',
      says: 'Somebody',
      record: 'not stated',
    });
  });

  it('a text about something else, or an empty one, has only missing lines', () => {
    const outcomes = (text: PdfText) => new Set(of(text).map(({ outcome }) => outcome));
    expect(outcomes(page(['A letter about something else.']))).toEqual(new Set(['missing']));
    expect(outcomes(page())).toEqual(new Set(['missing']));
    expect(namedBy(page(), [])).toEqual({});
  });

  it('a link to /verify names its certificate', () => {
    const text = page(['Verify here']);
    text.links.push('https://lab.example/verify#task=10003&key=JSKB-61AW-FEHW&revision=2');
    expect(namedBy(text, linesOf(text))).toEqual({
      taskNumber: '10003',
      uniqueKey: 'JSKB-61AW-FEHW',
      revision: 2,
    });
  });

  const head = ['Measurement', 'Method', 'Result', 'Limit', 'Verdict'];
  const row = (analyte: string, method: string, value: string) => ({
    ...purity,
    analyte,
    method,
    value,
    unit: '%',
  });

  it('lines with the same name are matched in their order', () => {
    const values = [row('Purity', 'HPLC', '99.1'), row('Purity', 'NMR', '97.2')];
    const text = page(
      head,
      ['Purity', 'HPLC', '99.1 %', '≥ 98', 'Pass'],
      ['Purity', 'NMR', '97.2 %', '≥ 98', 'Pass'],
    );
    expect(differing(text, { ...record, values }).filter(({ label }) => label === 'Purity')).toEqual([]);
    const swapped = { ...record, values: values.toReversed() };
    expect(differing(text, swapped).filter(({ label }) => label === 'Purity')).toHaveLength(2);
  });

  it('a name and its limit may both continue in the next lines', () => {
    const text = page(
      head,
      ['Identity as', 'LC-MS', '12 %', 'not more', 'Pass'],
      ['a long name', 'by mass', '', 'than 90 of'],
      ['of three', '', '', 'the claim'],
      ['Water', 'KF', '3 %', 'none', 'Pass'],
    );
    for (const piece of text.pages[0] ?? []) piece.y = 800 - (800 - piece.y) * 0.6;
    text.pages = text.pages.map((pieces) => pieces.filter((piece) => piece.text !== ''));
    const line = {
      ...row('Identity as a long name of three', 'LC-MS by mass', '12'),
      limit: 'not more than 90 of the claim',
    };
    const values = [line, { ...row('Water', 'KF', '3'), limit: '' }];
    const found = (wanted: typeof values) =>
      differing(text, { ...record, values: wanted }).filter(({ outcome }) => outcome === 'different');
    expect(found(values)).toEqual([]);
    expect(found([{ ...line, limit: 'not more than 90 of all' }])).toMatchObject([
      { label: `${line.analyte}, limit`, says: 'not more than 90 of the claim' },
    ]);
  });

  it('long names and values may continue in the next line', () => {
    const long = 'Pneumonoultramicroscopicsilicovolcanoconiosispolypeptidehydra';
    const text = page(
      ['Manufacturer', long.slice(0, 30)],
      ['', long.slice(30)],
      ['Batch', 'DEMO-BPC-11'],
      [long.slice(0, 25), '5 mg'],
      [long.slice(25)],
    );
    for (const line of text.pages[0] ?? []) line.y = 800 - (800 - line.y) * 0.6;
    const line = { ...purity, analyte: long, value: '4', unit: 'mg' };
    text.pages = text.pages.map((pieces) => pieces.filter((piece) => piece.text !== ''));
    expect(of(text, { ...record, manufacturer: long, values: [line] })).toMatchObject([
      { label: long, outcome: 'different', says: '5 mg' },
      { label: 'Label claim', outcome: 'missing' },
      { label: 'Maker', outcome: 'same' },
      { label: 'Batch', outcome: 'same' },
    ]);
  });
});
