import { lazy, Suspense } from 'react';
import { useHydrated } from './figures';
import { type Trace, tracePath } from './trace';

const InteractivePlot = lazy(() => import('./chromatogram-plot'));

const width = 1000;
const height = 320;

/** The trace as one drawn path with its axes: rendered on the server, readable without scripts. */
export function ChromatogramDrawing({ trace, label }: { trace: Trace; label: string }) {
  const { path, ticks } = tracePath(trace, width, height);
  return (
    <figure className="m-0">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${height + 34}`}
        className="block w-full"
        fill="none"
      >
        <line
          x1="0"
          x2={width}
          y1={height}
          y2={height}
          className="stroke-edge"
          vectorEffect="non-scaling-stroke"
        />
        {ticks.map((tick) => (
          <g key={tick.minutes}>
            <line
              x1={tick.x}
              x2={tick.x}
              y1={height}
              y2={height + 7}
              className="stroke-edge"
              vectorEffect="non-scaling-stroke"
            />
            <text
              x={tick.x}
              y={height + 28}
              textAnchor="middle"
              className="figures fill-ink-soft text-[15px]"
            >
              {tick.minutes}
            </text>
          </g>
        ))}
        <path
          d={path}
          className="stroke-accent"
          strokeWidth="1.5"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </figure>
  );
}

/** The trace: drawn at once, and alive (zoom by dragging, values under the pointer) when the plot library arrives. */
export function Chromatogram({ trace, label }: { trace: Trace; label: string }) {
  const drawing = <ChromatogramDrawing trace={trace} label={label} />;
  if (!useHydrated()) return drawing;
  return (
    <Suspense fallback={drawing}>
      <InteractivePlot trace={trace} label={label} />
    </Suspense>
  );
}
