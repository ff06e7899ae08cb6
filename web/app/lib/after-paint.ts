import starter from './after-paint.inline.js?raw';

const PRELOAD = /<link rel="modulepreload" /g;
const MODULE = /(<script\b[^>]*?) type="module" async=""([^>]*>)([\s\S]*?<\/script>)/;

/**
 * Delays the scripts of a page until its first paint, because on a slow connection they would compete with style sheet
 * and fonts. In the HTML of React Router it makes the preloads and the module inert; `after-paint.inline.js` behind
 * them starts them after the first paint. HTML without them stays unchanged.
 */
export function scriptsAfterPaint(html: string): string {
  // A function, because `$` is special in a replacement string.
  const inert = html.replace(
    MODULE,
    (_, before: string, after: string, rest: string) =>
      `${before} type="after-paint"${after}${rest}${before}${after}${starter}</script>`,
  );
  return inert === html ? html : inert.replaceAll(PRELOAD, '<link rel="after-paint" ');
}
