import { z } from 'zod';
import { Id } from './primitives.ts';

/** The peaks of a mass spectrum, as read from the uploaded file. */
export const Spectrum = z
  .object({
    id: Id,
    /** Of the file. */
    sha256: z.string(),
    format: z.enum(['mzml', 'csv']),
    /** First and last m/z of the spectrum. */
    from_mz: z.number(),
    to_mz: z.number(),
    /** The highest peaks in order of m/z: m/z, and height in % of the highest. */
    sticks: z.array(z.tuple([z.number(), z.number()])),
  })
  .meta({ id: 'Spectrum' });
export type Spectrum = z.infer<typeof Spectrum>;

/** The expected position of an ion [M+nH]n+ of the line's formula, and the peak found there. */
export const TheoreticalIon = z
  .object({
    charge: z.int(),
    /** Number of added protons: the charge, minus the substance's own. */
    protons: z.int(),
    mz: z.number(),
    /** Null if no peak is high enough and close enough. */
    found: z
      .object({
        mz: z.number(),
        /** Height in % of the highest peak. */
        percent: z.number(),
        /** Mass error, observed minus theoretical. */
        error_da: z.number(),
        /** Error of the m/z. */
        error_ppm: z.number(),
      })
      .nullable(),
  })
  .meta({ id: 'TheoreticalIon' });
export type TheoreticalIon = z.infer<typeof TheoreticalIon>;

/** A spectrum with the ions of a line's formula. */
export const LineSpectrum = Spectrum.extend({ ions: z.array(TheoreticalIon) }).meta({ id: 'LineSpectrum' });
export type LineSpectrum = z.infer<typeof LineSpectrum>;
