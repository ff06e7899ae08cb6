import starter from './after-paint.inline.js?raw';

const PRELOAD = /<link rel="modulepreload" /g;
const MODULE = /(<script\b[^>]*?) type="module" async=""([^>]*>)([\s\S]*?<\/script>)/;

/**
 * Delays the scripts of a page until its first paint, because on a slow connection they slow down style sheet and
 * fonts. It disables them in the HTML; `after-paint.inline.js` starts them later. Other HTML stays as it is.
 */
export function scriptsAfterPaint(html: string): string {
  // The replacement is a function, because `$` has a meaning in a replacement text.
  const inert = html.replace(
    MODULE,
    (_, before: string, after: string, rest: string) =>
      `${before} type="after-paint"${after}${rest}${before}${after}${starter}</script>`,
  );
  return inert === html ? html : inert.replaceAll(PRELOAD, '<link rel="after-paint" ');
}
