import type { TemplateLine } from '@vialproof/contract/methods';
import type { NewTemplate } from '../../src/modules/methods/methods.service.ts';

type Line = Omit<TemplateLine, 'id'>;

const HPLC = 'RP-HPLC-UV 214 nm';
const ICP_MS = 'ICP-MS';

const line = (analyte: string, method: string, unit: string, change: Partial<Line> = {}): Line => ({
  analyte,
  method,
  unit,
  limit: '',
  rule: null,
  lod: null,
  loq: null,
  replicates: 1,
  kind: 'plain',
  opens: 'always',
  retired: false,
  ...change,
});

const identity = line('Identity', 'LC-MS', 'Da', {
  kind: 'identity',
  rule: { kind: 'within', of: 'mass', target: 0, tolerance: 0.5 },
});
const purity = line('Purity', HPLC, '% area', {
  rule: { kind: 'at_least', of: 'value', limit: 98 },
});
const assay = (unit: string, method = HPLC) =>
  line('Assay', method, unit, {
    kind: 'assay',
    replicates: 2,
    rule: { kind: 'between', of: 'claim', min: 90, max: 110 },
  });

const endotoxin = line('Endotoxin', 'LAL kinetic chromogenic, USP <85>', 'EU/mg', {
  rule: { kind: 'at_most', of: 'value', limit: 1 },
  lod: 0.005,
  loq: 0.01,
});
const sterility = line('Sterility', 'USP <71>, two media, 14 days', '', {
  limit: 'no growth',
  rule: { kind: 'absent' },
});

/** Lines that can be added to any order. */
const EXTRAS: Line[] = [
  { ...endotoxin, opens: 'offered' },
  { ...sterility, opens: 'with_sterility' },
  ...(
    [
      ['Arsenic', 0.5],
      ['Cadmium', 0.2],
      ['Mercury', 0.3],
      ['Lead', 0.5],
    ] as const
  ).map(([metal, limit]) =>
    line(metal, ICP_MS, 'µg/g', {
      opens: 'offered',
      rule: { kind: 'at_most', of: 'value', limit },
      lod: 0.02,
      loq: 0.05,
    }),
  ),
];
/** Lines for powders only. */
const POWDER: Line[] = [
  line('Water', 'Karl Fischer', '% w/w', { opens: 'offered', loq: 0.1 }),
  line('Counter-ion (TFA)', 'Ion chromatography', '% w/w', { opens: 'offered', loq: 0.1 }),
  line('Counter-ion (acetate)', 'Ion chromatography', '% w/w', { opens: 'offered', loq: 0.1 }),
];

const PEPTIDE = [identity, purity, assay('mg/vial'), ...EXTRAS, ...POWDER];
const SMALL_MOLECULE = [
  identity,
  line('Purity', 'RP-HPLC-UV 254 nm', '% area'),
  assay('mg', 'RP-HPLC-UV 254 nm'),
];
const STEROID = line('Identity', 'GC-MS', '', { limit: 'matches the reference substance' });
const DISSOLVED = [identity, purity, assay('mg/vial'), ...EXTRAS];

const somatropinPurity = line('Purity', HPLC, '% area', {
  rule: { kind: 'at_least', of: 'value', limit: 95 },
});
const somatropin = [somatropinPurity, assay('mg/vial'), ...EXTRAS];
const dimer = line('Dimer', 'SEC-HPLC-UV 214 nm', '% area', {
  rule: { kind: 'at_most', of: 'value', limit: 2 },
  lod: 0.05,
  loq: 0.1,
});

/** The templates of a new installation, by family. Tests that differ have their own lines. */
export const TEMPLATES: readonly NewTemplate[] = [
  { of: { family: 'GLP-1' }, lines: PEPTIDE },
  { of: { family: 'Peptides' }, lines: PEPTIDE },
  { of: { family: 'Hormones' }, lines: PEPTIDE },
  { of: { family: 'AAS and SARMs' }, lines: [STEROID, assay('mg/mL', 'HPLC-UV'), ...EXTRAS] },
  { of: { family: 'Other' }, lines: [...SMALL_MOLECULE, ...EXTRAS] },
  {
    of: { slug: 'blind-glp-1-screening' },
    lines: [
      line('Compound found', 'LC-MS', '', { limit: 'reported, not judged' }),
      identity,
      line('Amount per vial', HPLC, 'mg/vial', { replicates: 2 }),
      { ...purity, opens: 'offered' },
      ...EXTRAS,
    ],
  },
  { of: { slug: 'aas-identification-only' }, lines: [STEROID, ...EXTRAS] },
  {
    of: { slug: 'sarms-and-related' },
    lines: [identity, assay('mg/mL', 'HPLC-UV'), ...EXTRAS],
  },
  { of: { slug: 'somatropin-amount-and-purity' }, lines: somatropin },
  {
    of: { slug: 'somatropin-amount-purity-and-dimer' },
    lines: [somatropinPurity, assay('mg/vial'), dimer, ...EXTRAS],
  },
  { of: { slug: 't3-t4' }, lines: [identity, assay('µg/tab', 'RP-HPLC-UV 225 nm'), ...EXTRAS] },
  {
    of: { slug: 'hcg-hplc' },
    lines: [
      line('Identity', 'RP-HPLC-UV, retention time', '', { limit: 'matches the reference substance' }),
      purity,
      ...EXTRAS,
    ],
  },
  {
    of: { slug: '5-amino-1-methylquinolinium' },
    lines: [identity, assay('mg/vial', 'RP-HPLC-UV 254 nm'), ...EXTRAS],
  },
  { of: { slug: 'tesofensine' }, lines: [identity, assay('mg/vial', 'RP-HPLC-UV 254 nm'), ...EXTRAS] },
  { of: { slug: 'aod-9604-with-dmso' }, lines: DISSOLVED },
  { of: { slug: 'aod-9604-with-5-acetic-acid' }, lines: DISSOLVED },
  { of: { slug: 'endotoxin' }, lines: [endotoxin] },
  { of: { slug: 'sterility' }, lines: [sterility] },
];
