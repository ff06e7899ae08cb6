import type { RedactionBox } from '@vialproof/contract/redaction';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { type BoxStep, boxBetween, moved, type Point, pixelAt, type Size } from './boxes';

/** What the user drags now with finger or mouse: a new box or an existing one. */
interface Drag {
  pointer: number;
  from: Point;
  to: Point;
  /** The index of the box that is moved. Null for a new box. */
  place: number | null;
}

const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Black as in the finished picture. `SHADE` lets the picture shine through. Both are the same in every theme. */
const BLACK = 'rgb(0, 0, 0)';
const SHADE = 'rgba(0, 0, 0, 0.55)';

/**
 * A picture on which the user draws and moves boxes by dragging. By keyboard the arrows move the focused box, ten
 * pixels per press with Shift, and Delete removes it.
 */
export function BoxPicture({
  address,
  size,
  boxes,
  isBlack,
  onStep,
}: {
  /** The object URL of the picture. */
  address: string;
  size: Size;
  boxes: readonly RedactionBox[];
  /** Whether the boxes are black, as they will be in the result. */
  isBlack: boolean;
  onStep: (step: BoxStep) => void;
}) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const at = (event: PointerEvent<HTMLElement>) =>
    pixelAt(event, event.currentTarget.getBoundingClientRect(), size);

  function begin(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0 || drag) return;
    const held = event.target instanceof HTMLElement ? event.target.dataset.place : undefined;
    event.currentTarget.setPointerCapture(event.pointerId);
    const from = at(event);
    setDrag({ pointer: event.pointerId, from, to: from, place: held === undefined ? null : Number(held) });
  }
  function go(event: PointerEvent<HTMLElement>) {
    if (drag?.pointer === event.pointerId) setDrag({ ...drag, to: at(event) });
  }
  function end(event: PointerEvent<HTMLElement>) {
    if (drag?.pointer !== event.pointerId) return;
    setDrag(null);
    const done = { ...drag, to: at(event) };
    const box = draggedBox(done, boxes, size);
    if (!box) return;
    if (done.place === null) onStep({ do: 'add', box });
    else onStep({ do: 'change', place: done.place, box, what: `dragged ${event.timeStamp}` });
  }
  function press(event: KeyboardEvent<HTMLElement>, place: number, box: RedactionBox) {
    const arrow = ARROWS[event.key];
    if (event.key === 'Delete' || event.key === 'Backspace') onStep({ do: 'remove', place });
    else if (arrow) {
      const pixels = event.shiftKey ? 10 : 1;
      const by = { x: arrow.x * pixels, y: arrow.y * pixels };
      onStep({ do: 'change', place, box: moved(box, by, size), what: 'moved' });
    } else return;
    event.preventDefault();
  }

  const shown = boxes.map((box, place) =>
    drag?.place === place ? (draggedBox(drag, boxes, size) ?? box) : box,
  );
  const drawn = drag?.place === null ? draggedBox(drag, boxes, size) : undefined;
  return (
    <fieldset
      aria-label="The photo: drag over what nobody is to see"
      className="relative min-w-0 cursor-crosshair touch-none select-none overflow-hidden rounded-sm border border-rule"
      onPointerDown={begin}
      onPointerMove={go}
      onPointerUp={end}
      onPointerCancel={() => setDrag(null)}
    >
      <img
        src={address}
        alt="The vial, as it was photographed"
        width={size.width}
        height={size.height}
        draggable={false}
        className="pointer-events-none block h-auto w-full"
      />
      {shown.map((box, place) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: a box has no other key than its index.
          key={place}
          type="button"
          data-place={place}
          aria-label={`Box ${place + 1}: ${box.width} × ${box.height} pixels at ${box.x}, ${box.y}`}
          aria-keyshortcuts="Delete"
          style={{ ...styleOf(box, size), backgroundColor: isBlack ? BLACK : SHADE }}
          className="absolute cursor-move border-2 border-accent"
          onKeyDown={(event) => press(event, place, box)}
        />
      ))}
      {drawn ? (
        <span
          aria-hidden="true"
          style={{ ...styleOf(drawn, size), backgroundColor: SHADE }}
          className="absolute border-2 border-accent"
        />
      ) : null}
    </fieldset>
  );
}

/** The box that a drag makes or moves. */
function draggedBox(
  { from, to, place }: Drag,
  boxes: readonly RedactionBox[],
  size: Size,
): RedactionBox | undefined {
  if (place === null) return boxBetween(from, to);
  const box = boxes[place];
  const by = { x: to.x - from.x, y: to.y - from.y };
  return box && (by.x !== 0 || by.y !== 0) ? moved(box, by, size) : undefined;
}

function styleOf({ x, y, width, height }: RedactionBox, size: Size) {
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;
  return {
    left: percent(x, size.width),
    top: percent(y, size.height),
    width: percent(width, size.width),
    height: percent(height, size.height),
  };
}
