import { CARD, CRYPTO } from '@vialproof/contract/payment-methods';
import { amount, endotoxin, identity, likeReference, purity, sterility, worked } from './measurements.ts';
import type { FinishedTest } from './order.ts';

const BY = { by: 'second', method: CARD, visibility: 'public', ends: 'complete' } as const;
const TWO_VIALS = { ...BY, by: 'customer', sku: 'tirzepatide', compound: 'Tirzepatide' } as const;
const TWO_OF_A_BATCH = {
  ...TWO_VIALS,
  dosage: '10 mg per vial',
  maker: 'Demo Maker E',
  batch: 'DEMO-TIRZ-11',
};

/** Each way in which a vial can fail, and results that changed later. */
export const DISAPPOINTMENTS: readonly FinishedTest[] = [
  {
    ...BY,
    method: CRYPTO,
    sku: 'semaglutide',
    compound: 'Semaglutide',
    dosage: '5 mg per vial',
    maker: 'Demo Maker H',
    batch: 'DEMO-SEMA-12',
    result: {
      title: 'Semaglutide 5 mg: over-filled',
      summary: 'Identity confirmed and purity high, but the vial holds 158 % of what its label says.',
      measurements: (percent) => [identity(4113.5, 'semaglutide'), purity(percent), amount(7.92, 5)],
      trace: { seed: 'sema-12', purity_percent: 99.4, retention_min: 11.2 },
    },
  },
  {
    ...BY,
    sku: 'll-37',
    compound: 'LL-37',
    dosage: '5 mg per vial',
    maker: 'Demo Maker G',
    batch: 'DEMO-LL3-01',
    result: {
      title: 'LL-37 5 mg: endotoxin too high',
      summary:
        'Identity, purity and amount are as stated, but the vial holds eight times the endotoxin allowed.',
      measurements: (percent) => [
        identity(4493.3, 'LL-37'),
        purity(percent),
        amount(4.94, 5),
        endotoxin(8.4),
      ],
      trace: { seed: 'll3-01', purity_percent: 98.5, retention_min: 11.0 },
    },
  },
  {
    ...BY,
    by: 'customer',
    sku: 'tb-500',
    compound: 'TB-500',
    dosage: '5 mg per vial',
    maker: 'Demo Maker H',
    batch: 'DEMO-TB5-02',
    result: {
      title: 'Labelled TB-500: no peptide',
      summary: 'The vial is a blank: no peptide was found by LC-MS or HPLC.',
      measurements: () => [
        worked({
          analyte: 'Identity as TB-500',
          method: 'LC-MS',
          unit: '',
          value: 'not detected',
          limit: '889.01 Da ± 0.5 Da',
          verdict: 'fail',
        }),
        worked({ ...amount(0, 5), replicates: [], qualifier: 'ND', lod: 0.02, loq: 0.05 }),
      ],
      trace: { seed: 'tb5-02', purity_percent: 0 },
    },
  },
  {
    ...TWO_OF_A_BATCH,
    notes: 'Vial 1 of 2, from the top row of the kit.',
    result: {
      title: 'Tirzepatide 10 mg, first of two vials',
      summary: 'Identity confirmed. Purity and amount are within the stated limits.',
      measurements: (percent) => [identity(4813.4, 'tirzepatide'), purity(percent), amount(10.08, 10)],
      trace: { seed: 'tirz-11-1', purity_percent: 99.1, retention_min: 12.0 },
    },
  },
  {
    ...TWO_OF_A_BATCH,
    notes: 'Vial 2 of 2, from the bottom row of the same kit.',
    result: {
      title: 'Tirzepatide 10 mg, second of two vials',
      summary: 'The same batch as the vial before it, but this vial holds 62 % of what its label says.',
      measurements: (percent) => [identity(4813.6, 'tirzepatide'), purity(percent), amount(6.21, 10)],
      trace: { seed: 'tirz-11-2', purity_percent: 99.0, retention_min: 12.0 },
    },
  },
  {
    ...BY,
    method: CRYPTO,
    sku: 'sarms-and-related',
    compound: 'MK-2866',
    dosage: '25 mg/mL',
    maker: 'Demo Maker E',
    batch: 'DEMO-MK2-03',
    result: {
      title: 'MK-2866 25 mg/mL: under-dosed',
      summary: 'Identity confirmed, but the solution holds 71 % of what its label says.',
      measurements: () => [
        likeReference('LC-MS'),
        amount(17.8, 25, { analyte: 'Assay', method: 'HPLC-UV', unit: 'mg/mL' }),
      ],
      trace: { seed: 'mk2-03', purity_percent: 98.2, retention_min: 13.1, impurities: 2 },
      nm: 270,
    },
  },
  {
    ...BY,
    sku: 'sterility',
    compound: 'Melanotan 2',
    dosage: '10 mg per vial',
    maker: 'Demo Maker H',
    batch: 'DEMO-MT2-14',
    result: {
      title: 'Melanotan 2 10 mg: not sterile',
      summary: 'Growth in tryptic soy broth on day 4. The vial is not sterile.',
      measurements: () => [sterility('growth')],
      trace: null,
    },
  },
  {
    ...BY,
    sku: 'melanotan-1',
    compound: 'Melanotan 1',
    dosage: '10 mg per vial',
    maker: 'Demo Maker G',
    batch: 'DEMO-MT1-02',
    result: {
      title: 'Mislabelled: melanotan 2',
      summary: 'The observed mass is that of melanotan 2. The vial does not hold what its label says.',
      measurements: (percent) => [identity(1024.2, 'melanotan 1'), purity(percent)],
      trace: { seed: 'mt1-02', purity_percent: 98.9, retention_min: 9.3 },
    },
  },
  {
    ...BY,
    by: 'customer',
    ends: 'amended',
    sku: 'hgh-fragment',
    compound: 'HGH fragment 176-191',
    dosage: '5 mg per vial',
    maker: 'Demo Maker C',
    batch: 'DEMO-FRA-06',
    result: {
      title: 'HGH fragment 176-191 5 mg',
      summary: 'Identity confirmed. Purity and amount are within the stated limits.',
      measurements: (percent) => [identity(1799.1, 'HGH fragment 176-191'), purity(percent), amount(5.38, 5)],
      trace: { seed: 'fra-06', purity_percent: 98.8, retention_min: 9.0 },
    },
    amendment: {
      reason: 'The amount was worked out with the dilution of another sample. It was measured again.',
      result: {
        title: 'HGH fragment 176-191 5 mg',
        summary: 'Identity confirmed. Purity and amount are within the stated limits.',
        measurements: (percent) => [
          identity(1799.1, 'HGH fragment 176-191'),
          purity(percent),
          amount(4.83, 5),
        ],
        trace: null,
      },
    },
  },
  // The newest of these tests, because its sample must still be measured again.
  {
    ...BY,
    ends: 'retracted',
    sku: 'aod-9604',
    compound: 'AOD-9604',
    dosage: '5 mg per vial',
    maker: 'Demo Maker F',
    batch: 'DEMO-AOD-07',
    reason: 'Two vials were exchanged before the injection. The sample is measured again.',
    result: {
      title: 'AOD-9604 5 mg',
      summary: 'Identity confirmed. Purity and amount are within the stated limits.',
      measurements: (percent) => [identity(1815.0, 'AOD-9604'), purity(percent), amount(5.11, 5)],
      trace: { seed: 'aod-07', purity_percent: 99.2, retention_min: 8.9 },
    },
  },
];
