import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { randomFrom } from '@vialproof/contract/chromatography/synthetic-trace';

/** mAU; more than the noise of the runs themselves, so that another seed is another run. */
const NOISE = { agilent: 0.1, bpc: 0.2 };
/** Where ordinate_values lie in agilent_hplc.cdf: 32-bit numbers, the highest byte first. */
const ORDINATES = { from: 2_376, to: 20_980 };

const fixture = (name: string) => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
const noiseFrom = (seed: string, noise: number) => {
  const random = randomFrom(seed);
  return () => noise * (random() - random());
};

/** The Agilent run with a noise of its own: no two samples may have the same. */
export function anotherAgilentRun(seed: string): { name: string; mimeType: string; buffer: Buffer } {
  const buffer = readFileSync(fixture('agilent_hplc.cdf'));
  const noise = noiseFrom(seed, NOISE.agilent);
  for (let at = ORDINATES.from; at < ORDINATES.to; at += 4) {
    buffer.writeFloatBE(buffer.readFloatBE(at) + noise(), at);
  }
  return { name: 'agilent_hplc.cdf', mimeType: 'application/netcdf', buffer };
}

/** The run of bpc157.csv with a noise of its own. */
export function anotherBpcRun(seed: string): { name: string; mimeType: string; buffer: Buffer } {
  const noise = noiseFrom(seed, NOISE.bpc);
  const lines = readFileSync(fixture('bpc157.csv'), 'utf8').split('\n');
  const noisy = lines.map((line) => {
    const [minutes, signal] = line.split(',');
    return /^\d/.test(line) ? `${minutes},${(Number(signal) + noise()).toFixed(3)}` : line;
  });
  return { name: 'bpc157.csv', mimeType: 'text/csv', buffer: Buffer.from(noisy.join('\n')) };
}
