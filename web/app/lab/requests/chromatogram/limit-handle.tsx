import type { KeyboardEvent, PointerEvent } from 'react';
import type { Side } from './editing';

const STEP_MIN = 0.01;
const LARGE_STEP_MIN = 0.1;

/**
 * A handle for the start or end of the chosen peak. The user drags it, or moves it by the arrow keys (with Shift ten
 * times as far, with Home and End all the way). It lies outside the peak, so that the two handles of a narrow peak do
 * not overlap.
 */
export function LimitHandle({
  peak,
  side,
  minutes,
  range: [low, high],
  left,
  toMinutes,
  onMove,
}: {
  /** The number of the peak, counted from 1. */
  peak: number;
  side: Side;
  minutes: number;
  range: readonly [number, number];
  /** The position of the handle in the plot, in pixels. */
  left: number;
  toMinutes: (clientX: number) => number;
  onMove: (minutes: number) => void;
}) {
  const pressed = (event: KeyboardEvent) => {
    const step = event.shiftKey ? LARGE_STEP_MIN : STEP_MIN;
    const to: Record<string, number> = {
      ArrowLeft: minutes - step,
      ArrowDown: minutes - step,
      ArrowRight: minutes + step,
      ArrowUp: minutes + step,
      PageDown: minutes - LARGE_STEP_MIN,
      PageUp: minutes + LARGE_STEP_MIN,
      Home: low,
      End: high,
    };
    const next = to[event.key];
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onMove(next);
  };
  const grabbed = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.focus();
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const dragged = (event: PointerEvent<HTMLDivElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) onMove(toMinutes(event.clientX));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={`${side === 'start' ? 'Start' : 'End'} of peak ${peak}`}
      aria-valuemin={low}
      aria-valuemax={high}
      aria-valuenow={minutes}
      aria-valuetext={`${minutes.toFixed(3)} minutes`}
      onKeyDown={pressed}
      onPointerDown={grabbed}
      onPointerMove={dragged}
      className={`group pointer-events-auto absolute inset-y-0 w-7 cursor-ew-resize touch-none outline-none ${side === 'start' ? '-translate-x-full' : ''}`}
      style={{ left }}
    >
      <span
        aria-hidden="true"
        className={`absolute inset-y-0 w-0.5 bg-accent ${side === 'start' ? 'right-0' : 'left-0'}`}
      />
      <span
        aria-hidden="true"
        className={`absolute top-1/2 grid h-11 w-5 -translate-y-1/2 place-items-center rounded-sm border border-accent bg-sheet text-accent group-hover:bg-accent-soft group-focus-visible:outline-2 group-focus-visible:outline-accent group-focus-visible:outline-offset-2 ${side === 'start' ? 'right-0' : 'left-0'}`}
      >
        <svg
          aria-hidden="true"
          viewBox="0 0 8 16"
          className="h-4 w-2"
          stroke="currentColor"
          strokeWidth="1.5"
        >
          <path d="M2 2v12M6 2v12" />
        </svg>
      </span>
    </div>
  );
}
