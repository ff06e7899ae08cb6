import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * After each navigation to another page the focus goes to its heading, and its title is read out, as a browser does with a
 * new document. Not where the page has taken the focus itself, and not when only the search of the address changes.
 */
export function Arrival() {
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);
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
  return (
    <p aria-live="polite" aria-atomic="true" className="sr-only">
      {title}
    </p>
  );
}
