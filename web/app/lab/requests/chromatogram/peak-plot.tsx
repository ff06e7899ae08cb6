import type { Line } from '@vialproof/science/chromatography/baseline-lines';
import { type Points, windowOf } from '@vialproof/science/chromatography/trace';
import type { PeakLimits } from '@vialproof/science/chromatography/types';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { traceOptions } from '../../../ui/chromatogram-options';
import { colour } from '../../../ui/chromatogram-paint';
import { useDark } from '../../../ui/use-dark';
import { ViewButtons } from '../../../ui/view-buttons';
import { type Extent, rangeOf, type Side } from './editing';
import { LimitHandle } from './limit-handle';
import { type Overlay, OverlayLegend, overlayPainter } from './overlay';
import { type Painted, peakPainter } from './peak-paint';
import { followPointer, type Stretch } from './plot-pointer';
import type { ProposalLayer } from './proposal-paint';

const HEIGHT = 360;
/** The narrowest part of the time axis that a zoom can show (minutes). */
const NEAREST_MIN = 0.02;

interface View extends Extent {
  /** The position and the width of the plotting area, in pixels. */
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * The chromatogram with its peaks. Dragging zooms, or adds a peak while `adding` is true. The chosen peak has handles
 * at its start and end.
 */
export function PeakPlot({
  trace,
  baseline,
  isWhole,
  limits,
  mainPeak,
  selected,
  adding = false,
  overlay,
  unit,
  label,
  proposal = null,
  actions = null,
  onSelect,
  onMove,
  onAdd,
  onView,
}: {
  trace: Points;
  baseline: Line;
  isWhole: boolean;
  limits: readonly PeakLimits[];
  mainPeak: number | null;
  selected: number | null;
  adding?: boolean;
  overlay?: Overlay | undefined;
  unit: string;
  label: string;
  /** The automatic peaks, drawn over the user's peaks. */
  proposal?: ProposalLayer | null;
  /** Further buttons beside the buttons for the view. */
  actions?: ReactNode;
  onSelect: (peak: number | null) => void;
  /** Called when the user moves the start or end of a peak. Undefined: nothing can be edited. */
  onMove?: (peak: number, side: Side, minutes: number) => void;
  onAdd?: (from: number, to: number) => void;
  onView?: (view: Extent) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const live = useRef<uPlot>(null);
  const [view, setView] = useState<View | null>(null);
  const [selection, setSelection] = useState<Stretch | null>(null);
  const [reading, setReading] = useState('');
  const [magnified, setMagnified] = useState(false);
  const extent = { first: trace.minutes[0] ?? 0, last: trace.minutes[trace.minutes.length - 1] ?? 1 };
  const painted = useRef<Painted & { magnified: boolean; overlay: Overlay | undefined }>(null);
  painted.current = { trace, baseline, isWhole, limits, mainPeak, selected, proposal, magnified, overlay };
  const dark = useDark();

  /** Shows the part from `from` to `to` (minutes). Every change of the view uses this function. */
  const show = (from: number, to: number) => {
    const plot = live.current;
    if (!plot) return;
    const width = Math.min(extent.last - extent.first, Math.max(NEAREST_MIN, to - from));
    const min = Math.max(extent.first, Math.min(from, extent.last - width));
    const max = min + width;
    const drawn = windowOf(trace, min, max, Math.max(200, Math.round(plot.over.clientWidth)));
    plot.batch(() => {
      plot.setData([drawn.minutes, drawn.signal_mau], false);
      plot.setScale('x', { min, max });
    });
    const { offsetLeft: left, offsetTop: top, clientWidth, clientHeight: height } = plot.over;
    setView({ first: min, last: max, left, top, width: clientWidth, height });
    onView?.({ first: min, last: max });
  };
  const shown = useEffectEvent(show);
  const range = () => ({
    min: live.current?.scales.x?.min ?? extent.first,
    max: live.current?.scales.x?.max ?? extent.last,
  });
  const zoom = (factor: number, around?: number) => {
    const { min, max } = range();
    const peak = limits[selected ?? -1];
    const middle = peak ? (peak.start_min + peak.end_min) / 2 : (min + max) / 2;
    const still = around ?? (middle > min && middle < max ? middle : (min + max) / 2);
    show(still - (still - min) * factor, still + (max - still) * factor);
  };
  const pan = (share: number) => {
    const { min, max } = range();
    const width = max - min;
    const from = Math.min(extent.last - width, Math.max(extent.first, min + share * width));
    show(from, from + width);
  };
  const toMinutes = (clientX: number) => {
    const plot = live.current;
    return plot ? plot.posToVal(clientX - plot.over.getBoundingClientRect().left, 'x') : Number.NaN;
  };

  const pointed = useEffectEvent((index: number | null | undefined) => {
    const [time, signal] = [live.current?.data[0][index ?? -1], live.current?.data[1]?.[index ?? -1]];
    setReading(time == null || signal == null ? '' : `${time.toFixed(3)} min · ${signal.toFixed(2)} ${unit}`);
  });
  const clicked = useEffectEvent((clientX: number) => {
    const minutes = toMinutes(clientX);
    const under = limits.findIndex(({ start_min, end_min }) => minutes >= start_min && minutes <= end_min);
    onSelect(under === -1 ? null : under);
  });
  const stretched = useEffectEvent((stretch: Stretch | null, isDone: boolean) => {
    setSelection(isDone ? null : stretch);
    if (!stretch || !isDone) return;
    const [from, to] = [toMinutes(stretch.from), toMinutes(stretch.to)].toSorted((a, b) => a - b);
    if (from === undefined || to === undefined) return;
    if (adding) onAdd?.(from, to);
    else show(from, to);
  });
  const wheeled = useEffectEvent((event: WheelEvent) => {
    const isZoom = event.ctrlKey || event.metaKey;
    const across = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
    if (!isZoom && Math.abs(across) <= Math.abs(event.shiftKey ? 0 : event.deltaY)) return;
    event.preventDefault();
    if (isZoom) zoom(Math.exp(Math.max(-60, Math.min(60, event.deltaY)) / 150), toMinutes(event.clientX));
    else pan(across / 800);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a canvas has no CSS, so a new theme redraws it.
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const read = () => painted.current as Painted;
    const plot = new uPlot(
      {
        ...traceOptions(element, {
          height: HEIGHT,
          unit,
          isMagnified: () => painted.current?.magnified ?? false,
        }),
        cursor: { y: false, drag: { x: false, y: false } },
        plugins: [
          peakPainter(read, {
            main: colour(element, '--accent'),
            other: colour(element, '--ink-faint'),
            ink: colour(element, '--ink'),
            soft: colour(element, '--ink-soft'),
          }),
          overlayPainter(() => painted.current?.overlay, colour(element, '--ink-soft')),
        ],
        hooks: { setCursor: [({ cursor: { idx, left } }) => pointed((left ?? -1) < 0 ? null : idx)] },
      },
      [
        [extent.first, extent.last],
        [0, 1],
      ],
      element,
    );
    live.current = plot;
    shown(extent.first, extent.last);
    const release = followPointer(plot.over, { clicked, stretched, wheeled });
    const resized = new ResizeObserver(() => {
      plot.setSize({ width: element.clientWidth, height: HEIGHT });
      const { min = extent.first, max = extent.last } = plot.scales.x ?? {};
      shown(min, max);
    });
    resized.observe(element);
    return () => {
      release();
      resized.disconnect();
      plot.destroy();
      live.current = null;
    };
  }, [trace, dark]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: redraws when a layer over the trace has changed.
  useEffect(() => {
    live.current?.redraw(false);
  }, [baseline, limits, mainPeak, selected, isWhole, proposal, overlay]);

  const moved = (peak: number, side: Side, minutes: number) => {
    onMove?.(peak, side, minutes);
    const { min, max } = range();
    // The view follows a border that the user moves by keys.
    if (minutes < min || minutes > max) show(minutes - (max - min) / 2, minutes + (max - min) / 2);
  };
  const magnify = () => {
    setMagnified(!magnified);
    if (painted.current) painted.current.magnified = !magnified;
    const { min, max } = range();
    show(min, max);
  };
  const isAll = view !== null && view.first <= extent.first && view.last >= extent.last;
  const chosen = limits[selected ?? -1];

  return (
    <figure className="m-0 print:hidden">
      <div className="relative overflow-x-clip">
        <div
          ref={place}
          role="img"
          aria-label={label}
          className={`overflow-hidden contain-inline-size ${adding ? '[&_.u-over]:cursor-copy' : ''}`}
          style={{ minHeight: HEIGHT }}
        />
        {view ? (
          <div
            className="pointer-events-none absolute"
            style={{ left: view.left, top: view.top, width: view.width, height: view.height }}
          >
            {selection ? <SelectionMark plot={live.current} stretch={selection} adding={adding} /> : null}
            {chosen && selected !== null && onMove
              ? (['start', 'end'] as const).map((side) => {
                  const minutes = side === 'start' ? chosen.start_min : chosen.end_min;
                  if (minutes < view.first || minutes > view.last) return null;
                  return (
                    <LimitHandle
                      key={`${selected} ${side}`}
                      peak={selected + 1}
                      side={side}
                      minutes={minutes}
                      range={rangeOf(limits, selected, side, extent)}
                      left={((minutes - view.first) / (view.last - view.first)) * view.width}
                      toMinutes={toMinutes}
                      onMove={(to) => moved(selected, side, to)}
                    />
                  );
                })
              : null}
          </div>
        ) : null}
      </div>
      <figcaption className="mt-1 grid gap-1 text-ink-soft text-sm">
        <span className="figures min-h-[1.5em]">
          {reading || (
            <span className="font-sans max-md:hidden">
              {adding
                ? 'Drag across the new peak.'
                : `Drag to zoom, Ctrl and wheel too. Click a peak to ${onMove ? 'move its limits' : 'find it in the table'}.`}
            </span>
          )}
        </span>
        <OverlayLegend overlay={overlay} />
        <ViewButtons
          isAll={isAll}
          magnified={magnified}
          onZoom={zoom}
          onPan={pan}
          onAll={() => show(extent.first, extent.last)}
          onMagnify={magnify}
        >
          {actions}
        </ViewButtons>
      </figcaption>
    </figure>
  );
}

function SelectionMark({ plot, stretch, adding }: { plot: uPlot | null; stretch: Stretch; adding: boolean }) {
  const start = plot?.over.getBoundingClientRect().left ?? 0;
  const [left, right] = [stretch.from - start, stretch.to - start].toSorted((a, b) => a - b);
  return (
    <div
      className={`absolute inset-y-0 border-x ${adding ? 'border-good bg-good/15' : 'border-accent bg-accent/10'}`}
      style={{ left, width: (right ?? 0) - (left ?? 0) }}
    />
  );
}
