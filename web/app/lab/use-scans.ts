import { useEffect, useRef } from 'react';

/**
 * A scanner types into the focused element. A character that `begins` a scan, outside of fields and dialogs, moves the
 * focus to the field of `take`; the scan's Enter then goes there too, instead of pressing a focused button.
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
