import type { CompareBody } from '@vialproof/contract/verification';
import {
  isSameLimit,
  isSamePrinted,
  partsMissing,
  placesOf,
} from '@vialproof/science/measurement/printed-values';
import { compareBatches } from '@vialproof/science/text/batch-compare';
import type { CheckedCertificate } from '../certificates/certificates.service.ts';

/** The parts of a certificate with which a whole paper is compared. */
export type Certified = Pick<CheckedCertificate, 'c' | 'issued_at' | 'printed'>;
type Value = CompareBody['values'][number];

/** The value with its uncertainty and unit, as the certificate prints it. */
export function writtenValue({ value, uncertainty, unit }: Value): string {
  const spread = uncertainty && !value.includes('±') ? ` ± ${uncertainty.replace(/^\s*±/, '')}` : '';
  return `${value}${spread}${unit ? ` ${unit}` : ''}`;
}

/**
 * What is missing on a whole paper. It needs the code `c`, or two measured values with date, revision, maker, batch and
 * limits. Each line needs its uncertainty and unit.
 */
export function missingOf(paper: CompareBody, { printed }: Certified): string[] {
  const typed = paper.values.flatMap((value, place) => (value.value === '' ? [] : [{ ...value, place }]));
  const isComplete = printed.lines.every(
    ({ analyte }, place) =>
      typed.filter((value) => placesOf(value.analyte, printed.lines).includes(place)).length >=
      placesOf(analyte, printed.lines).length,
  );
  const parts = typed.flatMap((value) => {
    const own = placesOf(value.analyte, printed.lines).flatMap((place) => printed.lines[place] ?? []);
    const lacks = own.flatMap((line) => partsMissing(writtenValue(value), line));
    const wantsLimit =
      paper.c === undefined && value.limit === undefined && own.some(({ limit }) => limit !== '');
    return [...new Set([...lacks, ...(wantsLimit ? ['limit'] : [])])].map(
      (part) => `values.${value.place}.${part}`,
    );
  });
  const lines = [...(isComplete ? [] : ['values']), ...parts];
  if (paper.c !== undefined) return lines;
  const measured = printed.lines.filter(({ value }) => /\d/.test(value));
  if (measured.length < 2) return ['c'];
  const stated = (['issued_on', 'revision', 'manufacturer', 'batch_code'] as const).filter(
    (field) => paper[field] === undefined,
  );
  return [...stated, ...lines];
}

/** Whether a complete paper equals the certificate. */
export function isWholeSame(paper: CompareBody, { c, issued_at: issuedAt, printed }: Certified): boolean {
  const { lines } = printed;
  const left = paper.values.filter(({ value }) => value !== '');
  for (const [place, line] of lines.entries()) {
    const found = left.findIndex(
      (value) =>
        placesOf(value.analyte, lines).includes(place) &&
        isSamePrinted(writtenValue(value), line) &&
        (value.limit === undefined || isSameLimit(value.limit, line.limit)),
    );
    if (found < 0) return false;
    left.splice(found, 1);
  }
  const isStated = (typed: string | undefined, ours: string | null) =>
    typed === undefined || compareBatches(typed, ours ?? 'not stated') === 'same';
  return (
    left.length === 0 &&
    (paper.c === undefined || paper.c.toLowerCase() === c) &&
    (paper.issued_on === undefined || paper.issued_on === issuedAt.slice(0, 10)) &&
    isStated(paper.manufacturer, printed.manufacturer) &&
    isStated(paper.batch_code, printed.batchCode)
  );
}
