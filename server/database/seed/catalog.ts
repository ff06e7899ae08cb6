import type { NewSku } from '../../src/modules/catalog/catalog.service.ts';

type Family = 'GLP-1' | 'Hormones' | 'Peptides' | 'AAS and SARMs' | 'Other';
type Line = [name: string, dollars: number, family: Family, description: string, more?: Partial<NewSku>];

const HPLC = 'Identity by LC-MS, purity by RP-HPLC-UV and amount per vial.';

/** The price list in the order of display, then other tests: name, US dollars, family, content. */
const LINES: Line[] = [
  ['Semaglutide', 300, 'GLP-1', HPLC],
  ['Tirzepatide', 300, 'GLP-1', HPLC],
  ['Retatrutide', 300, 'GLP-1', HPLC],
  [
    'Blind GLP-1 screening',
    300,
    'GLP-1',
    'Which GLP-1 peptide is in an unlabelled vial, and how much of it.',
  ],
  [
    'Common AAS quantitative',
    120,
    'AAS and SARMs',
    'Identity and amount of a common anabolic steroid, in mg/mL or mg/tab.',
  ],
  [
    'AAS identification only',
    60,
    'AAS and SARMs',
    'Which anabolic steroid is in the sample, without an amount.',
  ],
  ['SARMs and related', 170, 'AAS and SARMs', 'Identity and amount of a SARM or a related compound.'],
  ['Somatropin amount and purity', 300, 'Hormones', 'Amount per vial and purity of somatropin by HPLC.'],
  [
    'Somatropin amount, purity and dimer',
    420,
    'Hormones',
    'Amount per vial, purity, and dimer by size-exclusion chromatography.',
  ],
  ['T3/T4', 120, 'Hormones', 'Identity and amount of liothyronine or levothyroxine.'],
  ['PT-141', 180, 'Peptides', HPLC],
  ['Melanotan 2', 180, 'Peptides', HPLC],
  ['BPC-157', 180, 'Peptides', HPLC],
  ['TB-500', 180, 'Peptides', HPLC],
  ['TB-4', 180, 'Peptides', HPLC],
  ['GHRP-2', 180, 'Peptides', HPLC],
  ['GHRP-6', 180, 'Peptides', HPLC],
  ['CJC-1295 with DAC', 180, 'Peptides', HPLC],
  ['CJC-1295 without DAC', 180, 'Peptides', HPLC],
  ['HGH fragment', 180, 'Peptides', HPLC],
  ['AOD-9604', 180, 'Peptides', HPLC],
  ['Ipamorelin', 180, 'Peptides', HPLC],
  ['hCG HPLC', 180, 'Hormones', 'Identity and purity of hCG by HPLC. No bioassay.'],
  ['Cagrilintide', 380, 'GLP-1', HPLC],
  ['Melanotan 1', 380, 'Peptides', HPLC],
  ['5-Amino-1-methylquinolinium', 380, 'Other', 'Identity by LC-MS and amount.'],
  ['Tesofensine', 380, 'Other', 'Identity by LC-MS and amount.'],
  ['LL-37', 380, 'Peptides', HPLC],
  [
    'AOD-9604 with DMSO',
    200,
    'Peptides',
    'AOD-9604 dissolved with DMSO: identity, purity and amount per vial.',
  ],
  [
    'AOD-9604 with 5% acetic acid',
    200,
    'Peptides',
    'AOD-9604 dissolved with 5% acetic acid: identity, purity and amount per vial.',
  ],
  [
    'Endotoxin',
    120,
    'Other',
    'Bacterial endotoxins by LAL, kinetic chromogenic, after USP <85>.',
    { sampleRequirement: '2 sealed vials', tatText: '6-9 business days after receipt' },
  ],
  [
    'Sterility',
    260,
    'Other',
    'Growth of bacteria and fungi in two media over 14 days, after USP <71>.',
    {
      sampleRequirement: '2 sealed vials',
      tatText: '16-18 business days after receipt',
      includesSterility: true,
    },
  ],
];

/** The tests on the six popular cards, in order. */
const POPULAR = [
  'Semaglutide',
  'Tirzepatide',
  'Retatrutide',
  'BPC-157',
  'TB-500',
  'Somatropin amount and purity',
];

function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function sampleOf(family: Family): string {
  return family === 'AAS and SARMs' ? '1 sealed vial, or 5 tablets or capsules' : '1 sealed vial';
}

/** The catalog of a new installation; an admin changes it afterwards. */
export const CATALOG: readonly NewSku[] = LINES.map(([name, dollars, family, description, more], index) => {
  const popular = POPULAR.indexOf(name);
  return {
    slug: slugOf(name),
    name,
    description,
    family,
    sampleRequirement: sampleOf(family),
    tatText: '5-7 business days after receipt',
    basePriceCents: dollars * 100,
    includesSterility: false,
    popularRank: popular === -1 ? null : popular + 1,
    sortOrder: (index + 1) * 10,
    ...more,
  };
});
