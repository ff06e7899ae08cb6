import { useEffect, useRef } from 'react';

/**
 * A scanner types into the focused element. If a character that may begin a scan (`begins`) comes outside of fields and
 * dialogs, the focus moves to the field of `take`. The Enter of the scan then goes there too, and presses no button.
 */
export function useScans(begins: RegExp, take: () => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const typed = (event: KeyboardEvent) => {
      if (!begins.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest('input, textarea, select, dialog')) return;
      latest.current();
    };
    document.addEventListener('keydown', typed);
    return () => document.removeEventListener('keydown', typed);
  }, [begins]);
}
