/** The package ships no types; these are of the one function that is used. */
declare module 'baselines' {
  export function rollingBallBaseline(
    ys: Float64Array,
    /** Half widths of the windows, in points: of the ball, and of the smoothing after it. */
    options: { windowM: number; windowS: number },
  ): { baseline: Float64Array; correctedSpectrum: Float64Array };
}
