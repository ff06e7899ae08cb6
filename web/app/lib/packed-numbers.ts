/** Shorter rows are not worth the trouble. */
const fewest = 64;
const mostDecimals = 6;

/**
 * A long row of decimals, as its steps in whole units of the last place: `[null, places, first, step, step …]`. A trace's
 * two thousand numbers take a third of the bytes so (the whole page stays within the first window that a line lets through),
 * and come back the same to the last bit. Anything else, rows with more than six decimals among it, stays as it is; what
 * begins as a packed row does is marked: `[null, null, …]`.
 */
export function packNumbers(value: unknown): unknown {
  if (!Array.isArray(value) || value.length < fewest) return value;
  if (value[0] === null) return [null, null, ...value];
  if (!value.every(Number.isFinite)) return value;
  const row: number[] = value;
  for (let places = 0; places <= mostDecimals; places += 1) {
    const unit = 10 ** places;
    const whole = row.map((each) => Math.round(each * unit));
    const steps = whole.map((each, at) => each - (whole[at - 1] ?? 0));
    if (steps.every((step, at) => Number.isSafeInteger(step) && Object.is((whole[at] ?? 0) / unit, row[at])))
      return [null, places, ...steps];
  }
  return value;
}

/** What `packNumbers` was given. */
export function unpackNumbers(value: unknown): unknown {
  if (!Array.isArray(value) || value.length < fewest || value[0] !== null) return value;
  const [, places, ...steps] = value;
  if (places === null) return steps;
  const unit = 10 ** places;
  let sum = 0;
  return steps.map((step: number) => {
    sum += step;
    return sum / unit;
  });
}
