import { type RefObject, useEffect, useRef } from 'react';

/**
 * A step takes away the button that it was done with. Then the cursor goes to `head`, which says what has become of the
 * sample, and the next key or scan is not lost. Somebody else's step leaves a cursor that still has its place alone.
 * @param stage what changes with each step
 */
export function useFocusAfterStep(stage: string, head: RefObject<HTMLElement | null>): void {
  const held = useRef<EventTarget>(null);
  useEffect(() => {
    const focused = ({ target }: FocusEvent) => {
      held.current = target;
    };
    document.addEventListener('focusin', focused);
    return () => document.removeEventListener('focusin', focused);
  }, []);
  const before = useRef(stage);
  useEffect(() => {
    if (before.current === stage) return;
    before.current = stage;
    if (held.current instanceof Element && !held.current.isConnected) head.current?.focus();
  }, [stage, head]);
}
