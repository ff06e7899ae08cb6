import { CARD } from '@vialproof/contract/payment-methods';
import { amount, endotoxin, identity, purity } from './measurements.ts';
import type { FinishedTest } from './order.ts';

const BY = { by: 'customer', method: CARD, visibility: 'public', ends: 'complete' } as const;

/** The oldest demo tests. */
export const FIRST_TESTS: readonly FinishedTest[] = [
  {
    ...BY,
    sku: 'semaglutide',
    compound: 'Semaglutide',
    dosage: '5 mg per vial',
    maker: 'Demo Maker A',
    batch: 'DEMO-SEMA-01',
    result: {
      title: 'Semaglutide 5 mg',
      summary: 'Identity confirmed. Purity and amount are within the stated limits.',
      measurements: (percent) => [
        identity(4113.6, 'semaglutide'),
        purity(percent),
        amount(5.21, 5),
        endotoxin(null),
      ],
      trace: { seed: 'sema-01', purity_percent: 99.2, retention_min: 11.2 },
    },
  },
  {
    ...BY,
    sku: 'retatrutide',
    compound: 'Retatrutide',
    dosage: '30 mg per vial',
    maker: 'Demo Maker B',
    batch: 'DEMO-RETA-07',
    result: {
      title: 'Retatrutide 30 mg',
      summary: 'Identity confirmed. The vial holds slightly more than its label says, within limits.',
      measurements: (percent) => [identity(4731.4, 'retatrutide'), purity(percent), amount(32.78, 30)],
      trace: { seed: 'reta-07', purity_percent: 99.5, retention_min: 12.4 },
    },
  },
  {
    ...BY,
    sku: 'bpc-157',
    compound: 'BPC-157',
    dosage: '5 mg per vial',
    maker: 'Demo Maker C',
    batch: 'DEMO-BPC-11',
    result: {
      title: 'BPC-157 5 mg',
      summary: 'Identity confirmed and purity high, but the vial is under-filled: 85 % of the label claim.',
      measurements: (percent) => [identity(1419.5, 'BPC-157'), purity(percent), amount(4.23, 5)],
      trace: { seed: 'bpc-11', purity_percent: 99.1, retention_min: 8.4 },
    },
  },
  {
    ...BY,
    sku: 'ipamorelin',
    compound: 'Ipamorelin',
    dosage: '10 mg per vial',
    maker: 'Demo Maker C',
    batch: 'DEMO-IPA-02',
    result: {
      title: 'Labelled ipamorelin: another peptide',
      summary:
        'The observed mass is that of GHRP-6, not of ipamorelin. The vial does not hold what its label says.',
      measurements: (percent) => [identity(873.0, 'ipamorelin'), purity(percent)],
      trace: { seed: 'ipa-02', purity_percent: 98.6, retention_min: 7.1 },
    },
  },
  {
    ...BY,
    sku: 'melanotan-2',
    compound: 'Melanotan 2',
    dosage: '10 mg per vial',
    maker: 'Demo Maker A',
    batch: 'DEMO-MT2-05',
    result: {
      title: 'Melanotan 2 10 mg',
      summary: 'Identity confirmed. Purity and amount are within the stated limits.',
      measurements: (percent) => [identity(1024.2, 'melanotan 2'), purity(percent), amount(10.41, 10)],
      trace: { seed: 'mt2-05', purity_percent: 98.9, retention_min: 9.3 },
    },
  },
  {
    ...BY,
    sku: 'tirzepatide',
    compound: 'Tirzepatide',
    dosage: '10 mg per vial',
    maker: 'Demo Maker B',
    batch: 'DEMO-TIRZ-03',
    result: {
      title: 'Tirzepatide 10 mg',
      summary: 'Identity confirmed, but related peptides make up more than the limit allows.',
      measurements: (percent) => [identity(4813.5, 'tirzepatide'), purity(percent), amount(9.62, 10)],
      trace: { seed: 'tirz-03', purity_percent: 95.8, retention_min: 12.0, impurities: 6 },
    },
  },
  {
    ...BY,
    visibility: 'private',
    sku: 'cjc-1295-with-dac',
    compound: 'CJC-1295 with DAC',
    dosage: '5 mg per vial',
    maker: 'Demo Maker C',
    batch: 'DEMO-CJC-09',
    result: {
      title: 'CJC-1295 with DAC 5 mg',
      summary: 'Identity confirmed. Purity and amount are within the stated limits.',
      measurements: (percent) => [identity(3647.2, 'CJC-1295 with DAC'), purity(percent), amount(5.09, 5)],
      trace: { seed: 'cjc-09', purity_percent: 98.7, retention_min: 10.6 },
    },
  },
];
