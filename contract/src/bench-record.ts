import { CONTENT_BASES } from '@vialproof/science/measurement/types';
import { z } from 'zod';
import { line, text } from './primitives.ts';

// What the bench writes down beside the figures. Nothing of it is ever made up: what nobody recorded is absent.

const oneLine = line(200).optional();
const paragraph = text(2000).optional();

/** By what a line was measured: the method's document with its version, and how the instrument was set. */
export const MethodDetails = z.object({
  document: oneLine,
  version: oneLine,
  column: oneLine,
  gradient: oneLine,
  injection: oneLine,
});
export type MethodDetails = z.infer<typeof MethodDetails>;

/** An amount without water and counter-ions, or with them. */
export const ContentBasis = z.enum(CONTENT_BASES);

/** What was recorded of a sample and its testing, each in words. */
export const BenchRecord = z
  .object({
    /** What the vial looked like, and what it is. */
    appearance: oneLine,
    container: oneLine,
    /** Who drew the sample, and how. */
    sampling: oneLine,
    /** Temperature, humidity and the like, where the method asks. */
    environment: oneLine,
    /** Deviations from, additions to and exclusions from the methods. */
    deviations: paragraph,
    remarks: paragraph,
    /** Where the sample is kept, what was taken from it, and what became of the rest. */
    custody_place: oneLine,
    custody_aliquots: oneLine,
    custody_disposal: oneLine,
  })
  .meta({ id: 'BenchRecord' });
export type BenchRecord = z.infer<typeof BenchRecord>;

/**
 * What a template may ask for before a result is handed in; `measured_on` is of each line, `injection_time` of the reported
 * injection, `spectrum` of each line that compares a mass.
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
