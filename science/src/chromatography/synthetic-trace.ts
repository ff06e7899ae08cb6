/** A peak of an invented chromatogram, with its area and a small tail. */
export type DrawnPeak = {
  retention_min: number;
  area: number;
  /** Width of the Gaussian part, min. */
  sigma_min: number;
  /** Time constant of the exponential tail, min. */
  tail_min: number;
};

export type TraceOptions = {
  /** Any text or number. The same seed gives the same chromatogram. */
  seed: string | number;
  /** Retention time of the main peak, min. Default 8.4. */
  retention_min?: number;
  /** The main peak's area in % of all areas. Default 99.1; 0 gives a blank, 100 a single peak. */
  purity_percent?: number;
  /** Number of small peaks that share the rest. Default 4. */
  impurities?: number;
  /** Height of the tallest peak, mAU. Default 780. */
  height_mau?: number;
  /** Length of the run, min. Default 20. */
  run_min?: number;
  /** Number of points. Default 3000. */
  points?: number;
  /** The standard deviation of the detector's noise, mAU. Default 0.02. */
  noise_mau?: number;
  /** How the solvent looks: by default a dip and a peak, or the dip alone. */
  solvent?: 'dip';
};

/** An invented chromatogram with its peaks, so that a test knows the true areas. */
export type SyntheticTrace = {
  minutes: number[];
  signal_mau: number[];
  peaks: DrawnPeak[];
  main: number | null;
};

/**
 * Makes a chromatogram as from HPLC: the solvent's peak, a rising baseline, a main peak, small peaks, and noise. The
 * same options always give the same chromatogram.
 */
export function syntheticTrace(options: TraceOptions): SyntheticTrace {
  const random = randomFrom(String(options.seed));
  const run = options.run_min ?? 20;
  const points = options.points ?? 3000;
  const noise = options.noise_mau ?? 0.02;
  const main = (options.purity_percent ?? 99.1) > 0 ? 0 : null;
  const rise = 6 + 8 * random();
  const front = 0.075 * run;
  const frontHeight = 18 + 14 * random();
  const spike = options.solvent === 'dip' ? 0 : 1;
  const peaks = drawPeaks(options, random);

  const minutes: number[] = [];
  const signal: number[] = [];
  for (let index = 0; index < points; index++) {
    const at = round((index * run) / (points - 1), 4);
    let value = baselineAt(at / run, rise) + solventFront(at, front, frontHeight, spike);
    for (const peak of peaks) value += peak.area * shape(at, peak);
    minutes.push(at);
    signal.push(round(value + noise * gaussian(random), 3));
  }
  return { minutes, signal_mau: signal, peaks, main };
}

/**
 * The chromatogram as an instrument exports it: two heading lines, then times and signals. `run` adds the sample's name
 * and the local time.
 */
export function traceAsCsv(
  trace: { minutes: readonly number[]; signal_mau: readonly number[] },
  nm = 214,
  run?: { sampleName: string; injectedAt: string },
): string {
  const rows = trace.minutes.map(
    (at, index) => `${at.toFixed(4)},${(trace.signal_mau[index] ?? 0).toFixed(3)}`,
  );
  const said = run ? `# Sample name: ${run.sampleName}\n# Injection date: ${run.injectedAt}\n` : '';
  return `# HPLC-UV, ${nm} nm\n${said}Time (min),Signal (mAU)\n${rows.join('\n')}\n`;
}

function drawPeaks(options: TraceOptions, random: () => number): DrawnPeak[] {
  const run = options.run_min ?? 20;
  const purity = options.purity_percent ?? 99.1;
  const count = purity >= 100 ? 0 : (options.impurities ?? 4);
  const retention = options.retention_min ?? 0.42 * run;
  const sigma = run * (0.0028 + 0.0008 * random());
  const main: DrawnPeak = { retention_min: retention, area: 0, sigma_min: sigma, tail_min: 0.55 * sigma };
  // Twelve places for small peaks, all separate from the main peak and from each other.
  const places = [-14, -9, -5, -3.1, 3.4, 5.6, 8, 11, 15, 20, 26, 33]
    .map((steps) => ({ at: retention + steps * 3.4 * sigma + 0.6 * sigma * random(), order: random() }))
    .filter((place) => place.at > 0.14 * run && place.at < 0.94 * run)
    .sort((a, b) => a.order - b.order)
    .slice(0, count);
  const weights = places.map(() => 0.35 + random() ** 2);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const height = options.height_mau ?? 780;
  main.area = height / shape(apexOf(main), main);
  // Without a main peak (a blank), the small peaks stay small.
  const rest = purity > 0 ? (main.area * (100 - purity)) / purity : main.area * 0.004;
  const impurities = places.map(({ at }, index) => ({
    retention_min: round(at, 4),
    area: (rest * (weights[index] ?? 0)) / sum,
    sigma_min: sigma * (0.9 + 0.2 * random()),
    tail_min: 0.4 * sigma,
  }));
  return purity > 0 ? [main, ...impurities] : impurities;
}

/** The usual model of a peak: a Gaussian with an exponential tail, with area 1. */
export function shape(at: number, peak: Omit<DrawnPeak, 'area'>): number {
  const { retention_min: centre, sigma_min: sigma, tail_min: tail } = peak;
  const distance = at - centre;
  if (distance < -8 * sigma || distance > 8 * sigma + 30 * tail) return 0;
  const argument = (sigma / tail - distance / sigma) / Math.SQRT2;
  return (Math.exp((sigma * sigma) / (2 * tail * tail) - distance / tail) * erfc(argument)) / (2 * tail);
}

function apexOf(peak: DrawnPeak): number {
  let best = peak.retention_min;
  for (let step = 0; step <= 200; step++) {
    const at = peak.retention_min + (step / 200) * 2 * peak.tail_min;
    if (shape(at, peak) > shape(best, peak)) best = at;
  }
  return best;
}

function baselineAt(fraction: number, rise: number): number {
  return 1.2 + rise / (1 + Math.exp(-9 * (fraction - 0.62))) + 0.25 * Math.sin(5.1 * fraction);
}

/** The solvent: a short dip and a peak; `share` sets the height of the peak. */
function solventFront(at: number, front: number, height: number, share: number): number {
  const width = 0.035 * front;
  const dip = -0.35 * height * Math.exp(-0.5 * ((at - front + 3 * width) / width) ** 2);
  const spike = height * Math.exp(-0.5 * ((at - front) / width) ** 2);
  return dip + share * spike;
}

/** The complementary error function (Numerical Recipes erfcc), with a relative error below 1.2e-7. */
function erfc(x: number): number {
  const z = Math.abs(x);
  const t = 1 / (1 + 0.5 * z);
  const terms = [
    -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
    -0.82215223, 0.17087277,
  ];
  const polynomial = terms.reduceRight((sum, term) => sum * t + term, 0);
  const value = t * Math.exp(-z * z + polynomial);
  return x >= 0 ? value : 2 - value;
}

/** A generator of numbers from 0 to below 1 (mulberry32). The same seed gives the same numbers on every machine. */
export function randomFrom(seed: string): () => number {
  let state = 2166136261;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function round(value: number, digits: number): number {
  const scale = 10 ** digits;
  return Math.round(value * scale) / scale;
}
