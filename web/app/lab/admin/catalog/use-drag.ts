import { type PointerEvent as PressEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** When the pointer is this close to the edge of the window, the page scrolls, by this distance per step. */
const edgePx = 72;
const stepPx = 10;

interface Drag {
  id: string;
  order: string[];
}

/**
 * Drags the rows of a list by mouse, pen or finger. The children of `list` must have `data-id`. During a drag, `order`
 * holds the order of the rows. The CSS property `order` shows it, because a moved node would lose its touch events.
 */
export function useDrag(list: RefObject<HTMLElement | null>, onDrop: (id: string, order: string[]) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const latest = useRef<{ drag: Drag | null; onDrop: typeof onDrop }>({ drag, onDrop });
  latest.current = { drag, onDrop };
  const id = drag?.id;

  useEffect(() => {
    if (id === undefined) return;
    let y = Number.NaN;
    let frame = 0;

    const place = () => {
      const rows = [...(list.current?.children ?? [])]
        .filter((row) => row instanceof HTMLElement && row.dataset.id !== undefined)
        .map((row) => ({ id: (row as HTMLElement).dataset.id ?? '', box: row.getBoundingClientRect() }))
        .sort((one, other) => one.box.top - other.box.top);
      const others = rows.filter((row) => row.id !== id);
      const at = others.findIndex(({ box }) => y < box.top + box.height / 2);
      const ids = others.map((row) => row.id);
      setDrag({ id, order: ids.toSpliced(at === -1 ? ids.length : at, 0, id) });
    };
    const scroll = () => {
      const by = y < edgePx ? -stepPx : y > window.innerHeight - edgePx ? stepPx : 0;
      if (by !== 0) {
        window.scrollBy(0, by);
        place();
      }
      frame = requestAnimationFrame(scroll);
    };
    const move = (event: PointerEvent) => {
      if (Number.isNaN(y)) frame = requestAnimationFrame(scroll);
      y = event.clientY;
      place();
    };
    const drop = () => {
      const now = latest.current;
      setDrag(null);
      if (now.drag) now.onDrop(id, now.drag.order);
    };
    const cancel = () => setDrag(null);
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape') cancel();
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', drop);
    window.addEventListener('pointercancel', cancel);
    window.addEventListener('keydown', key);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', drop);
      window.removeEventListener('pointercancel', cancel);
      window.removeEventListener('keydown', key);
    };
  }, [id, list]);

  return {
    dragged: id,
    /** The position of a row during a drag; otherwise undefined. */
    placeOf: (row: string) => drag?.order.indexOf(row),
    grab: (row: string, order: string[]) => (event: PressEvent) => {
      if (event.button !== 0) return;
      event.preventDefault();
      setDrag({ id: row, order });
    },
  };
}
