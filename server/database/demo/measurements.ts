import type { MeasurementInput } from '@vialproof/contract/results';
import { COMPOUNDS } from '../seed/compounds.ts';
import { ASSAY_UNCERTAINTY, PURITY_UNCERTAINTY } from './templates.ts';

type Named = Pick<MeasurementInput, 'analyte' | 'method' | 'unit'>;

export const HPLC = 'RP-HPLC-UV 214 nm';
const ICP_MS = 'ICP-MS';

/** A line of a result whose value and verdict are computed. */
export const worked = (line: Named & Partial<MeasurementInput>): MeasurementInput => ({
  value: '',
  limit: '',
  verdict: null,
  ...line,
});

/** Two repeated values with this mean. They differ by twice `spread`. */
const around = (mean: number, spread: number, decimals: number): string[] =>
  [mean - spread, mean + spread].map((value) => value.toFixed(decimals));

/** A purity in % of the area, of one injection or the mean of several. */
export const purity = (
  percent: number,
  { limit = 98, method = HPLC, others = [] as readonly number[] } = {},
): MeasurementInput =>
  worked({
    analyte: 'Purity',
    method,
    unit: '% area',
    ...(others.length > 0
      ? { replicates: [percent, ...others].map((share) => share.toFixed(2)) }
      : { value: percent.toFixed(2) }),
    rule: { kind: 'at_least', of: 'value', limit },
    // A blank has no peak that could be measured again.
    ...(percent > 0 && { uncertainty: PURITY_UNCERTAINTY }),
  });

/** Two measurements of an amount, compared with the label, in mg per vial by default. */
export const amount = (
  found: number,
  claim: number,
  change: Partial<MeasurementInput> = {},
): MeasurementInput =>
  worked({
    analyte: 'Amount per vial',
    method: HPLC,
    unit: 'mg',
    replicates: around(found, found < 20 ? 0.02 : 0.08, 2),
    claim,
    rule: { kind: 'between', of: 'claim', min: 90, max: 110 },
    uncertainty: ASSAY_UNCERTAINTY,
    ...change,
  });

/** A measured mass in Da, compared with the compound's formula. */
export const identity = (observed: number, compound: string): MeasurementInput =>
  worked({
    analyte: `Identity as ${compound}`,
    method: 'LC-MS, average mass',
    value: observed.toFixed(1),
    unit: 'Da',
    mass: { formula: formulaOf(compound), basis: 'average', ion: null },
    rule: { kind: 'within', of: 'mass', target: 0, tolerance: 0.5 },
  });

/** An identity in words, for methods that compare no mass. */
export const likeReference = (method: string, conforms = true): MeasurementInput =>
  worked({
    analyte: 'Identity',
    method,
    unit: '',
    value: conforms ? 'conforms' : 'does not conform',
    limit: 'matches the reference substance',
    verdict: conforms ? 'pass' : 'fail',
  });

/** Endotoxin in EU/mg; null: below the limit of quantification. */
export const endotoxin = (found: number | null): MeasurementInput =>
  worked({
    analyte: 'Endotoxin',
    method: 'LAL kinetic chromogenic, USP <85>',
    unit: 'EU/mg',
    lod: 0.005,
    loq: 0.01,
    rule: { kind: 'at_most', of: 'value', limit: 1 },
    ...(found === null ? { qualifier: '<LOQ' } : { value: found }),
  });

export const sterility = (found: 'no growth' | 'growth'): MeasurementInput =>
  worked({
    analyte: 'Sterility',
    method: 'USP <71>, two media, 14 days',
    unit: '',
    value: found,
    limit: 'no growth',
    rule: { kind: 'absent' },
  });

/** Arsenic, cadmium, mercury and lead in µg/g; null: below the limit of quantification. */
export const metals = (...found: [number | null, number | null, number | null, number | null]) =>
  (
    [
      ['Arsenic', 0.5],
      ['Cadmium', 0.2],
      ['Mercury', 0.3],
      ['Lead', 0.5],
    ] as const
  ).map(([analyte, limit], place) =>
    worked({
      analyte,
      method: ICP_MS,
      unit: 'µg/g',
      lod: 0.02,
      loq: 0.05,
      rule: { kind: 'at_most', of: 'value', limit },
      ...(found[place] == null ? { qualifier: '<LOQ' } : { value: found[place] }),
    }),
  );

/** The water and the counter-ion in the powder, in % by weight. */
export const salts = (water: number, tfa: number): MeasurementInput[] => [
  worked({ analyte: 'Water', method: 'Karl Fischer', unit: '% w/w', value: water, loq: 0.1 }),
  worked({ analyte: 'Counter-ion (TFA)', method: 'Ion chromatography', unit: '% w/w', value: tfa, loq: 0.1 }),
];

/** The formula of a known compound; throws for an unknown one. */
function formulaOf(compound: string): string {
  const found = COMPOUNDS.find(({ name }) => name.toLowerCase() === compound.toLowerCase());
  if (!found) throw new Error(`there is no formula of ${compound}`);
  return found.formula;
}
