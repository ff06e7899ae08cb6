import type { LineSpectrum } from './types.ts';

const times = (count: number) => (count === 1 ? '' : String(count));

/** The name of an ion, such as '[M+2H]2+'. */
export const ionName = ({ protons, charge }: { protons: number; charge: number }): string =>
  `[M${protons > 0 ? `+${times(protons)}H` : ''}]${times(charge)}+`;

/** A spectrum in words, for screen readers. */
export function spectrumWords({ from_mz, to_mz, sticks, ions }: LineSpectrum): string {
  const [highest] = sticks.toSorted(([, one], [, other]) => other - one);
  const said = ions.map((ion) =>
    ion.found
      ? `${ionName(ion)} found at ${ion.found.mz.toFixed(3)}, ${ion.found.error_ppm.toFixed(0)} ppm from ${ion.mz.toFixed(3)}`
      : `${ionName(ion)} not found at ${ion.mz.toFixed(3)}`,
  );
  return [
    `Mass spectrum from m/z ${from_mz.toFixed(0)} to ${to_mz.toFixed(0)}`,
    ...(highest ? [`, highest peak at ${highest[0].toFixed(3)}`] : []),
    '. ',
    said.length > 0 ? `${said.join('; ')}.` : 'No ion of the formula lies within it.',
  ].join('');
}
