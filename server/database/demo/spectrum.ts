import { randomFrom } from '@vialproof/science/chromatography/synthetic-trace';

const PROTON = 1.00727646688;
const [FROM, TO] = [200, 2000];
const NOISE_STICKS = 150;

/** A synthetic mass spectrum of a substance as CSV. The same seed gives the same spectrum. */
export function spectrumAsCsv(mass: number, seed: string): string {
  const random = randomFrom(seed);
  const usual = Math.max(1.4, mass / 800);
  const ions = Array.from({ length: 12 }, (_, index) => index + 1).map((charge): [number, number] => [
    (mass + charge * PROTON) / charge + (random() - 0.5) * 0.02,
    1e6 * Math.exp(-((charge - usual) ** 2) / 1.3) * (0.8 + 0.4 * random()),
  ]);
  const noise = Array.from({ length: NOISE_STICKS }, (): [number, number] => [
    FROM + (TO - FROM) * random(),
    500 + 7000 * random() ** 3,
  ]);
  const rows = [...ions, ...noise]
    .filter(([mz]) => mz >= FROM && mz <= TO)
    .toSorted(([one], [other]) => one - other)
    .map(([mz, height]) => `${mz.toFixed(4)},${height.toFixed(0)}`);
  return `m/z,intensity\n${FROM.toFixed(4)},0\n${rows.join('\n')}\n${TO.toFixed(4)},0\n`;
}

/** Whether the result lines of this batch have a spectrum. */
export const hasSpectrum = (batch: string): boolean => randomFrom(`spectrum ${batch}`)() < 0.4;
