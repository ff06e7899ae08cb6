// The values that are computed here. The schemas of the contract check the same shapes where they cross the wire.

/** So many peaks of a spectrum are kept for drawing and for finding ions: the highest. */
export const MOST_STICKS = 200;

/** The peaks of a mass spectrum, as they were read from the file that was uploaded. */
export type Spectrum = {
  id: string;
  /** Of the file. */
  sha256: string;
  format: 'mzml' | 'csv';
  /** First and last m/z of the spectrum. */
  from_mz: number;
  to_mz: number;
  /** The highest peaks in order of m/z: m/z, and height in % of the highest. */
  sticks: [mz: number, percent: number][];
};

/** Where an ion [M+nH]n+ of the line's formula should appear, and the peak that was found there. */
export type TheoreticalIon = {
  charge: number;
  /** Protons that were taken up: the charge, without the substance's own. */
  protons: number;
  mz: number;
  /** The nearest peak that is high enough and close enough; errors are observed minus theoretical. */
  found: { mz: number; percent: number; error_da: number; error_ppm: number } | null;
};

/** A spectrum beside the ions of a line's formula. */
export type LineSpectrum = Spectrum & { ions: TheoreticalIon[] };
