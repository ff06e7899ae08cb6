import { type FocusEvent, useEffect, useRef } from 'react';

const pixelsPerSecond = 48;

/**
 * Props for a list that scrolls sideways by itself, to its end and back. It stops under a pointer or finger, with the
 * focus inside, out of view, and with reduced motion.
 */
export function useDrift(stopped: boolean) {
  const ref = useRef<HTMLUListElement>(null);
  const isHeld = useRef({ hover: false, touch: false, focus: false });
  const hold = (by: 'hover' | 'touch' | 'focus', on: boolean) => () => {
    isHeld.current[by] = on;
  };

  useEffect(() => {
    const list = ref.current;
    if (!list || stopped) return;
    const still = matchMedia('(prefers-reduced-motion: reduce)');
    let frame = 0;
    let last = 0;
    let direction = 1;
    // Browsers round scrollLeft to whole pixels, but a step is less than a pixel.
    let place = list.scrollLeft;
    const move = (now: number) => {
      const passed = Math.min(now - last, 100);
      last = now;
      frame = requestAnimationFrame(move);
      const { hover, touch, focus } = isHeld.current;
      if (Math.abs(list.scrollLeft - place) > 1) place = list.scrollLeft;
      if (hover || touch || focus || still.matches) return;
      const end = list.scrollWidth - list.clientWidth;
      place += (direction * passed * pixelsPerSecond) / 1000;
      if (place >= end) direction = -1;
      if (place <= 0) direction = 1;
      list.scrollLeft = place;
    };
    const seen = new IntersectionObserver(([entry]) => {
      cancelAnimationFrame(frame);
      if (entry?.isIntersecting) frame = requestAnimationFrame(move);
    });
    seen.observe(list);
    return () => {
      seen.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [stopped]);

  return {
    ref,
    onMouseEnter: hold('hover', true),
    onMouseLeave: hold('hover', false),
    onTouchStart: hold('touch', true),
    onTouchEnd: hold('touch', false),
    onTouchCancel: hold('touch', false),
    onFocus: (event: FocusEvent) => {
      isHeld.current.focus = true;
      event.target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    },
    onBlur: hold('focus', false),
  };
}
