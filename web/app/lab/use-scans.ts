import { useEffect, useRef } from 'react';

/**
 * A scanner types wherever the cursor is: what `begins` a scan and no other field is there for goes to the field that
 * `take` puts the cursor in, and so does its Enter, which would press the button that has the cursor.
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
