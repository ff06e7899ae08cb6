import { plainDecimals } from './plain-decimals.ts';
import type { Measurement } from './results.ts';

// No part of the arithmetic: public pages import the words alone.

/** What a qualifier means, for whoever reads a result. */
const QUALIFIER_MEANING: Record<NonNullable<Measurement['qualifier']>, string> = {
  ND: 'not detected',
  '<LOD': 'below the limit of detection',
  '<LOQ': 'detected, below the limit of quantification',
  'out of range': 'outside the range of the method',
};

/** A figure with its sign: '+0.04', '−26.8', '0.00'. */
export function signed(value: number, decimals: number): string {
  const text = Math.abs(value).toFixed(decimals);
  return Number(text) === 0 ? text : `${value < 0 ? '−' : '+'}${text}`;
}

/** An error in parts per million; beyond a hundredth it is another substance, and millionths say nothing: undefined. */
export function ppmWords(ppm: number): string | undefined {
  return Math.abs(ppm) > 10_000 ? undefined : `${signed(ppm, Math.abs(ppm) < 10 ? 1 : 0)} ppm`;
}

/** The value with its unit, which words do without: '99.1 %', '< LOQ', 'conforms'. */
export function valueWithUnit({ value, unit }: Pick<Measurement, 'value' | 'unit'>): string {
  const text = typeof value === 'number' ? plainDecimals(value) : value;
  return unit !== '' && /\d/.test(text) ? `${text} ${unit}` : text;
}

function withUnit(value: number, unit: string): string {
  return unit === '' ? plainDecimals(value) : `${plainDecimals(value)} ${unit}`;
}

/**
 * What stands behind a reported value, for whoever reads it: replicates, what a qualifier means and the limits it
 * refers to, share of the label claim, observed against theoretical mass. A sentence each, without its full stop.
 */
export function valueNotes(line: Measurement): string[] {
  const { computed, qualifier, lod, loq, unit, claim, mass } = line;
  const notes: string[] = [];
  if (computed?.n && computed.n > 1) {
    const rsd = computed.rsd_percent;
    notes.push(`mean of ${computed.n}${rsd === null ? '' : `, RSD ${rsd.toFixed(2)} %`}`);
  }
  if (qualifier) {
    const limits = [lod && `LOD ${withUnit(lod, unit)}`, loq && `LOQ ${withUnit(loq, unit)}`].filter(Boolean);
    notes.push([QUALIFIER_MEANING[qualifier], ...limits].join('; '));
  }
  if (claim !== undefined && typeof computed?.percent_of_claim === 'number') {
    notes.push(
      `${computed.percent_of_claim.toFixed(1)} % of the customer’s label claim, ${withUnit(claim, unit)}`,
    );
  }
  if (mass && computed?.mass) {
    const { theoretical, error_da, error_ppm } = computed.mass;
    if (mass.ion) notes.push(`from m/z ${mass.ion.mz}, charge ${mass.ion.charge}+`);
    const error = [`${signed(error_da, 2)} Da`, ppmWords(error_ppm) ?? []].flat().join(', ');
    notes.push(`${error} from ${theoretical.toFixed(2)} Da (${mass.formula}, ${mass.basis})`);
  }
  return notes;
}

/** Why a purity is not that of the trace beside it; undefined where it is. */
export function traceNote({ trace_override }: Pick<Measurement, 'trace_override'>): string | undefined {
  return trace_override && `Differs from the trace: ${trace_override.reason}`;
}

/** Why a verdict is not the rule's: what the rule says, and the reason; undefined where it was not set aside. */
export function overrideNote({ override, computed }: Measurement): string | undefined {
  if (!override) return undefined;
  return `The rule says ${computed?.verdict ?? 'nothing'}. Set aside: ${override.reason}`;
}
