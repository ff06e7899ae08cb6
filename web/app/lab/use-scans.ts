import { useEffect, useRef } from 'react';

/**
 * Lets a barcode scanner type into the right field. If a character that can begin a scan (`begins`) comes while no
 * field has the focus, `take` moves the focus to a field. So the scan's Enter presses no button.
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
