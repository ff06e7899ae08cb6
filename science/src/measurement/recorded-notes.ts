import { plainDecimals } from './plain-decimals.ts';
import type { Measurement } from './types.ts';

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const CONTENT: Record<NonNullable<Measurement['content_basis']>, string> = {
  net_peptide: 'net peptide, without water and counter-ions',
  as_is: 'as is, with water and counter-ions',
};

/** The day of an instant in UTC, or a day itself: '10 November 2026'. */
export function dayOf(instant: string): string {
  const date = new Date(instant);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** What was recorded of a line beside its value, a note each: limits of the method, basis of a content, who and when. */
export function recordedNotes(line: Measurement): string[] {
  const { qualifier, lod, loq, unit, content_basis: content, provider, measured_on: day } = line;
  const amount = (value: number) => `${plainDecimals(value)} ${unit}`.trim();
  return [
    // A qualifier's own words name its limits already.
    ...(qualifier || lod === undefined ? [] : [`LOD ${amount(lod)}`]),
    ...(qualifier || loq === undefined ? [] : [`LOQ ${amount(loq)}`]),
    ...(content ? [CONTENT[content]] : []),
    ...(provider ? [`measured by ${provider}, an external provider`] : []),
    ...(day ? [`measured on ${dayOf(day)}`] : []),
  ];
}
