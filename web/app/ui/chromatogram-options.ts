import type uPlot from 'uplot';
import { colour } from './chromatogram-paint';

/** The magnified view shows this part of the height, so that small peaks beside a tall one become visible. */
const BASELINE_PART = 1 / 20;

/**
 * The options of every trace plot: minutes against the signal in its `unit`, with the current colours of `element`,
 * without a legend, and with the height of the visible part of the trace.
 */
export function traceOptions(
  element: HTMLElement,
  { height, unit, isMagnified }: { height: number; unit: string; isMagnified: () => boolean },
): Pick<uPlot.Options, 'width' | 'height' | 'legend' | 'scales' | 'axes' | 'series'> {
  const axis = {
    stroke: colour(element, '--ink-soft'),
    grid: { stroke: colour(element, '--rule'), width: 1 },
    ticks: { stroke: colour(element, '--edge'), width: 1 },
    font: '13px "Plex Mono", monospace',
    labelSize: 18,
    labelFont: '13px "Plex Sans", sans-serif',
  };
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    scales: {
      x: { time: false },
      y: {
        range: (_, low, high) => {
          const span = Math.max(high - low, 1e-6) * (isMagnified() ? BASELINE_PART : 1.12);
          return [low - span * 0.03, low + span];
        },
      },
    },
    axes: [
      { ...axis, label: 'min' },
      { ...axis, label: unit, size: 56 },
    ],
    series: [{}, { stroke: colour(element, '--accent'), width: 1.5, points: { show: false } }],
  };
}
