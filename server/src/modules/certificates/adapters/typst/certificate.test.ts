import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Measurement } from '@vialproof/contract/results';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { cases } from '../../../../testing/property-runs.ts';
import { isHere } from '../pades/other-programs.fixture.ts';
import { attachmentOf } from './attachment.ts';
import type { CertificateData } from './certificate-data.ts';
import { createCompiler, type PdfStandard } from './compiler.ts';
import { filesOf } from './document.ts';
import { coveredCodePoints } from './fonts.ts';
import { sampleCertificate, sampleChromatogram } from './sample.fixture.ts';

const compiler = createCompiler();
const compile = (data: CertificateData, standard?: PdfStandard) =>
  Buffer.from(compiler.compile(filesOf(data, coveredCodePoints()), standard));
const usual = compile(sampleCertificate());

const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
afterAll(() => rmSync(folder, { recursive: true }));
/** Runs a program of this machine; without it, its tests are skipped. */
const run = (tool: string, ...options: string[]) =>
  execFileSync(tool, options, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
const saved = (pdf: Uint8Array) => {
  const path = join(folder, 'certificate.pdf');
  writeFileSync(path, pdf);
  return path;
};
const textOf = (pdf: Uint8Array) => run('pdftotext', '-layout', saved(pdf), '-').normalize('NFKC');

/** Characters that are not visible, but are copied with a text. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/u;
const LONG_HOST =
  'certificates.analytical-peptide-laboratory.north.example-institution.international.example';
/** Long words: a host, a name without spaces, and characters that no font has. */
const longWords = sampleCertificate({
  verifyUrl: `https://${LONG_HOST}/verify#task=10001&key=7K3Q-9XWD-M2TF&revision=1&c=0123456789abcdef`,
  signature: { ...sampleCertificate().signature, logOrigin: `${LONG_HOST}/log` },
  stated: {
    compound: 'A'.repeat(70),
    manufacturer: '深圳市生物科技有限公司',
    batch: 'a\u200bb\u00adc',
    dosage: '5 mg',
  },
  chromatogram: null,
});
/** Every character that can be copied from the PDF. */
function readableAs(pdf: Buffer): string {
  const maps = pdf.toString('latin1').match(/begincmap[\s\S]*?endcmap/g) ?? [];
  const meanings = maps.flatMap((map) => [...map.matchAll(/^<[0-9a-f]{4}> <([0-9a-f]+)>$/gim)]);
  return meanings.map(([, hex = '']) => Buffer.from(hex, 'hex').swap16().toString('utf16le')).join('');
}

const markup = '#panic() $x$ [a] @ref *b* _i_ \\n <lt> `raw` // c /* d ~ -- = h';
const measurement = {
  analyte: 'Lead',
  method: 'ICP-MS',
  value: '< 0.05',
  unit: 'µg/g',
  limit: '≤ 0.5',
  verdict: 'pass',
};

const figures = { n: null, mean: null, rsd_percent: null, percent_of_claim: null, mass: null, verdict: null };
const workedOut: CertificateData['measurements'] = [
  {
    analyte: 'Identity',
    method: 'LC-MS',
    value: 1418.7854,
    unit: 'Da',
    limit: '1419.54 ± 0.5',
    verdict: 'pass',
    rule: { kind: 'within', of: 'mass', target: 0, tolerance: 0.5 },
    mass: { formula: 'C62H98N16O22', basis: 'average', ion: { mz: 710.4, charge: 2 } },
    override: { verdict: 'pass', reason: 'The instrument drifted.' },
    computed: {
      ...figures,
      mass: {
        average: 1419.538,
        monoisotopic: 1418.7042,
        theoretical: 1419.538,
        observed: 1418.7854,
        error_da: -0.7526,
        error_ppm: -531,
      },
      verdict: 'fail',
    },
  },
  {
    analyte: 'Assay',
    method: 'RP-HPLC-UV 214 nm',
    value: 4.23,
    unit: 'mg/vial',
    limit: '90 to 110 % of label claim',
    verdict: 'fail',
    replicates: ['4.20', '4.26'],
    claim: 5,
    rule: { kind: 'between', of: 'claim', min: 90, max: 110 },
    computed: { ...figures, n: 2, mean: 4.23, rsd_percent: 1.003, percent_of_claim: 84.6, verdict: 'fail' },
  },
  {
    analyte: 'Lead',
    method: 'ICP-MS',
    value: '< LOQ',
    unit: 'µg/g',
    limit: '≤ 0.5',
    verdict: 'pass',
    qualifier: '<LOQ',
    lod: 0.02,
    loq: 0.05,
    rule: { kind: 'at_most', of: 'value', limit: 0.5 },
    computed: { ...figures, verdict: 'pass' },
  },
];

describe('a certificate is printed as an accessible PDF with exactly its texts', () => {
  it('the PDF is a tagged, dated and reproducible PDF/A-3a', () => {
    const text = usual.toString('latin1');
    expect(text.startsWith('%PDF-1.7')).toBe(true);
    expect(text).toMatch(/pdfaid:part>3<[\s\S]*pdfaid:conformance>A</);
    expect(text).toContain('2026-11-10T10:30:00');
    expect(compile(sampleCertificate()).equals(usual)).toBe(true);
    expect(createCompiler().compile(filesOf(sampleCertificate(), coveredCodePoints()))).toEqual(
      new Uint8Array(usual),
    );
    expect(compile(sampleCertificate({ number: 'VP-10001-R2' })).equals(usual)).toBe(false);
  });

  it.each<[string, Partial<CertificateData>]>([
    ['as usual', {}],
    ['without a chromatogram', { chromatogram: null }],
    [
      'with a chromatogram of one point',
      { chromatogram: { ...sampleChromatogram(), minutes: [0], signal_mau: [1] } },
    ],
    ['with a blank', { chromatogram: sampleChromatogram({ purity_percent: 0, impurities: 0 }) }],
    ['with an early main peak', { chromatogram: sampleChromatogram({ retention_min: 3 }) }],
    ['with a late main peak', { chromatogram: sampleChromatogram({ retention_min: 16 }) }],
    ['with many impurities', { chromatogram: sampleChromatogram({ purity_percent: 30, impurities: 12 }) }],
    [
      'without measurements, summary and address',
      {
        measurements: [],
        summary: '',
        laboratory: { name: 'L', address: [] },
      },
    ],
    ['with values that were worked out', { measurements: [...workedOut, ...workedOut, ...workedOut] }],
    [
      'with forty measurements',
      { measurements: Array.from({ length: 40 }, () => ({ ...measurement, verdict: 'pass' as const })) },
    ],
  ])('the PDF passes the accessibility check of PDF/UA-1: %s', (_, changes) => {
    expect(compile(sampleCertificate(changes), 'ua-1').length).toBeGreaterThan(10_000);
    expect(compile(sampleCertificate(changes)).length).toBeGreaterThan(10_000);
  });

  it('the PDF prints any text exactly, character by character', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({
        unit: fc.constantFrom('\ud800', '\u0000', '\u202e', '中', '🙂', '#', '\n', '\t', 'µ', 'A\u030a'),
        maxLength: 80,
      }),
    );
    fc.assert(
      fc.property(anything, anything, anything, (a, b, c) => {
        const data = sampleCertificate({
          title: a,
          summary: b,
          stated: { compound: c, manufacturer: b, batch: a, dosage: c },
          measurements: [{ analyte: a, method: b, value: c, unit: a, limit: b, verdict: null }],
          earlier: [{ certificate: a, issuedAt: '2026-11-01T00:00:00Z', state: 'superseded', reason: b }],
          record: { appearance: a, container: b, sampling: c, deviations: a, remarks: b },
          laboratory: { name: a, address: [b] },
          chromatogram: null,
        });
        return compile(data).length > 0;
      }),
      { numRuns: cases(40) },
    );
  });

  it('the PDF prints no invisible character, even in very long words', () => {
    const files = filesOf(longWords, coveredCodePoints());
    expect(files['words.json']).not.toMatch(INVISIBLE);
    const meanings = readableAs(Buffer.from(compiler.compile(files)));
    for (const letter of '0123456789abcdefvVP-/:.') expect(meanings).toContain(letter);
    expect(meanings).not.toMatch(INVISIBLE);
  });

  it('the PDF has an attached file for programs, without the unique key and the customer', () => {
    const attached = attachmentOf(sampleCertificate());
    expect(JSON.parse(attached)).toMatchObject({
      schema: 'certificate-of-analysis/1',
      certificate: 'VP-10001-R1',
      customer: 'withheld on request',
      measurements: sampleCertificate().measurements,
      issued_at: '2026-11-10T10:30:00Z',
    });
    expect(attached).not.toContain('7K3Q');
  });
});

