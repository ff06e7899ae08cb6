import { expect, test } from 'vitest';
import { scriptsAfterPaint } from './after-paint';

const page = `<html><head><link rel="modulepreload" href="/assets/a.js"/><link rel="modulepreload" href="/assets/entry.js"/>
<link rel="stylesheet" href="/assets/a.css"/></head><body><p>$& text</p><script nonce="m">context</script><script nonce="m" type="module" async="">import "/assets/manifest.js";
import * as route0 from "/assets/root.js";
import * as route1_clientLoader from "/assets/home-loader.js";
import * as route1_main from "/assets/home.js";
const route1 = {...route1_clientLoader,...route1_main};
  window.__reactRouterRouteModules = {"root":route0,"routes/$home":route1};

import("/assets/entry.js");</script></body></html>`;

test('fetches nothing of the scripts before the first paint, and then runs everything in its order', () => {
  const changed = scriptsAfterPaint(page);
  expect(changed).not.toContain('<link rel="modulepreload"');
  expect(changed).not.toContain('type="module"');
  expect(changed).toContain('<link rel="stylesheet" href="/assets/a.css"/>');
  expect(changed).toContain('<p>$& text</p><script nonce="m">context</script><script nonce="m">(()=>{');
  expect(changed).toContain('const files=["/assets/a.js","/assets/entry.js"]');
  // Running the entry begins everything, so it is fetched with the others and run last.
  expect(changed).toContain('if(file!=="/assets/entry.js")');
  expect(changed).toContain(
    'const [,route0,route1_clientLoader,route1_main]=await Promise.all([import("/assets/manifest.js"),import("/assets/root.js"),import("/assets/home-loader.js"),import("/assets/home.js")]);\nconst route1 =',
  );
  expect(changed).toContain('"routes/$home":route1};\n\nimport("/assets/entry.js");\n');
  const script = /<script nonce="m">(\(\(\)=>[\s\S]*?)<\/script>/.exec(changed)?.[1] ?? '';
  // Throws where it is no script.
  expect(() => new Function(script)).not.toThrow();
});

test('leaves alone what it does not know', () => {
  expect(scriptsAfterPaint('<p>plain</p>')).toBe('<p>plain</p>');
});
