import type uPlot from 'uplot';
import { colour } from './chromatogram-paint';

/** In the magnified view, a peak of this part of the height fills the plot, so that small peaks become visible. */
const BASELINE_PART = 1 / 20;

/**
 * The options of every chromatogram: minutes and signal (`unit`), the colours of `element`, no legend, the height of
 * the visible part.
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
