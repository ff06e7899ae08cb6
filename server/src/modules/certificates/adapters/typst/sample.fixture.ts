import { syntheticTrace, type TraceOptions } from '@vialproof/science/chromatography/synthetic-trace';
import type { CertificateData } from './certificate-data.ts';

/** Complete data of a certificate for tests; the chromatogram's peaks are those in its drawing. */
export function sampleCertificate(changes: Partial<CertificateData> = {}): CertificateData {
  return {
    number: 'VP-10001-R1',
    taskNumber: 10001,
    revision: 1,
    uniqueKey: '7K3Q-9XWD-M2TF',
    verifyUrl: 'https://vialproof.example/verify#task=10001&key=7K3Q-9XWD-M2TF&revision=1&c=0123456789abcdef',
    laboratory: {
      name: 'Example Laboratory',
      address: ['1 Example Street', 'Exampletown'],
    },
    accreditation: null,
    title: 'BPC-157, 5 mg lyophilised powder',
    summary: 'Purity is within the limit.\nThe content is below the amount stated by the customer.',
    test: 'BPC-157',
    stated: { compound: 'BPC-157', manufacturer: 'Northfield Peptides', batch: 'NP-2411-07', dosage: '5 mg' },
    conditionOnReceipt: 'Sealed vial, white cake.',
    receivedAt: '2026-11-02T09:12:00Z',
    enteredOn: '2026-11-09T15:04:05Z',
    issuedAt: '2026-11-10T10:30:00Z',
    measurements: [
      {
        analyte: 'Purity',
        method: 'RP-HPLC-UV',
        value: 99.1,
        unit: '% area',
        limit: '≥ 98.0 %',
        verdict: 'pass',
      },
      {
        analyte: 'Assay',
        method: 'RP-HPLC-UV',
        value: 4.23,
        unit: 'mg/vial',
        limit: '4.75 to 5.25',
        verdict: 'fail',
      },
      { analyte: 'Water', method: 'Karl Fischer', value: '< LOQ', unit: '%', limit: '', verdict: null },
    ],
    authorisedBy: [{ name: 'Demo Reviewer', role: 'reviewer, second person' }],
    signatures: [
      { meaning: 'measured', name: 'Demo Analyst', at: '2026-11-09T15:04:05.000Z' },
      { meaning: 'released', name: 'Demo Reviewer', at: '2026-11-10T10:30:00.000Z' },
    ],
    earlier: [],
    changes: [],
    record: {},
    photo: null,
    photos: [],
    chromatogram: sampleChromatogram(),
    injections: null,
    signature: {
      fingerprint: '0123456789abcdef'.repeat(4),
      authority: 'fedcba9876543210'.repeat(4),
      logOrigin: 'vialproof.example',
    },
    ...changes,
  };
}

export function sampleChromatogram(
  options: Partial<TraceOptions> = {},
): NonNullable<CertificateData['chromatogram']> {
  const { minutes, signal_mau, peaks, main } = syntheticTrace({ seed: 'certificate', ...options });
  const total = peaks.reduce((sum, peak) => sum + peak.area, 0);
  const drawn = peaks.map((peak) => ({
    retention_min: peak.retention_min,
    start_min: peak.retention_min - 3 * peak.sigma_min,
    end_min: peak.retention_min + 5 * peak.sigma_min,
    height_mau: peak.area / (2.8 * peak.sigma_min),
    area: peak.area,
    area_percent: (100 * peak.area) / total,
  }));
  return {
    wavelength_nm: 214,
    minutes,
    signal_mau,
    peaks: drawn,
    main_peak: main,
    purity_percent: main === null ? null : (drawn[main]?.area_percent ?? null),
    method: { name: 'as drawn', version: '1' },
  };
}
