/** Chrome moves each text into elements of its own; other translators put a text of their own there. */
export type Translator = 'moves' | 'replaces';
export const TRANSLATORS: Translator[] = ['moves', 'replaces'];

/** Does to a page what a browser's translator does: each text comes into two elements of its own, in other words. */
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

/** What stands there, each text in the words that it had before it was translated. */
export const untranslated = (place: Node) => (place.textContent ?? '').replace(/[«»]/g, '');
