import type { Measurement } from '@vialproof/contract/results';
import type { TraceOptions } from './traces.ts';

/** How far a demo test goes: paid only, taken in, or published. */
type Stage = 'awaiting_sample' | 'received' | 'complete';

export type DemoTest = {
  sku: string;
  visibility: 'public' | 'private';
  stage: Stage;
  compound: string;
  dosage: string;
  maker: string;
  batch: string;
  result?: { title: string; summary: string; measurements: Measurement[]; trace: TraceOptions };
};

const HPLC = 'RP-HPLC-UV 214 nm';
const purity = (percent: number): Measurement => ({
  analyte: 'Purity',
  method: HPLC,
  value: percent,
  unit: '% area',
  limit: '≥ 98.0',
  verdict: percent >= 98 ? 'pass' : 'fail',
});
const amount = (mg: number, label: number): Measurement => ({
  analyte: 'Amount per vial',
  method: HPLC,
  value: mg,
  unit: 'mg',
  limit: `${(label * 0.9).toFixed(1)} to ${(label * 1.1).toFixed(1)}`,
  verdict: mg >= label * 0.9 && mg <= label * 1.1 ? 'pass' : 'fail',
});
const identity = (observed: number, theoretical: number, compound: string): Measurement => ({
  analyte: `Identity as ${compound}`,
  method: 'LC-MS, average mass',
  value: observed,
  unit: 'Da',
  limit: `${theoretical.toFixed(2)} ± 0.5`,
  verdict: Math.abs(observed - theoretical) <= 0.5 ? 'pass' : 'fail',
});

/** Tests as a first look at an installation shows them, the failures of the trade among them. */
export const DEMO_TESTS: readonly DemoTest[] = [
  {
    sku: 'semaglutide',
    visibility: 'public',
    stage: 'complete',
    compound: 'Semaglutide',
    dosage: '5 mg per vial',
    maker: 'Demo Maker A',
    batch: 'DEMO-SEMA-01',
    result: {
      title: 'Semaglutide 5 mg',
      summary: 'Identity confirmed. Purity and amount are within the stated limits.',
      measurements: [identity(4113.6, 4113.58, 'semaglutide'), purity(99.2), amount(5.21, 5)],
      trace: { seed: 'sema-01', purity_percent: 99.2, retention_min: 11.2 },
    },
  },
  {
    sku: 'retatrutide',
    visibility: 'public',
    stage: 'complete',
    compound: 'Retatrutide',
    dosage: '30 mg per vial',
    maker: 'Demo Maker B',
    batch: 'DEMO-RETA-07',
    result: {
      title: 'Retatrutide 30 mg',
      summary: 'Identity confirmed. The vial holds slightly more than its label says, within limits.',
      measurements: [identity(4731.4, 4731.36, 'retatrutide'), purity(99.5), amount(32.78, 30)],
      trace: { seed: 'reta-07', purity_percent: 99.5, retention_min: 12.4 },
    },
  },
  {
    sku: 'bpc-157',
    visibility: 'public',
    stage: 'complete',
    compound: 'BPC-157',
    dosage: '5 mg per vial',
    maker: 'Demo Maker C',
    batch: 'DEMO-BPC-11',
    result: {
      title: 'BPC-157 5 mg',
      summary: 'Identity confirmed and purity high, but the vial is under-filled: 85 % of the label claim.',
      measurements: [identity(1419.5, 1419.54, 'BPC-157'), purity(99.1), amount(4.23, 5)],
      trace: { seed: 'bpc-11', purity_percent: 99.1, retention_min: 8.4 },
    },
  },
  {
    sku: 'ipamorelin',
    visibility: 'public',
    stage: 'complete',
    compound: 'Ipamorelin',
    dosage: '10 mg per vial',
    maker: 'Demo Maker C',
    batch: 'DEMO-IPA-02',
    result: {
      title: 'Labelled ipamorelin: another peptide',
      summary:
        'The observed mass is that of GHRP-6, not of ipamorelin. The vial does not hold what its label says.',
      measurements: [identity(873.0, 711.85, 'ipamorelin'), purity(98.6)],
      trace: { seed: 'ipa-02', purity_percent: 98.6, retention_min: 7.1 },
    },
  },
  {
    sku: 'melanotan-2',
    visibility: 'public',
    stage: 'complete',
    compound: 'Melanotan 2',
    dosage: '10 mg per vial',
    maker: 'Demo Maker A',
    batch: 'DEMO-MT2-05',
    result: {
      title: 'Melanotan 2 10 mg',
      summary: 'Identity confirmed. Purity and amount are within the stated limits.',
      measurements: [identity(1024.2, 1024.18, 'melanotan 2'), purity(98.9), amount(10.41, 10)],
      trace: { seed: 'mt2-05', purity_percent: 98.9, retention_min: 9.3 },
    },
  },
  {
    sku: 'tirzepatide',
    visibility: 'public',
    stage: 'complete',
    compound: 'Tirzepatide',
    dosage: '10 mg per vial',
    maker: 'Demo Maker B',
    batch: 'DEMO-TIRZ-03',
    result: {
      title: 'Tirzepatide 10 mg',
      summary: 'Identity confirmed, but related peptides make up more than the limit allows.',
      measurements: [identity(4813.5, 4813.46, 'tirzepatide'), purity(95.8), amount(9.62, 10)],
      trace: { seed: 'tirz-03', purity_percent: 95.8, retention_min: 12.0, impurities: 6 },
    },
  },
  {
    sku: 'cjc-1295-with-dac',
    visibility: 'private',
    stage: 'complete',
    compound: 'CJC-1295 with DAC',
    dosage: '5 mg per vial',
    maker: 'Demo Maker C',
    batch: 'DEMO-CJC-09',
    result: {
      title: 'CJC-1295 with DAC 5 mg',
      summary: 'Identity confirmed. Purity and amount are within the stated limits.',
      measurements: [identity(3647.2, 3647.2, 'CJC-1295 with DAC'), purity(98.7), amount(5.09, 5)],
      trace: { seed: 'cjc-09', purity_percent: 98.7, retention_min: 10.6 },
    },
  },
  {
    sku: 'tb-500',
    visibility: 'public',
    stage: 'received',
    compound: 'TB-500',
    dosage: '5 mg per vial',
    maker: 'Demo Maker A',
    batch: 'DEMO-TB5-04',
  },
  {
    sku: 'ghrp-2',
    visibility: 'private',
    stage: 'awaiting_sample',
    compound: 'GHRP-2',
    dosage: '5 mg per vial',
    maker: 'Demo Maker B',
    batch: 'DEMO-GH2-01',
  },
];
