import type { NewCompound } from '../../src/modules/methods/methods.service.ts';

/** The formulas of compounds, from their sequences. Masses are computed from them. */
export const COMPOUNDS: readonly NewCompound[] = [
  { name: 'BPC-157', formula: 'C62H98N16O22' },
  { name: 'TB-500 (Ac-LKKTETQ)', formula: 'C38H68N10O14' },
  { name: 'TB-4', formula: 'C212H350N56O78S' },
  { name: 'Semaglutide', formula: 'C187H291N45O59' },
  { name: 'Tirzepatide', formula: 'C225H348N48O68' },
  { name: 'Retatrutide', formula: 'C221H342N46O68' },
  { name: 'Cagrilintide', formula: 'C194H312N54O59S2' },
  { name: 'Ipamorelin', formula: 'C38H49N9O5' },
  { name: 'CJC-1295 without DAC', formula: 'C152H252N44O42' },
  { name: 'CJC-1295 with DAC', formula: 'C165H269N47O46' },
  { name: 'GHRP-2', formula: 'C45H55N9O6' },
  { name: 'GHRP-6', formula: 'C46H56N12O6' },
  { name: 'AOD-9604', formula: 'C78H123N23O23S2' },
  { name: 'HGH fragment 176-191', formula: 'C78H123N23O22S2' },
  { name: 'Melanotan 1', formula: 'C78H111N21O19' },
  { name: 'Melanotan 2', formula: 'C50H69N15O9' },
  { name: 'PT-141', formula: 'C50H68N14O10' },
  { name: 'LL-37', formula: 'C205H340N60O53' },
  { name: 'Somatropin', formula: 'C990H1528N262O300S7' },
  { name: 'Tesofensine', formula: 'C17H23Cl2NO' },
  { name: '5-Amino-1-methylquinolinium', formula: 'C10H11N2+' },
  { name: 'T3', formula: 'C15H12I3NO4' },
  { name: 'T4', formula: 'C15H11I4NO4' },
];
