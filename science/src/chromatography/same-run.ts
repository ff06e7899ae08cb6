import { cursorOn } from './baseline-lines.ts';
import { correlation, residueOf, spreadOf, standardError } from './correlation.ts';
import { evenGrid, median } from './even-grid.ts';
import { highestPeak } from './highest-peak.ts';
import type { Points } from './trace.ts';

/** How similar the noise of two signals is. */
export type Noise = {
  /** The correlation where neither signal has a peak. */
  noise: number;
  /** The standard error of the correlation if the signals are independent. */
  error: number;
};

/** How similar two signals are, with their highest peaks at the same time. */
export type Likeness = Noise & {
  /** How much of the noise of the quieter signal is also in the other signal. 1 is all of it. */
  share: number;
  /** The difference of the signals, compared with what noise and rounding explain. */
  leftover: number;
  /** For signals that are equal after rounding: at how many points rounding could have given another value. */
  rounded: number;
};

type Pair = [Float64Array, Float64Array];

/** A point farther from the noise than this belongs to a peak. */
const MOST_NOISE = 5;
/** This number of points on each side of a peak also belongs to the peak. */
const AROUND = 20;
/** Two measurements are compared in this number of equal parts. */
const STRETCHES = 512;
const AROUND_IN_STRETCHES = 5;
/** If more of the points than this equal the one before, the noise was rounded away. */
const MOST_REPEATS = 1 / 3;
/** Longer signals are compared by every second or third point. */
const MOST_POINTS = 8192;
const FEWEST_POINTS = 100;
/** In how small steps (parts of a point) one signal is moved along the other. */
const PARTS = 4;
const MOST_PARTS = 8;

/** Two measurements with the same subtracted blank share half of their noise. */
const OF_A_BLANK = 0.5;
/** By how many standard errors the agreement must be above chance: for any two signals, and for equal peaks. */
const SURELY_MORE = 4;
const SURELY_MORE_OF_SAME_PEAKS = 3;
/** From this number of standard errors on, an agreement is not by chance. */
const SURELY_SOME = 5;
/** With a larger difference, the peaks are not the same. */
const MOST_LEFTOVER = 1.5;
/** In another measurement, a third of these points would be rounded to another value. */
const FEWEST_ROUNDED = 25;
/** The result if rounding hides the noise of both signals. */
const NO_NOISE = { noise: 0, error: 1, share: 0, leftover: 0 };

/**
 * Whether two chromatograms are the same measurement. The noise of a detector never repeats, even if the peaks do. So a
 * chromatogram is a copy if it shares most of its noise with another one, even after added noise, rounding, stretching
 * or smoothing.
 */
export function isSameRun(one: Points, other: Points): boolean {
  return isSameByPoints(one, other) || hasMost(compareStretches(one, other));
}

function isSameByPoints(one: Points, other: Points): boolean {
  const likeness = compareRuns(one, other);
  if (!likeness) return false;
  const { noise, error, share, leftover, rounded } = likeness;
  const hasAll =
    noise > SURELY_SOME * error && share * (1 - (SURELY_MORE_OF_SAME_PEAKS * error) / noise) > OF_A_BLANK;
  return hasMost(likeness) || (hasAll && leftover < MOST_LEFTOVER) || rounded >= FEWEST_ROUNDED;
}

const hasMost = ({ noise, error }: Noise) => noise - SURELY_MORE * error > OF_A_BLANK;

/** How similar the noise is in equal parts of both runs. */
export function compareStretches(one: Points, other: Points): Noise {
  if (isRounded(one) || isRounded(other)) return NO_NOISE;
  const [first, second] = [evenGrid(one, STRETCHES).value, evenGrid(other, STRETCHES).value];
  return noiseOf([residueOf(first), residueOf(second)], AROUND_IN_STRETCHES);
}

/** How similar two signals are; null if one is too short or has no whole peak. */
export function compareRuns(one: Points, other: Points): Likeness | null {
  const [coarse, fine] = stepOf(one) >= stepOf(other) ? [one, other] : [other, one];
  const [coarsePeak, finePeak] = [highestPeak(coarse), highestPeak(fine)];
  if (!coarsePeak || !finePeak) return null;
  const values = laidOver(coarse, fine, finePeak.at_min - coarsePeak.at_min);
  if (!values) return null;
  const [isCoarseRounded, isFineRounded] = [isRounded(coarse), isRounded(fine)];
  const rounded = isCoarseRounded || isFineRounded ? roundedPoints(coarse, fine) : 0;
  if (isCoarseRounded && isFineRounded) return { ...NO_NOISE, rounded };
  const residues: Pair = [residueOf(values[0]), residueOf(values[1])];
  const agreement = noiseOf(residues, AROUND);
  return { ...agreement, rounded, ...ofPeaks(values, residues, agreement.noise) };
}

function noiseOf(residues: Pair, around: number): Noise {
  const counts = withoutPeaks(residues, around);
  return { noise: correlation(...residues, counts), error: standardError(...residues, counts) };
}

