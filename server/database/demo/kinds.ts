import { CARD, CRYPTO } from '@vialproof/contract/payment-methods';
import {
  amount,
  endotoxin,
  identity,
  likeReference,
  metals,
  purity,
  sterility,
  worked,
} from './measurements.ts';
import type { FinishedTest } from './order.ts';

const BY = { by: 'second', method: CARD, visibility: 'public', ends: 'complete' } as const;
const GC_MS = 'GC-MS';

/** One test of each rare kind. */
export const KINDS_OF_TESTS: readonly FinishedTest[] = [
  {
    ...BY,
    sku: 'somatropin-amount-purity-and-dimer',
    compound: 'Somatropin',
    dosage: '3.7 mg per vial',
    maker: 'Demo Maker F',
    batch: 'DEMO-SOM-04',
    result: {
      title: 'Somatropin 3.7 mg',
      summary: 'Purity and amount are within the stated limits. No dimer was detected.',
      measurements: (percent) => [
        purity(percent, { limit: 95 }),
        amount(3.62, 3.7),
        worked({
          analyte: 'Dimer',
          method: 'SEC-HPLC-UV 214 nm',
          unit: '% area',
          qualifier: 'ND',
          lod: 0.05,
          loq: 0.1,
          rule: { kind: 'at_most', of: 'value', limit: 2 },
        }),
      ],
      trace: { seed: 'som-04', purity_percent: 95.4, retention_min: 13.6, impurities: 5 },
    },
  },
  {
    ...BY,
    sku: 'common-aas-quantitative',
    compound: 'Testosterone enanthate',
    dosage: '250 mg/mL, 10 mL',
    maker: 'Demo Maker D',
    batch: 'DEMO-TEN-02',
    result: {
      title: 'Testosterone enanthate 250 mg/mL',
      summary: 'Identity confirmed. The amount is within 10 % of the label.',
      measurements: () => [
        likeReference(GC_MS),
        amount(241.3, 250, { analyte: 'Assay', method: 'HPLC-UV', unit: 'mg/mL' }),
      ],
      trace: { seed: 'ten-02', purity_percent: 97.9, retention_min: 14.2, impurities: 2 },
      nm: 240,
    },
  },
  {
    ...BY,
    sku: 'sterility',
    compound: 'BPC-157',
    dosage: '10 mg per vial',
    maker: 'Demo Maker A',
    batch: 'DEMO-BPC-19',
    result: {
      title: 'BPC-157 10 mg: sterility',
      summary: 'No growth in either medium after 14 days.',
      measurements: () => [sterility('no growth'), endotoxin(0.03)],
      trace: null,
    },
  },
  {
    ...BY,
    sku: 'blind-glp-1-screening',
    compound: 'Unlabelled vial',
    dosage: 'unknown',
    maker: 'Demo Maker C',
    batch: 'DEMO-BLI-01',
    result: {
      title: 'Blind screening: semaglutide',
      summary: 'The unlabelled vial holds semaglutide.',
      measurements: (percent) => [
        worked({
          analyte: 'Compound found',
          method: 'LC-MS',
          unit: '',
          value: 'semaglutide',
          limit: 'reported, not judged',
        }),
        identity(4113.7, 'semaglutide'),
        purity(percent),
        worked({
          analyte: 'Amount per vial',
          method: 'RP-HPLC-UV 214 nm',
          unit: 'mg',
          replicates: ['4.71', '4.75'],
        }),
      ],
      trace: { seed: 'bli-01', purity_percent: 98.8, retention_min: 11.2 },
    },
  },
  {
    ...BY,
    sku: 't3-t4',
    compound: 'T3',
    dosage: '25 µg/tab',
    maker: 'Demo Maker B',
    batch: 'DEMO-T30-02',
    result: {
      title: 'T3 25 µg',
      summary: 'Identity confirmed. The amount is within 10 % of the label.',
      measurements: () => [
        identity(650.9, 'T3'),
        amount(24.14, 25, { analyte: 'Assay', method: 'RP-HPLC-UV 225 nm', unit: 'µg/tab' }),
      ],
      trace: { seed: 't30-02', purity_percent: 98.9, retention_min: 9.9, impurities: 2 },
      nm: 225,
    },
  },
  {
    ...BY,
    sku: 'hcg-hplc',
    compound: 'hCG',
    dosage: '5000 IU per vial',
    maker: 'Demo Maker F',
    batch: 'DEMO-HCG-05',
    result: {
      title: 'hCG 5000 IU',
      summary: 'The retention time is that of the reference substance. Activity was not measured.',
      measurements: (percent) => [likeReference('RP-HPLC-UV, retention time'), purity(percent)],
      trace: { seed: 'hcg-05', purity_percent: 98.6, retention_min: 12.9 },
    },
  },
  {
    ...BY,
    sku: 'endotoxin',
    compound: 'Semaglutide',
    dosage: '5 mg per vial',
    maker: 'Demo Maker A',
    batch: 'DEMO-SEMA-22',
    result: {
      title: 'Semaglutide 5 mg: endotoxin',
      summary: 'Far below the limit.',
      measurements: () => [endotoxin(0.02)],
      trace: null,
    },
  },
  {
    ...BY,
    sku: '5-amino-1-methylquinolinium',
    compound: '5-Amino-1MQ',
    dosage: '50 mg per vial',
    maker: 'Demo Maker G',
    batch: 'DEMO-5AM-01',
    result: {
      title: '5-Amino-1MQ 50 mg',
      summary: 'Identity confirmed. The amount is within 10 % of the label.',
      measurements: () => [
        likeReference('LC-MS'),
        amount(48.6, 50, { method: 'RP-HPLC-UV 254 nm' }),
        ...metals(null, null, null, 0.09),
      ],
      trace: { seed: '5am-01', purity_percent: 99.3, retention_min: 5.8, impurities: 2 },
      nm: 254,
    },
  },
  {
    ...BY,
    sku: 'tesofensine',
    compound: 'Tesofensine',
    dosage: '0.5 mg per capsule',
    maker: 'Demo Maker D',
    batch: 'DEMO-TES-02',
    result: {
      title: 'Tesofensine 0.5 mg',
      summary: 'Identity confirmed. The amount is within 10 % of the label.',
      measurements: () => [
        identity(328.3, 'Tesofensine'),
        amount(0.52, 0.5, {
          analyte: 'Amount per capsule',
          method: 'RP-HPLC-UV 254 nm',
          replicates: ['0.51', '0.53'],
        }),
      ],
      trace: { seed: 'tes-02', purity_percent: 99.0, retention_min: 8.2, impurities: 2 },
      nm: 254,
    },
  },
  {
    ...BY,
    method: CRYPTO,
    sku: 'aod-9604-with-dmso',
    compound: 'AOD-9604',
    dosage: '5 mg per vial, in DMSO',
    maker: 'Demo Maker B',
    // A second maker uses the same batch code.
    batch: 'DEMO-AOD-49',
    notes: 'The code is copied from the vial.',
    result: {
      title: 'AOD-9604 5 mg in DMSO',
      summary: 'Identity confirmed. Purity and amount are within the stated limits.',
      measurements: (percent) => [identity(1815.1, 'AOD-9604'), purity(percent), amount(4.88, 5)],
      trace: { seed: 'aod-11', purity_percent: 98.7, retention_min: 8.9 },
    },
  },
];
