/** Chrome moves each text into new elements. Other translators replace it. */
export type Translator = 'moves' | 'replaces';
export const TRANSLATORS: Translator[] = ['moves', 'replaces'];

/** Changes a page as the browser's translator does: each text becomes two elements with other words. */
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

/** The text of an element as it was before the translation. */
export const untranslated = (place: Node) => (place.textContent ?? '').replace(/[«»]/g, '');