describe.skipIf(!isHere('pdftotext'))('the PDF prints the right words (needs pdftotext)', () => {
  it('the PDF prints every part that a test report needs', () => {
    const text = textOf(usual);
    for (const clause of [
      'Certificate of Analysis',
      'Example Laboratory',
      '1 Example Street · Exampletown',
      'VP-10001-R1',
      'Page 1 of 1',
      'End of certificate VP-10001-R1',
      'withheld on request',
      'RP-HPLC-UV',
      'As stated by the customer',
      'Label claim',
      'are the customer’s statements',
      'digitally signed',
      'vialproof.example',
      '01234567 89abcdef',
      'fedcba9876543210'.repeat(4),
      'Sealed vial, white cake.',
      '2 November 2026',
      'Measured',
      'not recorded; entered 9 November 2026',
      'Fail: Assay. The other judged result is within its limit; 1 is not judged.',
      'Demo Analyst',
      '10 November 2026',
      'Tests performed at',
      'relate only to the item tested',
      'not to be reproduced except in full',
      '4.23 mg/vial',
      'Decision rule:',
      'Demo Reviewer',
      'second person',
      '7K3Q-9XWD-M2TF',
      'https://vialproof.example/verify',
      'Peaks of the chromatogram',
    ]) {
      expect(text).toContain(clause);
    }
    expect(text).not.toMatch(/accredit|deviations|external provider|sampling|dates of testing/i);
    expect(text.match(/VP-10001-R1/g)?.length).toBeGreaterThanOrEqual(3);
  });

  it('the verification address can be copied from the PDF, however long its host is', () => {
    const plain = (pdf: Uint8Array) => run('pdftotext', '-raw', saved(pdf), '-');
    const local = sampleCertificate({ verifyUrl: 'http://127.0.0.1:4100/verify#task=10001' });
    expect(plain(compile(local))).toMatch(/^.*http:\/\/127\.0\.0\.1:4100\/verify$/m);
    const text = plain(compile(longWords));
    expect(text).not.toMatch(INVISIBLE);
    // The address breaks after a dot or a slash, so joined lines lose no character.
    const joined = text.replaceAll('\n', '');
    expect(joined).toContain(`https://${LONG_HOST}/verify`);
    expect(joined).toContain(`${LONG_HOST}/log`);
    expect(joined).toContain('A'.repeat(70));
  });

  it('markup in a text is printed as typed; a character that no font has is printed as its code', () => {
    const text = textOf(
      compile(
        sampleCertificate({
          summary: markup,
          stated: {
            compound: 'from ≥98 to ≤100 µg, Å and α-form',
            manufacturer: '中',
            batch: null,
            dosage: null,
          },
        }),
      ),
    );
    expect(text).toContain(markup);
    expect(text).toContain('from ≥98 to ≤100 µg, Å and α-form'.normalize('NFKC'));
    expect(text).toContain('[U+4E2D]');
    expect(text).toContain('not stated');
  });

  it('the PDF names the certificate that it replaces, the reason of a correction, and the accreditation', () => {
    const text = textOf(
      compile(
        sampleCertificate({
          number: 'VP-10001-R3',
          accreditation: 'Accredited by Example Body, no. 0',
          changes: [
            { measurement: 'Assay', field: 'value', before: '5.38 mg', after: '4.23 mg' },
            { measurement: 'Assay', field: 'verdict', before: 'Pass', after: 'Fail' },
            { measurement: 'Lead', field: 'line', before: '< 0.05 µg/g, Pass', after: null },
          ],
          earlier: [
            {
              certificate: 'VP-10001-R1',
              issuedAt: '2026-11-01T00:00:00Z',
              state: 'retracted',
              reason: 'A wrong vial.',
            },
            {
              certificate: 'VP-10001-R2',
              issuedAt: '2026-11-03T00:00:00Z',
              state: 'superseded',
              reason: 'A typing error.',
            },
          ],
        }),
      ),
    );
    expect(text).toContain('Amended, replaces VP-10001-R2');
    expect(text).toContain('Assay: was 5.38 mg, is now 4.23 mg; verdict was Pass, is now Fail.');
    expect(text).toContain('Lead: no longer reported, was < 0.05 µg/g, Pass.'.normalize('NFKC'));
    expect(text).toContain(
      'VP-10001-R2, issued on 3 November 2026, no longer stands. Reason: A typing error.',
    );
    expect(text).toContain('VP-10001-R1, issued on 1 November 2026, was retracted. Reason: A wrong vial.');
    expect(text).toContain('Accredited by Example Body, no. 0');
  });

  it('the PDF explains how a value was measured and judged', () => {
    const text = textOf(compile(sampleCertificate({ measurements: workedOut, chromatogram: null }))).replace(
      /\s+/g,
      ' ',
    );
    for (const words of [
      'Mean of 2, RSD 1.00 %; 84.6 % of the customer’s label claim, 5 mg/vial.',
      'Detected, below the limit of quantification; LOD 0.02 µg/g; LOQ 0.05 µg/g.',
      'From m/z 710.4, charge 2+; −0.75 Da, −531 ppm from 1419.54 Da (C62H98N16O22, average); typed; no spectrum on file.',
      'The rule says fail. Set aside: The instrument drifted.',
      'Where the limit is a number, a result passes when the unrounded figure',
      'Where a verdict was set aside, the reason stands beside it.',
      'passes an upper limit that is no lower than that LOD or LOQ',
    ])
      expect(text).toContain(words.normalize('NFKC'));
    const typed = textOf(usual).replace(/\s+/g, ' ');
    expect(typed).toContain('A result passes when the reported value meets the stated limit.');
    expect(typed).not.toContain('unrounded');
    const unjudged = sampleCertificate({ measurements: [{ ...measurement, verdict: null }] });
    expect(textOf(compile(unjudged))).not.toContain('Decision rule');
  });

  it.each([14, 16, 18])(
    'with %i lines of results, the first of two pages is full and shows the chromatogram',
    (count) => {
      const lines = Array.from({ length: count }, () => measurement as Measurement);
      const pages = textOf(compile(sampleCertificate({ measurements: lines }))).split('\f');
      expect(pages.filter((page) => page.includes('Page ')).length).toBe(2);
      expect(pages[0]).toContain('Chromatogram, UV detection at 214 nm');
      expect(pages[1]).toContain('Peaks of the chromatogram');
    },
  );

  it('if a table continues on the next page, the PDF repeats its first row there', () => {
    const lines = Array.from({ length: 40 }, (_, index) => ({
      ...measurement,
      analyte: `Metal ${index}`,
      verdict: null,
    }));
    const pages = textOf(compile(sampleCertificate({ measurements: lines, chromatogram: null }))).split('\f');
    expect(pages.filter((page) => /Metal \d/.test(page)).length).toBeGreaterThan(1);
    for (const page of pages.filter((page) => /Metal \d/.test(page)))
      expect(page).toMatch(/Measurement +Method +Result +Limit +Verdict/);
  });
});

