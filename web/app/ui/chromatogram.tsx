import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { type Trace, tracePath } from './trace';

// The drawing stays if the program of the interactive plot cannot be loaded.
const InteractivePlot = lazy(() => import('./chromatogram-plot').catch(() => ({ default: DrawingOnScreen })));

/** Connects the plot with a table beside it. A peak is its index in `trace.peaks`. */
export interface PeakLink {
  /** The peak under the pointer, in the plot or in the table. */
  active: number | null;
  onActive: (peak: number | null) => void;
  /** The plot zooms to this peak. Each request is a new object. */
  near: { peak: number } | null;
}

/** The height of the interactive plot with its controls. Without scripts and on paper, the height of the plot. */
const heights = 'h-105.25 min-[30rem]:h-98 md:h-90 noscript:h-80 print:h-64';

/** The chromatogram as an SVG path above its time axis. The server renders it, and it needs no scripts. */
export function ChromatogramDrawing({ trace, label }: { trace: Trace; label: string }) {
  const { path, areas, ticks } = tracePath(trace, 1000, 270);
  return (
    <div role="img" aria-label={label} className={`relative overflow-hidden px-8 pb-12 ${heights}`}>
      {/* As large as the space around it. The line keeps its width. */}
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

/** Paper has a drawing of its own. */
const DrawingOnScreen = (props: { trace: Trace; label: string }) => (
  <div className="print:hidden">
    <ChromatogramDrawing {...props} />
  </div>
);

/** Events that show that a user has begun to use the page. */
const activities = ['pointermove', 'pointerdown', 'keydown', 'scroll'];

/**
 * The chromatogram. It is first a drawing. Zoom, values and the link to a table (`link`) come once it is visible, the
 * user has done something and the code is loaded. Print shows the drawing, because a plot keeps the colours of the
 * screen.
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
    <div ref={place} className="min-h-105.25 min-[30rem]:min-h-98 md:min-h-90 noscript:min-h-0 print:min-h-0">
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
