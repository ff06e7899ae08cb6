import type { Page } from '@playwright/test';
import type { Translator } from '../web/app/testing/translate.ts';
import { alive } from './site.ts';

declare global {
  interface Window {
    isTranslated?: boolean;
    /** The large parts of the page in the server's HTML, before React started. */
    sentNodes?: Element[];
  }
}

/** Runs in the page: from now on, splits each text into two new elements with other words. */
function keepTranslating(how: Translator): void {
  const translate = (text: Text) => {
    if (!text.data.trim() || text.parentElement?.closest('script, noscript, style, textarea, font')) return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    outer.append(inner);
    text.replaceWith(outer);
    const words = `«${text.data}»`;
    if (how === 'replaces') inner.append(words);
    else {
      text.data = words;
      inner.append(text);
    }
  };
  const translateAll = (root: Node) => {
    if (root instanceof Text) return translate(root);
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(translate);
  };
  translateAll(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node.isConnected) translateAll(node);
  }).observe(document.body, { childList: true, subtree: true });
  window.isTranslated = true;
}

/** Runs in the page: adds elements as browser extensions do. */
function addForeign(): void {
  const add = (tag: string, attributes: Record<string, string> = {}) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  // No style: our content security policy refuses inline styles.
  document.head.prepend(add('link', { class: 'darkreader' }), add('script', { type: 'text/plain' }));
  document.head.append(add('meta', { name: 'darkreader', content: 'a' }));
  document.documentElement.setAttribute('data-darkreader-mode', 'dynamic');
  document.documentElement.classList.add('translated-ltr');
  document.documentElement.append(add('loom-container'));
  document.body.setAttribute('data-gr-ext-installed', '');
  document.body.setAttribute('cz-shortcut-listen', 'true');
  document.body.style.top = '0px';
  const panel = add('div', { id: 'extension-panel' });
  panel.append(add('span'), add('p'));
  document.body.prepend(panel);
  document.body.append(add('div', { id: 'extension-end' }), add('grammarly-desktop-integration'));
  for (const link of document.querySelectorAll<HTMLElement>('a, h1')) {
    link.setAttribute('data-darkreader-inline-color', '');
    link.style.setProperty('--darkreader-inline-color', '#fff');
  }
  for (const field of document.querySelectorAll('input, textarea')) {
    field.setAttribute('data-dashlane-rid', '1');
    field.after(add('div', { 'data-lastpass-icon-root': '' }));
    field.before(add('ext-sign'));
  }
}

/** Translates each page after its hydration, from now on. Parts that load later are translated too. */
export async function translateLater(page: Page, how: Translator): Promise<void> {
  await page.addInitScript(
    `(() => {
      const keepTranslating = ${keepTranslating};
      const begin = () => {
        const parts = [document.body, ...document.querySelectorAll('main form, main section, main input')];
        const isTaken = (part) => part && Object.keys(part).some((key) => key.startsWith('__reactFiber'));
        if (parts.every(isTaken)) keepTranslating(${JSON.stringify(how)});
        else requestAnimationFrame(begin);
      };
      begin();
    })()`,
  );
}

/**
 * Changes each page before its hydration, from now on, as browser extensions do, and as a translator if one is given.
 */
export async function changeFirst(page: Page, how?: Translator): Promise<void> {
  await page.addInitScript(
    `document.addEventListener('DOMContentLoaded', () => {
      window.sentNodes = [...document.querySelectorAll('page-frame, page-frame > * > header, main, page-frame > * > footer')];
      (${addForeign})();
      ${how ? `(${keepTranslating})(${JSON.stringify(how)});` : ''}
    })`,
  );
}

/** Waits for hydration. Returns how many large parts of the server's HTML React has replaced. */
export async function drawnAgain(page: Page): Promise<number> {
  await alive(page);
  return page.evaluate(() => (window.sentNodes ?? []).filter((node) => !node.isConnected).length);
}
