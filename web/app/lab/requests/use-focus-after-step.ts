import { type RefObject, useEffect, useRef } from 'react';

/**
 * An action removes its own button. The focus then goes to `head`, so that the next key press or scan is not lost. If
 * another person acts, the focus stays.
 * @param stage changes with each action
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
