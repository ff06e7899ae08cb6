import { dateWords } from '../calendar/dates.ts';
import { plainDecimals } from './plain-decimals.ts';
import type { Measurement } from './types.ts';

const CONTENT: Record<NonNullable<Measurement['content_basis']>, string> = {
  net_peptide: 'net peptide, without water and counter-ions',
  as_is: 'as is, with water and counter-ions',
};

/** The recorded notes on a line of a result besides its value, such as analyst and date. */
export function recordedNotes(line: Measurement): string[] {
  const { qualifier, lod, loq, unit, content_basis: content, provider, measured_on: day } = line;
  const amount = (value: number) => `${plainDecimals(value)} ${unit}`.trim();
  return [
    // The text already contains these limits for a value such as '< LOQ'.
    ...(qualifier || lod === undefined ? [] : [`LOD ${amount(lod)}`]),
    ...(qualifier || loq === undefined ? [] : [`LOQ ${amount(loq)}`]),
    ...(content ? [CONTENT[content]] : []),
    ...(provider ? [`measured by ${provider}, an external provider`] : []),
    ...(day ? [`measured on ${dateWords(day)}`] : []),
  ];
}
