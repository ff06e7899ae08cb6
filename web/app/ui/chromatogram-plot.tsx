import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Trace } from './trace';

const plotHeight = 320;

function colour(element: Element, name: string): string {
  return getComputedStyle(element).getPropertyValue(name).trim();
}

/** Draws small retention times over the peaks, the tallest first; one that would overlap another is left out. */
function peakLabels(trace: Trace): uPlot.Plugin {
  const peaks = (trace.peaks ?? []).map((peak) => {
    const nearest = trace.minutes.findIndex((minute) => minute >= peak.minutes);
    return { ...peak, signal: trace.signal[nearest] ?? 0 };
  });
  peaks.sort((one, other) => other.signal - one.signal);
  return {
    hooks: {
      draw: (plot) => {
        const { ctx, bbox } = plot;
        ctx.save();
        ctx.font = `${12 * devicePixelRatio}px "Plex Mono", monospace`;
        ctx.fillStyle = colour(plot.root, '--ink-soft');
        ctx.textAlign = 'center';
        const placed: number[] = [];
        for (const peak of peaks) {
          const left = plot.valToPos(peak.minutes, 'x', true);
          if (left < bbox.left || left > bbox.left + bbox.width) continue;
          if (placed.some((other) => Math.abs(other - left) < 48 * devicePixelRatio)) continue;
          const top = plot.valToPos(peak.signal, 'y', true) - 8 * devicePixelRatio;
          ctx.fillText(peak.label, left, Math.max(top, bbox.top + 12 * devicePixelRatio));
          placed.push(left);
        }
        ctx.restore();
      },
    },
  };
}

/** The living trace: drag to zoom, double click to see all, values under the pointer. */
export default function ChromatogramPlot({ trace, label }: { trace: Trace; label: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [reading, setReading] = useState('');
  const [theme, setTheme] = useState(0);

  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const changed = () => setTheme((count) => count + 1);
    dark.addEventListener('change', changed);
    return () => dark.removeEventListener('change', changed);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a canvas has no styles, so a change of theme draws anew.
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const axis = {
      stroke: colour(element, '--ink-soft'),
      grid: { stroke: colour(element, '--rule'), width: 1 },
      ticks: { stroke: colour(element, '--edge'), width: 1 },
      font: '13px "Plex Mono", monospace',
    };
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: plotHeight,
        legend: { show: false },
        cursor: { y: false, drag: { x: true, y: false } },
        scales: { x: { time: false } },
        axes: [
          { ...axis, label: 'min', labelSize: 18, labelFont: '13px "Plex Sans", sans-serif' },
          { ...axis, label: 'mAU', labelSize: 18, labelFont: '13px "Plex Sans", sans-serif', size: 56 },
        ],
        series: [{}, { stroke: colour(element, '--accent'), width: 1.5, points: { show: false } }],
        plugins: [peakLabels(trace)],
        hooks: {
          setCursor: [
            ({ cursor: { idx } }) => {
              const minutes = idx == null ? undefined : trace.minutes[idx];
              const signal = idx == null ? undefined : trace.signal[idx];
              setReading(
                minutes === undefined || signal === undefined
                  ? ''
                  : `${minutes.toFixed(2)} min · ${signal.toFixed(1)} mAU`,
              );
            },
          ],
        },
      },
      [[...trace.minutes], [...trace.signal]],
      element,
    );
    const resized = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: plotHeight }),
    );
    resized.observe(element);
    return () => {
      resized.disconnect();
      plot.destroy();
    };
  }, [trace, theme]);

  return (
    <figure className="m-0">
      <div ref={place} role="img" aria-label={label} className="min-h-80 overflow-hidden" />
      <figcaption className="mt-1 flex flex-wrap justify-between gap-x-4 text-ink-soft text-sm">
        <span className="hidden md:inline">Drag to zoom, double-click to see all.</span>
        <span className="figures min-h-[1.5em]">{reading}</span>
      </figcaption>
    </figure>
  );
}
