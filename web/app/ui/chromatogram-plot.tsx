import { useEffect, useEffectEvent, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { PeakLink } from './chromatogram';
import { traceOptions } from './chromatogram-options';
import { activePeak, peakLabels, uncountedPeaks } from './chromatogram-paint';
import type { Trace, TracePeak } from './trace';
import { useDark } from './use-dark';
import { ViewButtons } from './view-buttons';

const plotHeight = 320;
/** The chromatogram with zoom, values under the pointer, and the active peak coloured. */
export default function ChromatogramPlot({
  trace,
  label,
  link,
}: {
  trace: Trace;
  label: string;
  link?: PeakLink;
}) {
  const place = useRef<HTMLDivElement>(null);
  const live = useRef<uPlot>(null);
  const [reading, setReading] = useState('');
  const [whole, setWhole] = useState(true);
  const [magnified, setMagnified] = useState(false);
  const state = useRef({ active: link?.active ?? null, magnified });
  const inside = useRef(false);
  const dark = useDark();

  const point = useEffectEvent((index: number | null | undefined) => {
    const minutes = index == null ? undefined : trace.minutes[index];
    const signal = index == null ? undefined : trace.signal[index];
    const known = minutes !== undefined && signal !== undefined;
    setReading(known ? `${minutes.toFixed(2)} min · ${signal.toFixed(1)} ${trace.unit ?? 'mAU'}` : '');
    const under = known
      ? (trace.peaks ?? []).findIndex(({ start, end }) => minutes >= (start ?? 0) && minutes <= (end ?? -1))
      : -1;
    // A zoom may move the curve without the pointer. A peak that the table chose stays active.
    if (known || inside.current) link?.onActive(under === -1 ? null : under);
    inside.current = known;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a canvas has no CSS, so a new theme redraws it.
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const active = () => state.current.active;
    const plot = new uPlot(
      {
        ...traceOptions(element, {
          height: plotHeight,
          unit: trace.unit ?? 'mAU',
          isMagnified: () => state.current.magnified,
        }),
        cursor: { y: false, drag: { x: true, y: false } },
        plugins: [activePeak(trace, active), uncountedPeaks(trace), peakLabels(trace, active)],
        hooks: {
          setCursor: [({ cursor: { idx, left } }) => point((left ?? -1) < 0 ? null : idx)],
          setScale: [
            ({ scales }, key) => {
              if (key !== 'x') return;
              setWhole(scales.x?.min === trace.minutes[0] && scales.x?.max === trace.minutes.at(-1));
            },
          ],
        },
      },
      [[...trace.minutes], [...trace.signal]],
      element,
    );
    live.current = plot;
    const resized = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: plotHeight }),
    );
    resized.observe(element);
    return () => {
      resized.disconnect();
      plot.destroy();
      live.current = null;
    };
  }, [trace, dark]);

  const show = (from: number, to: number) => {
    const [first = 0, last = 0] = [trace.minutes[0], trace.minutes.at(-1)];
    live.current?.setScale('x', { min: Math.max(first, from), max: Math.min(last, to) });
  };
  const zoom = (factor: number) => {
    const { min = 0, max = 0 } = live.current?.scales.x ?? {};
    const peak = trace.peaks?.[state.current.active ?? -1];
    const middle = peak && peak.minutes > min && peak.minutes < max ? peak.minutes : (min + max) / 2;
    show(middle - ((max - min) / 2) * factor, middle + ((max - min) / 2) * factor);
  };

  const active = link?.active ?? null;
  useEffect(() => {
    state.current.active = active;
    live.current?.redraw(false);
  }, [active]);

  const near = link?.near ?? null;
  const approach = useEffectEvent((peak: TracePeak) => {
    const width = Math.max((peak.end ?? peak.minutes) - (peak.start ?? peak.minutes), 0.1);
    show(peak.minutes - 2 * width, peak.minutes + 2 * width);
  });
  useEffect(() => {
    const peak = trace.peaks?.[near?.peak ?? -1];
    if (peak) approach(peak);
  }, [near, trace]);

  const magnify = () => {
    state.current.magnified = !magnified;
    setMagnified(!magnified);
    const { min = 0, max = 0 } = live.current?.scales.x ?? {};
    show(min, max);
  };

  return (
    <figure className="m-0 print:hidden">
      <div
        ref={place}
        role="img"
        aria-label={label}
        className="min-h-80 overflow-hidden contain-inline-size"
      />
      <figcaption className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-ink-soft text-sm">
        <span className="figures min-h-[1.5em]">
          {reading || (
            <span className="font-sans">
              <span className="max-md:hidden">Drag across the trace to zoom. </span>
              {trace.uncounted?.length ? <span>Grey: not counted.</span> : null}
            </span>
          )}
        </span>
        <ViewButtons
          isAll={whole}
          magnified={magnified}
          onZoom={zoom}
          onAll={() => show(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)}
          onMagnify={magnify}
        />
      </figcaption>
    </figure>
  );
}
