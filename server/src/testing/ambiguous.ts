import { syntheticTrace } from '@vialproof/science/chromatography/synthetic-trace';

/** A file of measurements whose numbers can be read in two ways, because each has a comma. `seed` selects the data. */
export function ambiguousTrace(seed: string, sampleName = ''): string {
  const { minutes, signal_mau: signal } = syntheticTrace({ seed, points: 1201, solvent: 'dip' });
  const rows = minutes.map((minute, place) => {
    const value = Math.round(100 * (signal[place] ?? 0) + 5000);
    return `${Math.round(60 * minute)}\t${value.toLocaleString('en')}`;
  });
  return [`Sample name: ${sampleName}`, 'Time (sec)\tuV', ...rows].join('\r\n');
}
