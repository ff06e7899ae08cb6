import type { MeasurementInput } from '@vialproof/contract/results';
import { COMPOUNDS } from './compounds.ts';
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
  result?: { title: string; summary: string; measurements: MeasurementInput[]; trace: TraceOptions };
};

const HPLC = 'RP-HPLC-UV 214 nm';

/** Two replicates whose mean is this, apart by twice `spread`. */
function around(mean: number, spread: number, decimals: number): string[] {
  return [mean - spread, mean + spread].map((value) => value.toFixed(decimals));
}

const worked = (line: Pick<MeasurementInput, 'analyte' | 'method' | 'unit'> & Partial<MeasurementInput>) => ({
  value: '',
  limit: '',
  verdict: null,
  ...line,
});
const purity = (percent: number): MeasurementInput =>
  worked({
    analyte: 'Purity',
    method: HPLC,
    unit: '% area',
    // The trace is of the first injection.
    replicates: [percent.toFixed(1), ...around(percent, 0.1, 1)],
    rule: { kind: 'at_least', of: 'value', limit: 98 },
  });
const amount = (mg: number, label: number): MeasurementInput =>
  worked({
    analyte: 'Amount per vial',
    method: HPLC,
    unit: 'mg',
    replicates: around(mg, mg < 20 ? 0.02 : 0.08, 2),
    claim: label,
    rule: { kind: 'between', of: 'claim', min: 90, max: 110 },
  });
/** The compound is one whose formula is known. */
const identity = (observed: number, compound: string): MeasurementInput =>
  worked({
    analyte: `Identity as ${compound}`,
    method: 'LC-MS, average mass',
    value: observed,
    unit: 'Da',
    mass: { formula: formulaOf(compound), basis: 'average', ion: null },
    rule: { kind: 'within', of: 'mass', target: 0, tolerance: 0.5 },
  });
const endotoxin: MeasurementInput = worked({
  analyte: 'Endotoxin',
  method: 'LAL kinetic chromogenic, USP <85>',
  unit: 'EU/mg',
  qualifier: '<LOQ',
  lod: 0.005,
  loq: 0.01,
  rule: { kind: 'at_most', of: 'value', limit: 1 },
});

function formulaOf(compound: string): string {
  const found = COMPOUNDS.find(({ name }) => name.toLowerCase() === compound.toLowerCase());
  if (!found) throw new Error(`there is no formula of ${compound}`);
  return found.formula;
}

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
      measurements: [identity(4113.6, 'semaglutide'), purity(99.2), amount(5.21, 5), endotoxin],
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
      measurements: [identity(4731.4, 'retatrutide'), purity(99.5), amount(32.78, 30)],
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
      measurements: [identity(1419.5, 'BPC-157'), purity(99.1), amount(4.23, 5)],
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
      measurements: [identity(873.0, 'ipamorelin'), purity(98.6)],
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
      measurements: [identity(1024.2, 'melanotan 2'), purity(98.9), amount(10.41, 10)],
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
      measurements: [identity(4813.5, 'tirzepatide'), purity(95.8), amount(9.62, 10)],
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
      measurements: [identity(3647.2, 'CJC-1295 with DAC'), purity(98.7), amount(5.09, 5)],
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
