// Types of values that science/ computes. Schemas in contract/ have the same fields.

/** The largest number of stored peaks. */
export const MOST_STICKS = 200;

/** The peaks of a mass spectrum, as read from the uploaded file. */
export type Spectrum = {
  id: string;
  /** The SHA-256 of the uploaded file. */
  sha256: string;
  format: 'mzml' | 'csv';
  /** The first and the last m/z of the spectrum. */
  from_mz: number;
  to_mz: number;
  /** The highest peaks, ordered by m/z; each as m/z, and height in % of the highest peak. */
  sticks: [mz: number, percent: number][];
};

/** An ion of the compound's formula: where its peak should be, and the peak that was found there. */
export type TheoreticalIon = {
  charge: number;
  /** How many protons the ion has more than the substance. */
  protons: number;
  mz: number;
  /** The nearest peak that is high and close enough. */
  found: { mz: number; percent: number; error_da: number; error_ppm: number } | null;
};

/** A spectrum with the ions of the compound's formula. */
export type LineSpectrum = Spectrum & { ions: TheoreticalIon[] };
