import { readdir, readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { comparePaper, type Finding, type PaperRecord } from './paper-compare';
import { linesOf } from './paper-lines';
import { namedBy } from './paper-reading';
import { type PdfText, textOf } from './pdf-text';

// Twelve certificates without space between limit and verdict, with their records. Three programs have saved each of
// them unchanged (scripts/resaved.ts).

const folder = new URL('../../../../../e2e/fixtures/papers/', import.meta.url);
const papers: { number: string; key: string; record: PaperRecord }[] = JSON.parse(
  await readFile(new URL('papers.json', folder), 'utf8'),
);
const programs = ['qpdf', 'pdftocairo', 'ghostscript'];
const files = papers.flatMap((paper) =>
  programs.map((program) => ({ ...paper, file: `${paper.number}.${program}.pdf` })),
);
const texts = new Map<string, PdfText>();
beforeAll(async () => {
  for (const { file } of files)
    texts.set(file, await textOf(new Uint8Array(await readFile(new URL(file, folder)))));
});
const textIn = (file: string): PdfText => {
  const text = texts.get(file);
  if (!text) throw new Error(`${file} was not read`);
  return text;
};

const differing = (text: PdfText, record: PaperRecord): Finding[] =>
  comparePaper(linesOf(text), record).filter(({ outcome }) => outcome !== 'same');

describe('a genuine certificate that was saved again is still found genuine', () => {
  it('twelve certificates exist, each saved by three programs', async () => {
    expect(papers).toHaveLength(12);
    const kept = (await readdir(folder)).filter((name) => name.startsWith('VP-'));
    expect(kept.sort()).toEqual(files.map(({ file }) => file).sort());
  });

  it.each(files)(
    'the certificate in $file differs from its record in no line',
    ({ file, number, key, record }) => {
      const text = textIn(file);
      expect(differing(text, record)).toEqual([]);
      expect(text.isCovered).toBe(false);
      const { taskNumber, uniqueKey, revision } = namedBy(text, linesOf(text));
      expect([`VP-${taskNumber}-R${revision}`, uniqueKey]).toEqual([number, key]);
    },
  );

  it('the letters fi and fl are read right, whatever a program made of them', () => {
    for (const { file } of files) {
      const words = textIn(file)
        .pages.flat()
        .map(({ text }) => text)
        .join(' ');
      expect([file, /[昀椀氀]/.test(words)]).toEqual([file, false]);
      expect(words.replaceAll(' ', '')).toContain('Thiscertificateisnottobereproduced');
    }
  });

  it('a limit that touches its verdict is still separated from it', () => {
    const isTight = ({ file }: { file: string }) =>
      linesOf(textIn(file)).some(({ cells }) =>
        cells.some((cell) => /label claim (Pass|Fail)$/.test(cell.text)),
      );
    expect(files.filter(isTight).length).toBeGreaterThan(5);
  });

  it.each(files)('a change of any value in $file is still found', ({ file, record }) => {
    const text = textIn(file);
    for (const [place, line] of record.values.entries()) {
      const { analyte } = line;
      const besides = (change: Partial<typeof line>) => {
        const values = record.values.with(place, { ...line, ...change });
        return differing(text, { ...record, values }).map(({ label, outcome }) => `${outcome} ${label}`);
      };
      expect(besides({ value: `9${line.value}` })).toEqual([`different ${analyte}`]);
      if (line.value.includes('±'))
        expect(besides({ value: line.value.replace(/ ±.*/, '') })).toEqual([`different ${analyte}`]);
      expect(besides({ limit: `${line.limit} or so` })).toEqual([`different ${analyte}, limit`]);
      const verdict = line.verdict === 'fail' ? 'pass' : 'fail';
      expect(besides({ verdict })).toEqual([`different ${analyte}, verdict`]);
      expect(differing(text, { ...record, values: record.values.toSpliced(place, 1) })).toMatchObject([
        { label: analyte, outcome: 'added' },
      ]);
    }
    for (const [label, change] of Object.entries({
      'Date issued': { issued_at: '2020-01-01T00:00:00Z' },
      'Date received': { received_at: '2020-01-01T00:00:00Z' },
      'Test ordered': { sku_name: 'Another test' },
      Maker: { manufacturer: 'Somebody' },
      Batch: { batch_code: 'ANOTHER-1' },
      'Label claim': { label_claim: '7 mg per vial' },
      Certificate: { revision: record.revision + 1 },
    }))
      expect(differing(text, { ...record, ...change })).toMatchObject([{ label, outcome: 'different' }]);
  });
});
