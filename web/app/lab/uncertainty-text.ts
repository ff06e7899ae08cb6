import type { Uncertainty } from '@vialproof/contract/uncertainty';
import { plainDecimals } from '@vialproof/science/measurement/plain-decimals';
import { number } from './rule-text';

/**
 * An uncertainty as the user typed it. Without `basis` none is stated. `as`: the number U itself, or its parts and
 * their unit.
 */
export interface UncertaintyText {
  basis: '' | Uncertainty['basis'];
  as: 'U' | 'absolute' | 'relative';
  U: string;
  components: { source: string; u: string }[];
}

export const noUncertainty: UncertaintyText = { basis: '', as: 'U', U: '', components: [] };

export function uncertaintyText(known: Uncertainty | undefined): UncertaintyText {
  if (!known) return noUncertainty;
  const { basis, U, relative, components = [] } = known;
  const typed = components.map(({ source, u }) => ({ source, u: plainDecimals(u) }));
  if (typed.length > 0) return { basis, as: relative ? 'relative' : 'absolute', U: '', components: typed };
  return { ...noUncertainty, basis, U: U === undefined ? '' : plainDecimals(U) };
}

/**
 * The uncertainty in the request. Undefined without one. A wrong number becomes NaN, which the server refuses at
 * its field.
 */
export function readUncertainty({
  basis,
  as,
  U,
  components,
}: UncertaintyText = noUncertainty): Uncertainty | undefined {
  if (basis === '') return undefined;
  if (as === 'U') return { basis, U: number(U) };
  return {
    basis,
    components: components.map(({ source, u }) => ({ source: source.trim(), u: number(u) })),
    ...(as === 'relative' && { relative: true as const }),
  };
}

/** Which part of the uncertainty is missing. Undefined if it is complete. */
export function uncertaintyProblem(text: UncertaintyText): string | undefined {
  const known = readUncertainty(text);
  if (!known) return undefined;
  if (text.as === 'U') return Number(known.U) > 0 ? undefined : 'Give U as a number above zero.';
  const { components = [] } = known;
  if (components.length === 0) return 'Give at least one component.';
  if (components.some(({ source }) => source === '')) return 'Say where each component comes from.';
  return components.every(({ u }) => u > 0) ? undefined : 'Give each component a number above zero.';
}
