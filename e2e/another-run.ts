import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { randomFrom } from '@vialproof/science/chromatography/synthetic-trace';

/** The size of the new noise, in mAU. It is larger than the noise of Agilent's file, so each seed gives other data. */
const NOISE = 0.1;
/** The smallest peak of bpc157.csv is 0.6 mAU high. Twice this noise hides it from one run in a hundred. */
const BPC_NOISE = 0.05;
/** The byte range of ordinate_values in agilent_hplc.cdf. These are 32-bit numbers, big-endian. */
const ORDINATES = { from: 2_376, to: 20_980 };

const fixture = (name: string) => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
const noiseFrom = (seed: string, size: number) => {
  const random = randomFrom(seed);
  return () => size * (random() - random());
};

/** The Agilent file with other noise for each seed, because two samples may not have the same data. */
export function anotherAgilentRun(seed: string): { name: string; mimeType: string; buffer: Buffer } {
  const buffer = readFileSync(fixture('agilent_hplc.cdf'));
  const noise = noiseFrom(seed, NOISE);
  for (let at = ORDINATES.from; at < ORDINATES.to; at += 4) {
    buffer.writeFloatBE(buffer.readFloatBE(at) + noise(), at);
  }
  return { name: 'agilent_hplc.cdf', mimeType: 'application/netcdf', buffer };
}

/**
 * Removes the file's own noise: smaller differences than OWN_NOISE (mAU) from the mean of AROUND points on each side.
 */
const AROUND = 6;
const OWN_NOISE = 0.06;

/** The file bpc157.csv with new noise in place of its own. The peaks stay the same. */
export function anotherBpcRun(seed: string): { name: string; mimeType: string; buffer: Buffer } {
  const noise = noiseFrom(seed, BPC_NOISE);
  const lines = readFileSync(fixture('bpc157.csv'), 'utf8').split('\n');
  const isPoint = (line: string) => /^\d/.test(line);
  const signal = lines.filter(isPoint).map((line) => Number(line.split(',')[1]));
  const quiet = signal.map((value, at) => {
    const near = signal.slice(Math.max(0, at - AROUND), at + AROUND + 1);
    const mean = near.reduce((sum, each) => sum + each, 0) / near.length;
    return Math.abs(value - mean) < OWN_NOISE ? mean : value;
  });
  let at = 0;
  const noisy = lines.map((line) => {
    if (!isPoint(line)) return line;
    const value = (quiet[at] ?? 0) + noise();
    at += 1;
    return `${line.split(',')[0]},${value.toFixed(3)}`;
  });
  return { name: 'bpc157.csv', mimeType: 'text/csv', buffer: Buffer.from(noisy.join('\n')) };
}
