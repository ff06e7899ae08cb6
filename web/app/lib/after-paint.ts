const PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const START = /(<script\b[^>]*?) type="module" async=""([^>]*>)([\s\S]*?)<\/script>/;
const IMPORT = /^import (?:\* as (\w+) from )?"([^"]+)";$/gm;

/**
 * Lets a page be painted before its scripts are fetched: on a slow line they would compete with style sheet and fonts
 * for the time in which somebody looks at nothing. Takes the page as React Router writes it, and leaves as it is what it
 * does not recognise. A page in a hidden tab is never painted, so there nothing waits.
 */
export function scriptsAfterPaint(html: string): string {
  const start = START.exec(html);
  if (!start) return html;
  const [whole, before = '', after = '', code = ''] = start;
  const imports = [...code.matchAll(IMPORT)];
  const names = imports.map(([, name = '']) => name);
  const files = imports.map(([, , file = '']) => file);
  const preloads = [...html.matchAll(PRELOAD)].map(([, href = '']) => href);
  const script = `(()=>{let begun;const begin=()=>{if(begun)return;begun=1;
for(const href of ${JSON.stringify(preloads)})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));
Promise.all([${files.map((file) => `import(${JSON.stringify(file)})`).join(',')}]).then(([${names.join(',')}])=>{${code.replace(IMPORT, '').trim()}})};
document.hidden?begin():requestAnimationFrame(()=>setTimeout(begin));setTimeout(begin,3000)})()`;
  // A function, because in a replacing text `$` has a meaning.
  return html.replace(PRELOAD, '').replace(whole, () => `${before}${after}${script}</script>`);
}
