import type { Measurement } from '@vialproof/contract/results';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { attachmentOf } from './attachment.ts';
import type { CertificateData } from './certificate-data.ts';
import { createCompiler } from './compiler.ts';
import { filesOf } from './document.ts';
import { coveredCodePoints } from './fonts.ts';
import { sampleCertificate } from './sample.fixture.ts';

const filesFor = (changes: Partial<CertificateData> = {}) =>
  filesOf(sampleCertificate(changes), coveredCodePoints());
const wordsOf = (changes: Partial<CertificateData> = {}) =>
  JSON.parse(String(filesFor(changes)['words.json']));
const fileOf = (changes: Partial<CertificateData> = {}) =>
  JSON.parse(attachmentOf(sampleCertificate(changes)));
const pagesOf = (pdf: Uint8Array) =>
  Number(/\/Type\s*\/Pages[^>]*?\/Count (\d+)/.exec(Buffer.from(pdf).toString('latin1'))?.[1]);

const lines = sampleCertificate().measurements;
const details = { document: 'M-012', version: '3', column: 'C18', gradient: '5–65 % B', injection: '10 µL' };
const withDays = lines.map(
  (line, place): Measurement => ({
    ...line,
    measured_on: `2026-11-0${4 + place}`,
    method_details: details,
  }),
);

describe('a certificate prints only recorded facts', () => {
  it('a certificate prints the day on which the result was submitted, if no line has a day of testing', () => {
    expect(wordsOf().facts[3]).toEqual({ label: 'Measured', value: 'not recorded; entered 9 November 2026' });
    expect(fileOf()).toMatchObject({
      tested_from: null,
      tested_to: null,
      entered_on: '2026-11-09T15:04:05Z',
      remarks: null,
    });
  });

  it('the dates of testing on a certificate are those of its lines', () => {
    const words = wordsOf({ measurements: withDays });
    expect(words.facts[3]).toEqual({ label: 'Dates of testing', value: '4–6 November 2026' });
    expect(words.measurements[0].notes[0]).toContain('easured on 4 November 2026');
    expect(fileOf({ measurements: withDays })).toMatchObject({
      tested_from: '2026-11-04',
      tested_to: '2026-11-06',
    });
  });

  it('a certificate prints the recorded facts about the sample, and no others', () => {
    const labels = (changes: Partial<CertificateData>) =>
      wordsOf(changes).recorded.map(({ label }: { label: string }) => label);
    expect(labels({ conditionOnReceipt: null })).toEqual(['Test ordered', 'Customer']);
    const record = {
      appearance: 'White cake',
      container: '3 mL vial',
      sampling: 'by the customer',
      custody_place: 'Freezer 2',
      deviations: 'Second column.',
      remarks: 'Little was left.',
    };
    const words = wordsOf({ record });
    expect(words.recorded).toContainEqual({ label: 'Item', value: 'White cake; 3 mL vial' });
    expect(words.recorded).toContainEqual({ label: 'Kept at', value: 'Freezer 2' });
    expect(words.remarks).toEqual([
      { label: 'Deviations', value: 'Second column.' },
      { label: 'Remarks', value: 'Little was left.' },
    ]);
    expect(wordsOf().remarks).toEqual([]);
    expect(fileOf({ record })).toMatchObject({ record, remarks: 'Second column.\nLittle was left.' });
  });

  it('for each line of the result, a certificate prints analyst, LOD and LOQ, basis and uncertainty', () => {
    const [, assay] = lines;
    if (!assay) throw new Error('the sample has an assay');
    const line: Measurement = {
      ...assay,
      provider: 'Other Laboratory',
      lod: 0.01,
      loq: 0.05,
      content_basis: 'net_peptide',
      uncertainty: { basis: 'top_down', U: 0.16, k: 2, components: [{ source: 'repeatability', u: 0.08 }] },
      decision: 'conditional_fail',
    };
    const [words] = wordsOf({ measurements: [line] }).measurements;
    expect(words).toMatchObject({
      value: '4.23 ± 0.16',
      unit: 'mg/vial (k = 2)',
      verdict: 'Conditional fail',
      tone: 'between',
    });
    expect(words.notes).toEqual([
      'LOD 0.01 mg/vial; LOQ 0.05 mg/vial; net peptide, without water and counter-ions; measured by Other Laboratory, an external provider.',
    ]);
    expect(wordsOf({ measurements: [line] }).overall).toBe('Conditional fail: Assay.');
  });

  it('a certificate prints a method’s document and settings once, not in each line', () => {
    const value = 'M-012, version 3; column C18; gradient 5–65 % B; injection 10 µL';
    expect(wordsOf({ measurements: withDays.slice(0, 2) }).methods).toEqual([{ label: 'RP-HPLC-UV', value }]);
    expect(wordsOf({ measurements: withDays }).methods).toEqual([
      { label: 'RP-HPLC-UV', value: `Purity, Assay: ${value}` },
      { label: 'Karl Fischer', value: `Water: ${value}` },
    ]);
    expect(wordsOf().methods).toEqual([]);
  });

  it('a certificate names the people who measured and released the result', () => {
    expect(
      wordsOf().signatures.map(({ name, role }: { name: string; role: string }) => [name, role]),
    ).toEqual([
      ['Demo Analyst', 'Measured, analyst'],
      ['Demo Reviewer', 'Released, reviewer, second person'],
    ]);
    const [only] = wordsOf({ signatures: [] }).signatures;
    expect(only).toMatchObject({ name: 'Demo Reviewer', role: 'reviewer, second person' });
  });

  it('a certificate shows the photo of the vial, on one page with eight lines', async () => {
    const compiler = createCompiler();
    const picture = sharp({ create: { width: 360, height: 480, channels: 3, background: '#888888' } });
    const jpeg = new Uint8Array(await picture.jpeg().toBuffer());
    const photo = { jpeg, width: 360, height: 480, takenAt: '2026-11-02T09:12:00Z', sha256: 'ab'.repeat(32) };
    const [line] = lines;
    if (!line) throw new Error('the sample has a line');
    const eight = Array.from({ length: 8 }, () => line);
    const pdf = compiler.compile(filesFor({ measurements: eight, photo }));
    expect(pagesOf(pdf)).toBe(1);
    expect(Buffer.from(pdf).toString('latin1')).toContain('/DCTDecode');
    expect(compiler.compile(filesFor({ measurements: eight, photo }), 'ua-1').length).toBeGreaterThan(10_000);
    expect(
      pagesOf(compiler.compile(filesFor({ measurements: Array.from({ length: 60 }, () => line) }))),
    ).toBe(2);
    expect(fileOf({ photo }).photo).toEqual({ sha256: 'ab'.repeat(32), taken_at: '2026-11-02T09:12:00Z' });
  });
});
