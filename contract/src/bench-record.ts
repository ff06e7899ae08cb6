import { CONTENT_BASES } from '@vialproof/science/measurement/types';
import { z } from 'zod';
import { line, text } from './primitives.ts';

// Facts that the laboratory records besides the measured values. A fact that was not recorded is absent.

const oneLine = line(200).optional();
const paragraph = text(2000).optional();

/**
 * How the laboratory measured one line of a result: the method's document with its version, and the instrument's
 * settings.
 */
export const MethodDetails = z.object({
  document: oneLine,
  version: oneLine,
  column: oneLine,
  gradient: oneLine,
  injection: oneLine,
});
export type MethodDetails = z.infer<typeof MethodDetails>;

/** Whether an amount includes water and counter-ions. */
export const ContentBasis = z.enum(CONTENT_BASES);

/** Facts about a sample and its testing that the laboratory recorded in words. */
export const BenchRecord = z
  .object({
    /** The appearance of the content, and the kind of vial. */
    appearance: oneLine,
    container: oneLine,
    /** Who took the sample, and how that person took it. */
    sampling: oneLine,
    /** Temperature, humidity and similar conditions, if the method requires them. */
    environment: oneLine,
    /** Deviations from the methods, additions to them, and parts that were left out. */
    deviations: paragraph,
    remarks: paragraph,
    /** Where the sample is stored, how much was used, and what happened to the rest. */
    custody_place: oneLine,
    custody_aliquots: oneLine,
    custody_disposal: oneLine,
  })
  .meta({ id: 'BenchRecord' });
export type BenchRecord = z.infer<typeof BenchRecord>;

/**
 * Facts that a template may require before a submission: `measured_on` for each line of the result, `injection_time`
 * for the reported injection, and `spectrum` for each line with a mass.
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
