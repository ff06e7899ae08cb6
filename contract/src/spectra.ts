import { z } from 'zod';
import { Id } from './primitives.ts';

/** The peaks of a mass spectrum, as read from the uploaded file. */
export const Spectrum = z
  .object({
    id: Id,
    /** The SHA-256 of the uploaded file. */
    sha256: z.string(),
    format: z.enum(['mzml', 'csv']),
    /** The first and the last m/z of the spectrum. */
    from_mz: z.number(),
    to_mz: z.number(),
    /** The highest peaks, ordered by m/z; each as m/z, and height in % of the highest peak. */
    sticks: z.array(z.tuple([z.number(), z.number()])),
  })
  .meta({ id: 'Spectrum' });
export type Spectrum = z.infer<typeof Spectrum>;

/** An ion of the compound's formula: where its peak should be, and the peak that was found there. */
export const TheoreticalIon = z
  .object({
    charge: z.int(),
    /** How many protons the ion has more than the substance. */
    protons: z.int(),
    mz: z.number(),
    /** Null if no peak is high enough and close enough. */
    found: z
      .object({
        mz: z.number(),
        /** The height of the found peak in % of the highest peak. */
        percent: z.number(),
        /** The measured mass minus the theoretical mass. */
        error_da: z.number(),
        /** The error of the m/z, in ppm. */
        error_ppm: z.number(),
      })
      .nullable(),
  })
  .meta({ id: 'TheoreticalIon' });
export type TheoreticalIon = z.infer<typeof TheoreticalIon>;

/** A spectrum with the ions of the compound's formula. */
export const LineSpectrum = Spectrum.extend({ ions: z.array(TheoreticalIon) }).meta({ id: 'LineSpectrum' });
export type LineSpectrum = z.infer<typeof LineSpectrum>;
