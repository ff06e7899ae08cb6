import type { Masses } from '@vialproof/contract/methods';
import { massError, massOfIon } from '@vialproof/science/measurement/measuring';
import { MF } from 'mf-parser';

/** A formula with its masses in Da. */
export type Substance = { formula: string; charge: number; average: number; monoisotopic: number };

/** The largest mass. Larger sums would not be exact enough. */
const HEAVIEST_DA = 200_000;
const MOST_CHARGES = 40;
const SUGGESTED_CHARGES = [1, 2, 3, 4, 5, 6];

const info = (formula: string) => new MF(formula).getInfo();
/** The mass of a proton in Da. */
const PROTON = info('H+').monoisotopicMass - electronMass();
function electronMass(): number {
  const ion = info('H+');
  return ion.monoisotopicMass - (ion.observedMonoisotopicMass ?? ion.monoisotopicMass);
}
const ELECTRON = electronMass();

/** Reads a formula ('C62H98N16O22', 'C10H11N2+'), or returns an error. Salts and mixtures are refused. */
export function readFormula(typed: string): Substance | string {
  const text = typed.replace(/\s+/g, '');
  if (text === '') return 'Give the formula.';
  const foreign = /[^A-Za-z0-9()[\]+]/.exec(text)?.[0];
  if (foreign === '.') return 'Give the molecule without its salt or solvent: a formula has no dot.';
  if (foreign) return `A formula has no “${foreign}”: write it like C62H98N16O22.`;
  if (!/^[A-Z([]/.test(text)) return 'A formula begins with an element, such as C62H98N16O22.';
  if (/\d{6}/.test(text))
    return `No molecule here has that many atoms: at most ${HEAVIEST_DA.toLocaleString('en')} Da.`;
  let found: ReturnType<typeof info>;
  try {
    found = info(text);
  } catch (error) {
    const [why = ''] = error instanceof Error ? error.message.split('\n') : [];
    return `This is no formula${why ? `: ${why}` : ''}. Write it like C62H98N16O22.`;
  }
  const { mf, charge, mass, monoisotopicMass } = found;
  if (!(mass > 0 && monoisotopicMass > 0)) return 'This is no formula. Write it like C62H98N16O22.';
  if (mass > HEAVIEST_DA)
    return `That is heavier than ${HEAVIEST_DA.toLocaleString('en')} Da. Check the numbers.`;
  if (charge < 0 || charge > MOST_CHARGES) return 'Give the molecule, or an ion with few positive charges.';
  return {
    formula: mf,
    charge,
    average: mass - charge * ELECTRON,
    monoisotopic: monoisotopicMass - charge * ELECTRON,
  };
}

/** The m/z of the ion [M+nH]n+, with the substance's own charge. */
function mzOf(mass: number, charge: number, ownCharge: number): number {
  return (mass + (charge - ownCharge) * PROTON) / charge;
}

/** The mass of a substance in Da, from an ion's m/z and charge. */
export function massFromIon(ion: { mz: number; charge: number }, substance: Substance): number {
  return massOfIon(ion, PROTON, substance.charge);
}

/**
 * The masses and ions of a substance, and the charge that explains a measured m/z; 0 is the substance without a charge.
 */
export function massesOf(substance: Substance, observed?: number): Masses {
  const { charge: own, average, monoisotopic } = substance;
  return {
    ...substance,
    proton: PROTON,
    ions: SUGGESTED_CHARGES.filter((charge) => charge >= own).map((charge) => ({
      charge,
      average_mz: mzOf(average, charge, own),
      monoisotopic_mz: mzOf(monoisotopic, charge, own),
    })),
    best: observed === undefined ? null : bestFit(substance, observed),
  };
}

function bestFit(substance: Substance, observed: number): NonNullable<Masses['best']> {
  const bases = ['average', 'monoisotopic'] as const;
  const charges = Array.from({ length: MOST_CHARGES }, (_, index) => index + 1);
  const fits = [0, ...charges.filter((charge) => charge >= substance.charge)].flatMap((charge) => {
    const mass = charge === 0 ? observed : massFromIon({ mz: observed, charge }, substance);
    return bases.map((basis) => ({ charge, basis, mass, ...massError(mass, substance[basis]) }));
  });
  return fits.reduce((best, fit) => (Math.abs(fit.error_ppm) < Math.abs(best.error_ppm) ? fit : best));
}