describe.skipIf(!isHere('qpdf'))('the PDF file is valid (needs qpdf)', () => {
  it('the PDF file is valid and contains result.json', () => {
    const path = saved(usual);
    expect(run('qpdf', '--check', path)).toContain('No syntax or stream encoding errors');
    const attached = run('qpdf', '--show-attachment=result.json', path);
    expect(attached).toBe(attachmentOf(sampleCertificate()));
  });
});

describe.skipIf(!isHere('zbarimg') || !isHere('pdftoppm'))(
  'the QR code is readable (needs zbarimg and pdftoppm)',
  () => {
    it.each([
      ['an ordinary host', 'vialproof.example', 1],
      ['a long host, a seven-digit task and a late revision', `${'certificates-'.repeat(3)}.example.org`, 12],
    ])('a program reads the QR code at 100 dpi, with %s', (_, host, revision) => {
      const task = revision === 1 ? 10001 : 1234567;
      const verifyUrl = `https://${host}/verify#task=${task}&key=7K3Q-9XWD-M2TF&revision=${revision}&c=0123456789abcdef`;
      const path = saved(compile(sampleCertificate({ verifyUrl })));
      const page = join(folder, 'page');
      run('pdftoppm', '-r', '100', '-f', '1', '-l', '1', '-png', '-singlefile', path, page);
      const read = run('zbarimg', '-q', '--raw', `${page}.png`);
      expect(read.trim()).toBe(verifyUrl);
    });
  },
);
