import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * After each navigation to another page the focus goes to its heading, and its title is read out, as a browser does with a
 * new document. Not where the page has taken the focus itself, and not when only the search of the address changes.
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
    if (hash || main?.contains(document.activeElement)) return;
    const heading = main?.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    (heading ?? main)?.focus({ preventScroll: true });
  }, [pathname, hash]);
  useEffect(() => {
    // What the server said of the document that it sent is not true of what is shown later.
    if (opened.current !== key) document.querySelector('.as-of')?.remove();
  }, [key]);
  return (
    <p aria-live="polite" aria-atomic="true" className="sr-only">
      {title}
    </p>
  );
}
