/** A drag across the plot: where it began and where it is now, both in clientX. */
export interface Stretch {
  from: number;
  to: number;
}

interface Followed {
  clicked: (clientX: number) => void;
  /** Called during a drag and at its end, and with null when the drag is cancelled. */
  stretched: (stretch: Stretch | null, isDone: boolean) => void;
  wheeled: (event: WheelEvent) => void;
}

/** A drag that is shorter than this (pixels) is treated as a click. */
const STRETCH_PX = 5;

/** Handles mouse, pen and finger over the plot: clicks, drags and the wheel. A vertical swipe scrolls the page. */
export function followPointer(over: HTMLElement, { clicked, stretched, wheeled }: Followed): () => void {
  let begun: { id: number; x: number; isStretch: boolean } | null = null;
  const down = (event: PointerEvent) => {
    if (event.button === 0) begun = { id: event.pointerId, x: event.clientX, isStretch: false };
  };
  const move = (event: PointerEvent) => {
    if (begun?.id !== event.pointerId) return;
    if (!begun.isStretch && Math.abs(event.clientX - begun.x) >= STRETCH_PX) {
      begun.isStretch = true;
      over.setPointerCapture(event.pointerId);
    }
    if (begun.isStretch) stretched({ from: begun.x, to: event.clientX }, false);
  };
  const up = (event: PointerEvent) => {
    if (begun?.id !== event.pointerId) return;
    const { x, isStretch } = begun;
    begun = null;
    if (isStretch) stretched({ from: x, to: event.clientX }, true);
    else clicked(event.clientX);
  };
  const cancel = () => {
    begun = null;
    stretched(null, true);
  };
  over.style.touchAction = 'pan-y';
  over.addEventListener('pointerdown', down);
  over.addEventListener('pointermove', move);
  over.addEventListener('pointerup', up);
  over.addEventListener('pointercancel', cancel);
  over.addEventListener('wheel', wheeled, { passive: false });
  return () => {
    over.removeEventListener('pointerdown', down);
    over.removeEventListener('pointermove', move);
    over.removeEventListener('pointerup', up);
    over.removeEventListener('pointercancel', cancel);
    over.removeEventListener('wheel', wheeled);
  };
}
