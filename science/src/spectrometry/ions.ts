import type { Spectrum, TheoreticalIon } from './types.ts';

/** A peak is an ion if its m/z is at most so far away, and if it is high enough. */
export const ION_TOLERANCE_MZ = 0.3;
export const ION_FLOOR_PERCENT = 1;
const MOST_CHARGES = 10;

/** The mass of a substance in Da, its own charge, and the mass of a proton. */
type Substance = { mass: number; charge: number; proton: number };

/** The ions [M+nH]n+ of a substance within the spectrum, each with its nearest peak. */
export function ionsIn(
  { from_mz, to_mz, sticks }: Pick<Spectrum, 'from_mz' | 'to_mz' | 'sticks'>,
  { mass, charge: own, proton }: Substance,
): TheoreticalIon[] {
  const charges = Array.from({ length: MOST_CHARGES }, (_, index) => index + 1).filter((n) => n >= own);
  return charges.flatMap((charge) => {
    const mz = (mass + (charge - own) * proton) / charge;
    if (mz < from_mz || mz > to_mz) return [];
    const near = sticks
      .filter(([at, percent]) => Math.abs(at - mz) <= ION_TOLERANCE_MZ && percent >= ION_FLOOR_PERCENT)
      .toSorted(([one], [other]) => Math.abs(one - mz) - Math.abs(other - mz));
    const [nearest] = near;
    const found = nearest && {
      mz: nearest[0],
      percent: nearest[1],
      error_da: Number(((nearest[0] - mz) * charge).toFixed(4)),
      error_ppm: Number(((1e6 * (nearest[0] - mz)) / mz).toFixed(1)),
    };
    return [{ charge, protons: charge - own, mz: Number(mz.toFixed(4)), found: found ?? null }];
  });
}
