import type { TraceWarning } from './types.ts';

/** The unit of a detector, and how many of our units it is. */
export type DetectorUnit = { unit: SignalUnit; perUnit: number };

/** The unit of a signal if the file states none. */
export const MAU: DetectorUnit = { unit: 'mAU', perUnit: 1 };

const UNITS: readonly [name: RegExp, DetectorUnit][] = [
  [/^(mau|milli-?absorbance units?)$/i, { unit: 'mAU', perUnit: 1 }],
  [/^(AU|absorbance units?)$/i, { unit: 'mAU', perUnit: 1000 }],
  // Names of the unit in German, Romance languages and Russian. 'uA' is left out, because it is a microampere.
  [/^(mAE|mUA|мЕОП)$/, { unit: 'mAU', perUnit: 1 }],
  [/^(AE|UA|ЕОП)$/, { unit: 'mAU', perUnit: 1000 }],
  [/^мВ$/, { unit: 'mV', perUnit: 1 }],
  [/^В$/, { unit: 'mV', perUnit: 1000 }],
  [/^мкВ$/, { unit: 'mV', perUnit: 0.001 }],
  [/^([\u00b5u]au|micro-?absorbance units?)$/i, { unit: 'mAU', perUnit: 0.001 }],
  [/^(mv|milli-?volts?)$/i, { unit: 'mV', perUnit: 1 }],
  [/^(v|volts?)$/i, { unit: 'mV', perUnit: 1000 }],
  [/^([\u00b5u]v|micro-?volts?)$/i, { unit: 'mV', perUnit: 0.001 }],
];

/** The unit with this name: mAU for absorbance, mV for voltage; undefined for other names. */
export function detectorUnit(name: string): DetectorUnit | undefined {
  const plain = withMicro(name.trim());
  return UNITS.find(([pattern]) => pattern.test(plain))?.[1];
}

/** Units of other detectors, such as charge, conductivity and fluorescence. */
export const OTHER_UNITS = [
  ...(['counts', 'cps', 'LU', 'LSU', 'RFU', 'EU'] as const),
  ...(['fA', 'pA', 'nA', '\u00b5A', 'mA', 'pC', 'nC', '\u00b5C', 'mC'] as const),
  ...(['nRIU', '\u00b5RIU', 'mRIU', 'RIU', 'nS/cm', '\u00b5S/cm', 'mS/cm', 'S/cm'] as const),
] as const;
/** All units that a chromatogram can have. */
export const SIGNAL_UNITS = ['mAU', 'mV', ...OTHER_UNITS] as const;
export type SignalUnit = (typeof SIGNAL_UNITS)[number];

const OF_OTHER_DETECTORS = new RegExp(
  `(?<![\\p{L}\\p{N}])(${OTHER_UNITS.map((unit) => unit.replace('\u00b5', '[\u00b5u]')).join('|')})(?![\\p{L}\\p{N}])`,
  'u',
);
/** What no detector for peaks can measure. */
const OF_NO_DETECTOR =
  /(?<![\p{L}\p{N}])(bar|psi|[kM]Pa|mL\/min|[\u00b0\u00ba]C|%\s?[ABCD]?)(?![\p{L}\p{N}])/u;

/** How a signal with this unit is stored. An unusual unit is stored with a warning. */
export function signalUnit(name: string): (DetectorUnit & { warnings: TraceWarning[] }) | undefined {
  const ours = detectorUnit(name);
  if (ours) return { ...ours, warnings: [] };
  const plain = withMicro(name.trim()).replace(/^u/, '\u00b5');
  const unit = OTHER_UNITS.find((other) => other === plain);
  if (!unit) return undefined;
  const text = `The signal counts ${unit}, which is no absorbance: its numbers were kept as they stand, and its area percentages are no purity by UV.`;
  return { unit, perUnit: 1, warnings: [{ code: 'other_unit', text }] };
}

/** Units in headings. Capitals matter: AU is not au, and V is not v. */
const IN_HEADING =
  /(?<![\p{L}\p{N}.])(m\.?AU|[mM][aA][uU]|[\u00b5u]AU|AU|mAE|AE|mUA|UA|[\u00b5u]V|[mM][vV]|V|мЕОП|ЕОП|мВ|мкВ|В(?=\W*$))(?![\p{L}\p{N}.])/u;

/** The unit in a heading. `isSignal` is false if no detector for peaks has it. */
export function unitInHeading(heading: string): { name: string; isSignal: boolean } | undefined {
  const plain = withMicro(heading);
  const name =
    IN_HEADING.exec(plain)?.[1]?.replace('.', '') ??
    OF_OTHER_DETECTORS.exec(plain.replace(/\bcounts\b/i, 'counts'))?.[1];
  if (name) return { name, isSignal: true };
  const other = OF_NO_DETECTOR.exec(plain)?.[1];
  return other ? { name: other, isSignal: false } : undefined;
}

/** The signal of a UV detector is below this value in mAU. */
const MOST_MAU = 5000;

/** The warning that the unit of a signal is unknown; `words` says why. */
export function unitUnknown(words: string, signal: readonly number[]): TraceWarning {
  const most = signal.reduce((top, value) => Math.max(top, value), 0);
  const doubt =
    most > MOST_MAU
      ? ` The signal reaches ${Math.round(most).toLocaleString('en')}, which no absorbance in mAU does: are these counts, \u00b5AU or \u00b5V? If so, export with the unit in the heading.`
      : '';
  return { code: 'unit_unknown', text: `${words}; heights were read as mAU.${doubt}` };
}

/** The signal in our unit, with fifteen digits. A detector gives no more. */
export function inUnit(value: number, { perUnit }: DetectorUnit): number {
  return perUnit === 1 ? value : Number((value * perUnit).toPrecision(15));
}

/** Two different characters look like a micro sign. One is replaced by the other. */
const withMicro = (text: string) => text.replaceAll('\u03bc', '\u00b5');
