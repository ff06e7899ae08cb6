// Types of values that science computes. Schemas in the contract check values with the same fields in requests and
// answers.

/** The maximum number of peaks that are stored for drawing and for finding ions; the highest peaks are stored. */
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

/** The m/z at which an ion [M+nH]n+ of the line's formula is expected, and the peak that was found there. */
export type TheoreticalIon = {
  charge: number;
  /** The number of added protons: the charge of the ion minus the charge of the substance itself. */
  protons: number;
  mz: number;
  /** The nearest peak that is high and close enough; errors are the observed minus the theoretical value. */
  found: { mz: number; percent: number; error_da: number; error_ppm: number } | null;
};

/** A spectrum with the ions of a line's formula. */
export type LineSpectrum = Spectrum & { ions: TheoreticalIon[] };
