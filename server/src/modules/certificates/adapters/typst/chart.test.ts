import type { UncountedPeak } from '@vialproof/contract/reporting';
import { describe, expect, it } from 'vitest';
import { type ChartSource, layOutChart } from './chart.ts';
import { sampleChromatogram } from './sample.fixture.ts';

const whole = sampleChromatogram();
const { peaks } = whole;
const main = peaks[whole.main_peak ?? -1];
if (!main) throw new Error('the sample has no main peak');
const leftOut = peaks
  .filter((peak) => peak !== main)
  .map((peak): UncountedPeak => ({ ...peak, why: 'left_out' }))
  .toSorted((one, other) => one.retention_min - other.retention_min);
/** A chart in which only the main peak is part of the purity. */
const narrowed: ChartSource = { ...whole, peaks: [main], main_peak: 0, uncounted: leftOut };

const coordinates = (svg: string) =>
  [...svg.matchAll(/(-?[\d.]+) (-?[\d.]+)(?=[LZ"])/g)].map(([, x, y]) => [Number(x), Number(y)] as const);

describe('the chart in a certificate shows the whole run and its peaks', () => {
  it('the enlarged part of the chart shows the whole run, even if only the main peak is in the window', () => {
    const { detail } = layOutChart(narrowed);
    const times = detail?.axes.xTicks.map(({ label }) => label);
    expect([times?.[0], times?.at(-1)]).toEqual(['0', '20']);
    const across = coordinates(detail?.trace ?? '').map(([x]) => x);
    expect([Math.min(...across), Math.max(...across)]).toEqual([0, detail?.axes.width]);
  });

  it('an uncounted peak is grey, with its time and without a number', () => {
    const { detail } = layOutChart(narrowed);
    expect(detail?.trace.match(/M[^M]*Z/g)).toHaveLength(1 + leftOut.length);
    expect(detail?.trace).toContain('#c4c9ca');
    const labels = detail?.axes.labels ?? [];
    expect(labels.length).toBeGreaterThan(0);
    for (const label of labels) {
      expect(label.quiet).toBe(true);
      expect(leftOut.map(({ retention_min }) => retention_min.toFixed(2))).toContain(label.text);
    }
    const { uncounted: _, ...counted } = { ...narrowed, peaks, main_peak: whole.main_peak };
    const all = layOutChart(counted).detail;
    expect(all?.trace).not.toContain('#c4c9ca');
    expect(all?.axes.labels.map(({ text }) => text).toSorted()).toEqual(['2', '3', '4', '5']);
  });

  it('the enlarged part of the chart shows a drifting baseline and the late peaks on it', () => {
    const signal_mau = whole.signal_mau.map(
      (signal, place) => signal + (60 * (whole.minutes[place] ?? 0)) / 20,
    );
    const { detail } = layOutChart({ ...narrowed, signal_mau });
    const end = coordinates(detail?.trace.split('fill="none"')[0] ?? '').at(-1);
    expect(end?.[1]).toBeGreaterThan(0);
    expect(detail?.axes.labels.length).toBeGreaterThan(0);
  });

  it("the chart's scale fits the peaks; a much higher solvent front is cut off and labelled", () => {
    const front = (at: number) => Math.exp(-0.5 * ((at - 1.5) / 0.05) ** 2);
    const tallest = Math.max(...whole.signal_mau);
    const drawn = (height: number) => {
      const signal_mau = whole.signal_mau.map(
        (signal, place) => signal + height * tallest * front(whole.minutes[place] ?? 0),
      );
      const limits = { retention_min: 1.5, start_min: 1.3, end_min: 1.7 };
      const outside = { ...main, ...limits, height_mau: height * tallest, why: 'outside_window' as const };
      return layOutChart({ ...whole, signal_mau, uncounted: [outside] }).main.axes;
    };
    const crestOf = ({ labels, height }: ReturnType<typeof drawn>) => {
      const [, y = height] = labels.find(({ text }) => text.endsWith(' min'))?.at ?? [];
      return 1 - y / height;
    };
    // The label is above the main peak, and not above the peak of the solvent.
    expect(crestOf(drawn(2))).toBeCloseTo(0.45, 1);
    for (const height of [5, 50, 500]) expect(crestOf(drawn(height))).toBeCloseTo(0.58, 1);
    for (const height of [2, 500]) {
      const [, y = -1] = drawn(height).labels.find(({ text }) => text === '1.50')?.at ?? [];
      expect(y).toBeGreaterThanOrEqual(0);
    }
  });

  it('the chart has no enlarged part if the chromatogram has no peak', () => {
    expect(layOutChart({ ...whole, peaks: [], main_peak: null }).detail).toBeNull();
  });
});
