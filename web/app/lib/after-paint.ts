import starter from './after-paint.inline.js?raw';

const PRELOAD = /<link rel="modulepreload" /g;
const MODULE = /(<script\b[^>]*?) type="module" async=""([^>]*>)([\s\S]*?<\/script>)/;

/**
 * Lets a page be painted before its scripts are fetched: on a slow line they would compete with style sheet and fonts for
 * the time in which somebody looks at nothing. Takes the page as React Router writes it: its preloads and its module
 * become inert, and `after-paint.inline.js` behind them starts them after the first paint. A page without them stays as
 * it is.
 */
export function scriptsAfterPaint(html: string): string {
  // A function, because in a replacing text `$` has a meaning.
  const inert = html.replace(
    MODULE,
    (_, before: string, after: string, rest: string) =>
      `${before} type="after-paint"${after}${rest}${before}${after}${starter}</script>`,
  );
  return inert === html ? html : inert.replaceAll(PRELOAD, '<link rel="after-paint" ');
}
