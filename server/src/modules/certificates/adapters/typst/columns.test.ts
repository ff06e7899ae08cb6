import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { isHere } from '../pades/other-programs.fixture.ts';
import type { CertificateData } from './certificate-data.ts';
import { createCompiler } from './compiler.ts';
import { filesOf } from './document.ts';
import { coveredCodePoints } from './fonts.ts';
import { sampleCertificate, sampleChromatogram } from './sample.fixture.ts';

const compiler = createCompiler();

type Word = { text: string; left: number; right: number; foot: number; em: number };

/** The words of a page with their places, by line (from poppler). */
function linesOf(changes: Partial<CertificateData>): Word[][] {
  const pdf = compiler.compile(filesOf(sampleCertificate(changes), coveredCodePoints()));
  const html = execFileSync('pdftotext', ['-bbox', '-', '-'], { input: pdf, encoding: 'utf8' });
  return html.split('<page ').flatMap((page) => {
    const words = [
      ...page.matchAll(
        /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)<\/word>/g,
      ),
    ].map(([, left, top, right, foot, text = '']): Word => {
      // The height of the font Plex above and below the line.
      return {
        text,
        left: Number(left),
        right: Number(right),
        foot: Number(foot),
        em: (Number(foot) - Number(top)) / 1.3,
      };
    });
    const lines = [...Map.groupBy(words, ({ foot, em }) => Math.round(foot - 0.275 * em)).values()];
    return lines.map((line) => line.toSorted((one, other) => one.left - other.left));
  });
}

/** Two words with more than a space, but less than a letter's height between them. */
const unclear = (lines: Word[][]) =>
  lines.flatMap((line) =>
    line.slice(1).flatMap((word, place) => {
      const before = line[place];
      if (!before) return [];
      const gap = (word.left - before.right) / Math.max(word.em, before.em);
      return gap > WORD_GAP && gap < 1 ? [`${before.text} | ${word.text}: ${gap.toFixed(2)}`] : [];
    }),
  );

/** The widest space of all fonts, in em. */
const WORD_GAP = 0.61;

const words = 'not more than 12 of each 345 as 6 ppm';
const lines = Array.from({ length: 30 }, (_, length): CertificateData['measurements'][number] => ({
  analyte: words.slice(0, length + 3).trim(),
  method: words.slice(2, length + 6).trim(),
  value: length % 2 === 0 ? 99.1 : '< 0.05',
  unit: 'ppm of the total area'.slice(0, length),
  limit: words.slice(0, length + 8).trim(),
  verdict: length % 3 === 0 ? 'fail' : 'pass',
  ...(length % 5 === 0 ? { decision: 'conditional_pass' } : {}),
}));

describe.skipIf(!isHere('pdftotext'))('the columns of a certificate do not touch (needs pdftotext)', () => {
  it.each<[string, Partial<CertificateData>]>([
    ['as usual', {}],
    ['with limits of every length', { measurements: lines, chromatogram: null }],
    ['in small letters', { measurements: lines.slice(0, 12), summary: 'A line.\n'.repeat(9) }],
    ['with many peaks', { chromatogram: sampleChromatogram({ purity_percent: 30, impurities: 12 }) }],
    [
      'with long labels',
      {
        measurements: lines.slice(0, 3).map((line) => ({
          ...line,
          method: 'RP-HPLC-UV 214 nm, method',
          method_details: { document: 'SOP-12', version: '3' },
        })),
        record: { custody_aliquots: 'Two of 0.1 ml', deviations: 'The vial stood at room temperature.' },
        chromatogram: null,
      },
    ],
  ])('columns are at least one letter apart: %s', (_, changes) => {
    expect(unclear(linesOf(changes))).toEqual([]);
  });
});
