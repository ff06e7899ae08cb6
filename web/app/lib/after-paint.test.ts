import { expect, test } from 'vitest';
import { scriptsAfterPaint } from './after-paint';

const code = 'import "/assets/manifest.js";\nimport("/assets/entry.js");';
const page = `<html><head><link rel="modulepreload" href="/assets/a.js"/><link rel="stylesheet" href="/assets/a.css"/></head>
<body><p>$& text</p><script nonce="m">context</script><script nonce="m" type="module" async="">${code}</script></body></html>`;

// e2e/budget.e2e.ts proves that a browser starts the scripts after the first paint.
test('scriptsAfterPaint delays the scripts of a page, and changes nothing else', () => {
  const changed = scriptsAfterPaint(page);
  expect(changed).toContain(
    '<link rel="after-paint" href="/assets/a.js"/><link rel="stylesheet" href="/assets/a.css"/>',
  );
  expect(changed).toContain(
    `<p>$& text</p><script nonce="m">context</script><script nonce="m" type="after-paint">${code}</script><script nonce="m">`,
  );
  expect(changed).not.toContain('modulepreload" href');
  expect(changed).not.toContain('<script nonce="m" type="module"');
});

test('scriptsAfterPaint returns unknown HTML unchanged', () => {
  const plain = '<link rel="modulepreload" href="/a.js"/><p>plain</p>';
  expect(scriptsAfterPaint(plain)).toBe(plain);
});
