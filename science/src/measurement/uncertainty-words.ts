import { readQualified } from './typed-figure.ts';
import type { Measurement } from './types.ts';

/** Sentences on where each ± comes from and what it does not cover. */
export function uncertaintySentences(lines: readonly Measurement[]): string[] {
  const stated = statedUncertainties(lines);
  if (stated.length === 0) return [];
  const ofArea = stated.filter(({ unit }) => /\barea\b/i.test(unit));
  return [
    'Behind ± stands the expanded uncertainty U with k = 2 (coverage about 95 %).',
    ...[...Map.groupBy(stated, basisOf)].map(([basis, group]) => `For ${namesOf(group)} ${basis}.`),
    ...(ofArea.length > 0
      ? [`For ${namesOf(ofArea)} it covers precision only: area % has no reference value.`]
      : []),
  ];
}

/** The lines that print an uncertainty with ±. */
export const statedUncertainties = (lines: readonly Measurement[]): Measurement[] =>
  lines.filter(
    ({ uncertainty, qualifier, value }) =>
      uncertainty?.U !== undefined && !qualifier && readQualified(value) === undefined,
  );

function basisOf({ uncertainty }: Measurement): string {
  const sources = uncertainty?.components?.map(({ source }) => source) ?? [];
  return sources.length > 0 ? `it is combined from: ${sources.join('; ')}` : 'its basis is not recorded';
}

/** The analytes of these lines, each once. */
export function namesOf(lines: readonly Measurement[]): string {
  return [...new Set(lines.map(({ analyte }) => analyte))].join(', ');
}