/** Both signals at the same times, moved to where they agree most. */
function laidOver(coarse: Points, fine: Points, shift: number): Pair | null {
  const part = stepOf(fine) / PARTS;
  const middle = Math.round(shift / part);
  let best: Pair | null = null;
  let most = 0;
  for (let place = middle - MOST_PARTS; place <= middle + MOST_PARTS; place++) {
    const pair = valuesAt(coarse, fine, place * part);
    const agreement = pair[0].length < FEWEST_POINTS ? 0 : correlation(...pair);
    if (agreement > most) [best, most] = [pair, agreement];
  }
  return best;
}

function valuesAt(coarse: Points, fine: Points, shift: number): Pair {
  const [first, last] = [fine.minutes[0] ?? 0, fine.minutes[fine.minutes.length - 1] ?? 0];
  const every = Math.ceil(coarse.minutes.length / MOST_POINTS);
  const fineAt = cursorOn({ minutes: fine.minutes, mau: fine.signal_mau }, first);
  const [ofCoarse, ofFine]: [number[], number[]] = [[], []];
  for (let index = 0; index < coarse.minutes.length; index += every) {
    const at = (coarse.minutes[index] ?? 0) + shift;
    if (at < first || at > last) continue;
    ofCoarse.push(coarse.signal_mau[index] ?? 0);
    ofFine.push(fineAt(at));
  }
  return [Float64Array.from(ofCoarse), Float64Array.from(ofFine)];
}

/** 1 for each point where both signals are only noise. */
function withoutPeaks(residues: Pair, around: number): Uint8Array {
  const counts = new Uint8Array(residues[0].length).fill(1);
  for (const residue of residues) {
    const usual = median(residue.map(Math.abs).filter((size) => size > 0));
    residue.forEach((value, index) => {
      if (Math.abs(value) > MOST_NOISE * usual) {
        counts.fill(0, Math.max(0, index - around), index + around + 1);
      }
    });
  }
  return counts;
}

function ofPeaks([one, other]: Pair, residues: Pair, noise: number): Pick<Likeness, 'share' | 'leftover'> {
  const counts = withoutPeaks(residues, AROUND);
  const agreement = correlation(one, other);
  const factor = (agreement * spreadOf(one)) / spreadOf(other);
  const [size = 0, otherSize = 0] = residues.map((residue) =>
    spreadOf(residue.filter((_, index) => counts[index] === 1)),
  );
  const sizes = [size, factor * otherSize] as const;
  const digits = Math.hypot(lastDigitOf(one), factor * lastDigitOf(other)) / Math.sqrt(12);
  const left = spreadOf(one) * Math.sqrt(Math.max(0, 1 - agreement ** 2));
  return {
    share: Math.min(...sizes) > 0 ? (noise * Math.max(...sizes)) / Math.min(...sizes) : 0,
    leftover: left / Math.hypot(...sizes, digits),
  };
}

/** At how many points rounding could have given another value (see `Likeness.rounded`). */
function roundedPoints(coarse: Points, fine: Points): number {
  const digits = [coarse, fine].map(({ signal_mau: signal }) => lastDigitOf(Float64Array.from(signal)));
  const digit = Math.max(...digits);
  const hasSameDigits = Math.min(...digits) > digit / 2;
  const atCoarse = valuesAt(coarse, fine, 0);
  const [rounded, exact] = digits[0] === digit ? atCoarse : [atCoarse[1], atCoarse[0]];
  const noise = 1.4826 * median(residueOf(exact).map(Math.abs));
  let close = 0;
  for (let index = 0; index < rounded.length; index++) {
    const distance = Math.abs((rounded[index] ?? 0) - (exact[index] ?? 0)) / digit;
    if (distance > (hasSameDigits ? 0 : 0.5) + 1e-6) return 0;
    const isClose = distance > 0.5 - noise / digit && distance < 0.5 - 1e-6;
    if (hasSameDigits ? exact[index] !== exact[index - 1] : isClose) close += 1;
  }
  return close;
}

/** The smallest difference between two adjacent values. */
function lastDigitOf(values: Float64Array): number {
  const nothing = 1e-9 * Math.abs(values.reduce((a, b) => Math.max(a, b)));
  let least = Number.POSITIVE_INFINITY;
  for (let index = 1; index < values.length; index++) {
    const step = Math.abs((values[index] ?? 0) - (values[index - 1] ?? 0));
    if (step > nothing && step < least) least = step;
  }
  return least;
}

function isRounded({ signal_mau: signal }: Points): boolean {
  let repeats = 0;
  for (let index = 1; index < signal.length; index++) {
    if (signal[index] === signal[index - 1]) repeats += 1;
  }
  return repeats > MOST_REPEATS * signal.length;
}

function stepOf({ minutes }: Points): number {
  const count = minutes.length;
  return ((minutes[count - 1] ?? 0) - (minutes[0] ?? 0)) / (count - 1);
}
