// Values that are computed here. Schemas in the contract check the same shapes in requests and answers.

/** Maximum number of peaks stored for drawing and for finding ions: the highest. */
export const MOST_STICKS = 200;

/** The peaks of a mass spectrum, as read from the uploaded file. */
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

/** The expected position of an ion [M+nH]n+ of the line's formula, and the peak found there. */
export type TheoreticalIon = {
  charge: number;
  /** Number of added protons: the charge, minus the substance's own. */
  protons: number;
  mz: number;
  /** The nearest peak that is high and close enough; errors are observed minus theoretical. */
  found: { mz: number; percent: number; error_da: number; error_ppm: number } | null;
};

/** A spectrum with the ions of a line's formula. */
export type LineSpectrum = Spectrum & { ions: TheoreticalIon[] };
