const PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const START = /(<script\b[^>]*?) type="module" async=""([^>]*>)([\s\S]*?)<\/script>/;
const IMPORT = /^import (?:\* as (\w+) from )?"([^"]+)";$/gm;

/**
 * Lets a page be painted before its scripts are fetched: on a slow line they would compete with style sheet and fonts
 * for the time in which somebody looks at nothing. On a first visit the faces of text and figures wait as well. Takes the page as React Router writes it, and leaves as it is what it
 * does not recognise. A page in a hidden tab is never painted, so there nothing waits.
 */
export function scriptsAfterPaint(html: string): string {
  const start = START.exec(html);
  if (!start) return html;
  const [whole, before = '', after = '', code = ''] = start;
  const imports = [...code.matchAll(IMPORT)];
  const names = imports.map(([, name = '']) => name);
  const files = imports.map(([, , file = '']) => file);
  const [, entry = ''] = /^import\("([^"]+)"\);$/m.exec(code) ?? [];
  const preloads = [...html.matchAll(PRELOAD)].map(([, href = '']) => href);
  // One after the other, each in a task of its own: evaluated together they would hold up the page's first touches.
  const script = `(()=>{let begun;const begin=async()=>{if(begun)return;begun=1;delete document.documentElement.dataset.faces;try{localStorage.setItem("faces","1")}catch{}
const files=${JSON.stringify(preloads)};
for(const href of files)document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));
for(const file of files)if(file!==${JSON.stringify(entry)}){await import(file);await new Promise(next=>{const {port1,port2}=new MessageChannel();port1.onmessage=next;port2.postMessage(0)})}
const [${names.join(',')}]=await Promise.all([${files.map((file) => `import(${JSON.stringify(file)})`).join(',')}]);
${code.replace(IMPORT, '').trim()}
const idle=window.requestIdleCallback??setTimeout,set=document.documentElement.dataset;
idle(()=>{if("top"in set)set.top="half";idle(()=>delete set.top)})};
if(document.hidden||!PerformanceObserver.supportedEntryTypes?.includes("paint"))begin();
else new PerformanceObserver(begin).observe({type:"paint",buffered:true});setTimeout(begin,3000)})()`;
  // A function, because in a replacing text `$` has a meaning.
  return html.replace(PRELOAD, '').replace(whole, () => `${before}${after}${script}</script>`);
}
