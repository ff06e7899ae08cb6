import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * After a navigation, moves the focus to the heading and announces the title, as a browser does for a new page. Nothing
 * happens if the page has moved the focus itself, or only the query changed.
 */
export function Arrival() {
  const { pathname, hash, key } = useLocation();
  const shown = useRef(pathname);
  const opened = useRef(key);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    setTitle(document.title);
    const main = document.querySelector('main');
    const focused = document.activeElement;
    // The scan field of the laboratory is outside of `main`.
    if (hash || main?.contains(focused) || focused?.matches('input')) return;
    const heading = main?.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    (heading ?? main)?.focus({ preventScroll: true });
  }, [pathname, hash]);
  useEffect(() => {
    // The notice of an old page is only about the first page.
    if (opened.current !== key) document.querySelector('.as-of')?.remove();
  }, [key]);
  return (
    <p aria-live="polite" aria-atomic="true" className="sr-only">
      {title}
    </p>
  );
}
