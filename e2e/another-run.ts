import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { randomFrom } from '@vialproof/science/chromatography/synthetic-trace';

/** mAU; more than the noise of the runs themselves, so that another seed is another run. */
const NOISE = 0.1;
/** Where ordinate_values lie in agilent_hplc.cdf: 32-bit numbers, the highest byte first. */
const ORDINATES = { from: 2_376, to: 20_980 };

const fixture = (name: string) => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
const noiseFrom = (seed: string) => {
  const random = randomFrom(seed);
  return () => NOISE * (random() - random());
};

/** The Agilent run with a noise of its own: no two samples may have the same. */
export function anotherAgilentRun(seed: string): { name: string; mimeType: string; buffer: Buffer } {
  const buffer = readFileSync(fixture('agilent_hplc.cdf'));
  const noise = noiseFrom(seed);
  for (let at = ORDINATES.from; at < ORDINATES.to; at += 4) {
    buffer.writeFloatBE(buffer.readFloatBE(at) + noise(), at);
  }
  return { name: 'agilent_hplc.cdf', mimeType: 'application/netcdf', buffer };
}

/** Points on each side of the mean that a point of the run's own noise gives way to, and how far from it that noise reaches. */
const AROUND = 6;
const OWN_NOISE = 0.06;

/** The run of bpc157.csv with a noise of its own instead of the file's, which all of them would share: peaks stay as they are. */
export function anotherBpcRun(seed: string): { name: string; mimeType: string; buffer: Buffer } {
  const noise = noiseFrom(seed);
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
