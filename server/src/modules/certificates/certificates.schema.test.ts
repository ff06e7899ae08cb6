import { createRequire } from 'node:module';
import { CertificateFile } from '@vialproof/contract/certificate-file';
import type { Measurement } from '@vialproof/contract/results';
import { describe, expect, it } from 'vitest';
import { laboratory } from '../../testing/lab.ts';
import { testApp } from '../../testing/test-app.ts';
import { attachmentOf } from './adapters/typst/attachment.ts';
import type { CertificateData } from './adapters/typst/certificate-data.ts';
import { sampleCertificate } from './adapters/typst/sample.fixture.ts';

type Validate = ((value: unknown) => boolean) & { errors?: unknown };
type Ajv = { addFormat(name: string, is: RegExp): void; compile(schema: unknown): Validate };

/** A validator by another author, which checks formats with the patterns in the schema. */
function foreignValidator(schema: unknown): Validate {
  const { Ajv2020 } = createRequire(import.meta.url)('ajv/dist/2020.js') as {
    Ajv2020: new (options: object) => Ajv;
  };
  const ajv = new Ajv2020({ strict: true, strictTypes: false });
  for (const name of ['date', 'date-time', 'uri', 'uuid']) ajv.addFormat(name, /./);
  return ajv.compile(schema);
}

const earlier = {
  certificate: 'VP-10001-R1',
  issuedAt: '2026-11-01T00:00:00Z',
  state: 'superseded' as const,
  reason: 'A typing error.',
};
const change = { measurement: 'Purity', field: 'value' as const, before: '99.1 %', after: '98.1 %' };
function withSpectrum(): Measurement {
  const ions = [
    { charge: 1, protons: 1, mz: 1420.5453, found: null },
    {
      charge: 2,
      protons: 2,
      mz: 710.7763,
      found: { mz: 710.7766, percent: 100, error_da: 0.0006, error_ppm: 0.4 },
    },
  ];
  const id = '3f1d5c0e-8f0b-4a39-9a52-0c7f0a1f2b3c';
  const read = {
    format: 'mzml' as const,
    from_mz: 200,
    to_mz: 2000,
    sticks: [[710.7766, 100]] as [number, number][],
  };
  const named = { analyte: 'Identity', method: 'LC-MS', value: 1419.5, unit: 'Da', limit: '', verdict: null };
  return { ...named, spectrum_id: id, spectrum: { id, sha256: 'a'.repeat(64), ...read, ions } };
}
const KINDS: [string, Partial<CertificateData>][] = [
  ['as usual', {}],
  ['with a mass spectrum', { measurements: [withSpectrum()] }],
  ['with photos', { photos: [{ sha256: 'ab'.repeat(32), takenAt: '2026-11-01T00:00:00Z' }] }],
  ['with nothing', { measurements: [], chromatogram: null, conditionOnReceipt: null, signatures: [] }],
  ['amended', { revision: 2, earlier: [earlier], record: { container: 'A vial', deviations: 'One.' } }],
  ['amended in a value', { revision: 2, earlier: [earlier], changes: [change] }],
  [
    'without a reported run',
    { chromatogram: null, injections: [{ sha256: 'ab'.repeat(32), used: false, reason: 'A leak' }] },
  ],
];

describe('the published schema describes every field of result.json', () => {
  it('the schema has a public address, and each result.json names this address', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const { id } = await lab.published();
    const answer = await app.raw('/schemas/result.json');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/schema+json']);
    const etag = answer.headers.get('etag') ?? '';
    const schema = JSON.parse(await answer.text());
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(schema.$id).toBe(`${app.platform.publicUrl()}/schemas/result.json`);
    const again = await app.raw('/schemas/result.json', { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    const { rows } = await app.platform.db.pool.query<{ result_json: string }>(
      'SELECT result_json FROM certificate WHERE request_id = $1',
      [id],
    );
    const file = JSON.parse(rows[0]?.result_json ?? '');
    expect(file.$schema).toBe(schema.$id);
    const validate = foreignValidator(schema);
    expect([validate(file), validate.errors]).toEqual([true, null]);
    for (const [, changes] of KINDS) {
      expect([validate(JSON.parse(attachmentOf(sampleCertificate(changes)))), validate.errors]).toEqual([
        true,
        null,
      ]);
    }
    expect(validate({ ...file, revision: 0 })).toBe(false);
    expect(validate({ ...file, measurements: undefined })).toBe(false);
    expect(validate({ ...file, measurements: [{ ...file.measurements[0], verdict: 'good' }] })).toBe(false);
  });

  it.each(KINDS)('the schema describes every field of result.json: %s', (_, changes) => {
    const attached = JSON.parse(attachmentOf(sampleCertificate(changes)));
    expect(CertificateFile.parse(attached)).toEqual(attached);
  });

  it('the schema accepts an old result.json that has fewer fields', () => {
    const {
      $schema: _,
      earlier: __,
      entered_on: ___,
      signatures: ____,
      overall: _____,
      ...older
    } = JSON.parse(attachmentOf(sampleCertificate()));
    const dated = {
      ...older,
      tested_from: '2026-11-02T09:12:00.000Z',
      tested_to: '2026-11-09T15:04:05.000Z',
    };
    expect(CertificateFile.parse(dated)).toEqual(dated);
  });
});
