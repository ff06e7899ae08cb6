import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { type Trace, tracePath } from './trace';

// The drawing remains if the plot's code fails to load or does not support the browser's language.
const InteractivePlot = lazy(() =>
  import('./chromatogram-plot').catch(() => ({ default: ChromatogramDrawing })),
);

/** Links the plot to a table beside it; a peak is its index in `trace.peaks`. */
export interface PeakLink {
  /** The hovered peak, in the plot or in the table. */
  active: number | null;
  onActive: (peak: number | null) => void;
  /** Zooms to this peak; a new object for each request. */
  near: { peak: number } | null;
}

/** The trace as one SVG path above its time axis: rendered on the server, works without scripts. */
export function ChromatogramDrawing({ trace, label }: { trace: Trace; label: string }) {
  const { path, areas, ticks } = tracePath(trace, 1000, 270);
  return (
    <div role="img" aria-label={label} className="relative h-80 overflow-hidden px-8 pb-12">
      {/* Stretched to its container; the line keeps its width. */}
      <svg
        aria-hidden="true"
        viewBox="0 0 1000 270"
        width="500"
        height="135"
        preserveAspectRatio="none"
        className="block size-full"
        fill="none"
      >
        <path d={areas} className="fill-ink-faint/60" />
        <path
          d={path}
          className="stroke-accent"
          strokeWidth="1.5"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <div
        aria-hidden="true"
        className="figures absolute right-8 bottom-0 left-8 h-12 border-edge border-t text-ink-soft text-xs"
      >
        {ticks.map((tick) => (
          <span
            key={tick.minutes}
            className="absolute top-1 -translate-x-1/2 max-sm:nth-[even]:hidden"
            style={{ left: `${tick.x / 10}%` }}
          >
            {tick.minutes}{' '}
          </span>
        ))}
        <span className="absolute bottom-0 left-1/2 -translate-x-1/2">min</span>
      </div>
    </div>
  );
}

/** Events that show that a user has begun to use the page. */
const activities = ['pointermove', 'pointerdown', 'keydown', 'scroll'];

/**
 * The trace: an SVG drawing first. It becomes interactive (zoom, values under the pointer, peaks linked to a table by
 * `link`) once it is visible, the user has done something, and the plot library is loaded; mere readers do not load it.
 * Print uses the drawing, because a canvas keeps the screen's colours.
 */
export function Chromatogram({ trace, label, link }: { trace: Trace; label: string; link?: PeakLink }) {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const seen = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setNear(true);
    });
    const begin = () => {
      stop.abort();
      seen.observe(element);
    };
    const stop = new AbortController();
    for (const name of activities)
      window.addEventListener(name, begin, { signal: stop.signal, passive: true });
    return () => {
      stop.abort();
      seen.disconnect();
    };
  }, []);
  const drawing = <ChromatogramDrawing trace={trace} label={label} />;
  return (
    <div ref={place} className="min-h-105.25 min-[30rem]:min-h-98 md:min-h-90 print:min-h-0">
      {near ? (
        <Suspense fallback={drawing}>
          <div className="hidden print:block">{drawing}</div>
          <InteractivePlot trace={trace} label={label} {...(link && { link })} />
        </Suspense>
      ) : (
        drawing
      )}
    </div>
  );
}
