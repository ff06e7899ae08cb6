import { CONTENT_BASES } from '@vialproof/science/measurement/types';
import { z } from 'zod';
import { line, text } from './primitives.ts';

// What the laboratory records besides the figures. Nothing is invented: a value that was not recorded is absent.

const oneLine = line(200).optional();
const paragraph = text(2000).optional();

/** How a line was measured: the method's document with its version, and the instrument's settings. */
export const MethodDetails = z.object({
  document: oneLine,
  version: oneLine,
  column: oneLine,
  gradient: oneLine,
  injection: oneLine,
});
export type MethodDetails = z.infer<typeof MethodDetails>;

/** An amount without water and counter-ions, or including them. */
export const ContentBasis = z.enum(CONTENT_BASES);

/** Recorded facts on a sample and its testing, each in words. */
export const BenchRecord = z
  .object({
    /** Appearance and kind of the vial. */
    appearance: oneLine,
    container: oneLine,
    /** Who took the sample, and how. */
    sampling: oneLine,
    /** Temperature, humidity and similar conditions, if the method requires them. */
    environment: oneLine,
    /** Deviations from, additions to and exclusions from the methods. */
    deviations: paragraph,
    remarks: paragraph,
    /** Where the sample is stored, what was taken from it, and what happened to the rest. */
    custody_place: oneLine,
    custody_aliquots: oneLine,
    custody_disposal: oneLine,
  })
  .meta({ id: 'BenchRecord' });
export type BenchRecord = z.infer<typeof BenchRecord>;

/**
 * Facts that a template may require before a result is submitted: `measured_on` for each line, `injection_time` for the
 * reported injection, `spectrum` for each line that compares a mass.
 */
export const REQUIRABLE = [
  'measured_on',
  'injection_time',
  'spectrum',
  'appearance',
  'container',
  'sampling',
  'environment',
  'deviations',
  'custody_place',
  'custody_aliquots',
  'custody_disposal',
] as const;
export const Requirable = z.enum(REQUIRABLE);
export type Requirable = z.infer<typeof Requirable>;
