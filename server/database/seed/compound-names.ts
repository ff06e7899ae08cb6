import type { CompoundNames } from '../../src/modules/makers/makers.service.ts';

/**
 * Names of the same compound: other spellings, international names, laboratory codes and brands of approved products
 * with it as the only active substance. An ambiguous name (CJC-1295, thymosin) is omitted: TB-500 is the fragment 17-23
 * and TB-4 is the whole thymosin beta-4. Spellings that differ by hyphens and spaces only are found anyway.
 */
export const COMPOUND_NAMES: readonly CompoundNames[] = [
  {
    name: 'BPC-157',
    synonyms: ['BPC157', 'BPC 157', 'Body Protection Compound 157', 'Pentadecapeptide BPC 157'],
  },
  { name: 'TB-500', synonyms: ['TB500', 'TB 500', 'TB-500 (Ac-LKKTETQ)', 'Ac-LKKTETQ', 'Fequesetide'] },
  { name: 'TB-4', synonyms: ['TB4', 'Thymosin beta-4', 'Thymosin beta 4', 'Thymosin β4', 'Timbetasin'] },
  {
    name: 'Thymosin alpha-1',
    synonyms: ['Thymosin alpha 1', 'Thymosin α1', 'Thymalfasin', 'TA-1'],
    brands: ['Zadaxin'],
  },
  { name: 'Semaglutide', synonyms: ['Sema', 'NN9535'], brands: ['Ozempic', 'Wegovy', 'Rybelsus'] },
  { name: 'Tirzepatide', synonyms: ['Tirz', 'LY3298176'], brands: ['Mounjaro', 'Zepbound'] },
  { name: 'Liraglutide', synonyms: ['NN2211'], brands: ['Victoza', 'Saxenda'] },
  { name: 'Dulaglutide', synonyms: ['LY2189265'], brands: ['Trulicity'] },
  { name: 'Exenatide', synonyms: ['Exendin-4'], brands: ['Byetta', 'Bydureon'] },
  { name: 'Retatrutide', synonyms: ['Reta', 'LY3437943'] },
  { name: 'Cagrilintide', synonyms: ['AM833'] },
  { name: 'Survodutide', synonyms: ['BI 456906'] },
  { name: 'Mazdutide', synonyms: ['IBI362', 'LY3305677'] },
  { name: 'Pramlintide', brands: ['Symlin'] },
  { name: 'Tesamorelin', synonyms: ['TH9507'], brands: ['Egrifta'] },
  { name: 'Sermorelin', synonyms: ['GRF 1-29', 'GHRH (1-29)'], brands: ['Geref'] },
  { name: 'Ipamorelin', synonyms: ['NNC 26-0161'] },
  {
    name: 'CJC-1295 without DAC',
    synonyms: ['CJC-1295 no DAC', 'CJC-1295 (no DAC)', 'Mod GRF 1-29', 'Modified GRF 1-29'],
  },
  { name: 'CJC-1295 with DAC', synonyms: ['CJC-1295 DAC', 'CJC-1295 (DAC)'] },
  { name: 'GHRP-2', synonyms: ['Pralmorelin', 'KP-102'] },
  { name: 'GHRP-6', synonyms: ['SKF-110679'] },
  { name: 'Hexarelin', synonyms: ['Examorelin'] },
  { name: 'AOD-9604', synonyms: ['AOD9604', 'Tyr-hGH Frag 177-191'] },
  { name: 'HGH fragment 176-191', synonyms: ['HGH frag 176-191', 'Frag 176-191', 'Fragment 176-191'] },
  {
    name: 'Somatropin',
    synonyms: ['HGH', 'Human growth hormone', 'rhGH'],
    brands: ['Genotropin', 'Humatrope', 'Norditropin', 'Omnitrope', 'Saizen'],
  },
  { name: 'IGF-1 LR3', synonyms: ['LR3 IGF-1', 'Long R3 IGF-1'] },
  { name: 'Melanotan 1', synonyms: ['Melanotan I', 'MT-1', 'MT1', 'Afamelanotide'], brands: ['Scenesse'] },
  { name: 'Melanotan 2', synonyms: ['Melanotan II', 'MT-2', 'MT2', 'MT-II'] },
  { name: 'PT-141', synonyms: ['PT141', 'Bremelanotide'], brands: ['Vyleesi'] },
  { name: 'LL-37', synonyms: ['LL37', 'CAP-18 (134-170)'] },
  { name: 'GHK-Cu', synonyms: ['Copper tripeptide-1', 'Copper peptide GHK'] },
  { name: 'KPV', synonyms: ['Lys-Pro-Val'] },
  { name: 'DSIP', synonyms: ['Delta sleep-inducing peptide', 'Emideltide'] },
  { name: 'Epitalon', synonyms: ['Epithalon', 'AEDG'] },
  { name: 'MOTS-c', synonyms: ['MOTSc'] },
  { name: 'SS-31', synonyms: ['Elamipretide', 'MTP-131', 'Bendavia'], brands: ['Forzinity'] },
  { name: 'Selank', synonyms: ['TP-7'] },
  { name: 'Semax' },
  { name: 'Kisspeptin-10', synonyms: ['KP-10'] },
  { name: 'Gonadorelin', synonyms: ['GnRH', 'LHRH'], brands: ['Factrel'] },
  { name: 'Oxytocin', brands: ['Pitocin', 'Syntocinon'] },
  {
    name: 'hCG',
    synonyms: ['Human chorionic gonadotropin', 'Chorionic gonadotropin'],
    brands: ['Pregnyl', 'Novarel'],
  },
  { name: 'Tesofensine', synonyms: ['NS2330'] },
  { name: '5-Amino-1-methylquinolinium', synonyms: ['5-Amino-1MQ', '5-Amino 1MQ', '5A1MQ'] },
  { name: 'T3', synonyms: ['Liothyronine', 'Triiodothyronine'], brands: ['Cytomel'] },
  { name: 'T4', synonyms: ['Levothyroxine', 'L-thyroxine', 'Thyroxine'], brands: ['Synthroid', 'Euthyrox'] },
  { name: 'NAD+', synonyms: ['Nicotinamide adenine dinucleotide'] },
];
