import type { SignalUnit } from '@vialproof/contract/results';

/** What a detector counts in, and how many of our unit one of the file's is. */
export type DetectorUnit = { unit: Exclude<SignalUnit, 'counts'>; perUnit: number };

const UNITS: readonly [name: RegExp, DetectorUnit][] = [
  [/^(mau|milli-?absorbance units?)$/i, { unit: 'mAU', perUnit: 1 }],
  [/^(AU|absorbance units?)$/i, { unit: 'mAU', perUnit: 1000 }],
  [/^([\u00b5u]au|micro-?absorbance units?)$/i, { unit: 'mAU', perUnit: 0.001 }],
  [/^(mv|milli-?volts?)$/i, { unit: 'mV', perUnit: 1 }],
  [/^(v|volts?)$/i, { unit: 'mV', perUnit: 1000 }],
  [/^([\u00b5u]v|micro-?volts?)$/i, { unit: 'mV', perUnit: 0.001 }],
];

/** The unit of this name: absorbance is kept in mAU, a detector's voltage in mV; undefined for every other. */
export function detectorUnit(name: string): DetectorUnit | undefined {
  const plain = withMicro(name.trim());
  return UNITS.find(([pattern]) => pattern.test(plain))?.[1];
}

/** As headings write them: capitals tell AU from arbitrary units and V from a name. */
const IN_HEADING = /(?<![\p{L}\p{N}.])(m\.?AU|[\u00b5u]AU|AU|mV|[\u00b5u]V|V)(?![\p{L}\p{N}.])/u;
const OF_OTHER_DETECTORS = /(?<![\p{L}\p{N}])([fpn]A|[n\u00b5u]?RIU|LS?U)(?![\p{L}\p{N}])/u;

/** The unit that the heading of a column names; `other` is one that no chromatogram here is kept in. */
export function unitInHeading(
  heading: string,
): { name: string; of: DetectorUnit } | { other: string } | undefined {
  const plain = withMicro(heading);
  const name = IN_HEADING.exec(plain)?.[1]?.replace('.', '');
  const of = name && detectorUnit(name);
  if (name && of) return { name, of };
  const other = OF_OTHER_DETECTORS.exec(plain)?.[1];
  return other ? { other } : undefined;
}

/** The signal in our unit; what a factor leaves behind the fifteenth digit is none of the detector's. */
export function inUnit(value: number, { perUnit }: DetectorUnit): number {
  return perUnit === 1 ? value : Number((value * perUnit).toPrecision(15));
}

/** Two characters look like this one. */
const withMicro = (text: string) => text.replaceAll('\u03bc', '\u00b5');
