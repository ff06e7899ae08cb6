/** Chrome moves each text into new elements; other translators replace it with a new text. */
export type Translator = 'moves' | 'replaces';
export const TRANSLATORS: Translator[] = ['moves', 'replaces'];

/** Changes a page like the browser's translator: each text becomes two elements with other words. */
export function translate(how: Translator = 'moves', root: Node = document.body): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (!text.data.trim() || text.parentElement?.closest('script, style, textarea')) continue;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    outer.append(inner);
    text.replaceWith(outer);
    const words = `«${text.data}»`;
    if (how === 'replaces') inner.append(words);
    else {
      text.data = words;
      inner.append(text);
    }
  }
}

/** The text of an element, each word as before the translation. */
export const untranslated = (place: Node) => (place.textContent ?? '').replace(/[«»]/g, '');
