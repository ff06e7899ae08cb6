import { afterEach, expect, test } from 'vitest';
import { translate } from '../testing/translate';
import { undoForeign } from './foreign-changes';

// The tests share one document.
afterEach(() => document.body.replaceChildren());

const ALL = { childList: true, subtree: true, characterData: true, characterDataOldValue: true };

/** Makes these changes to a page frame, and returns the mutation records of the changes. */
function changed(change: (frame: HTMLElement) => void) {
  document.body.innerHTML =
    '<page-frame><main><h1>Log <em>in</em> here</h1><label>Email <input></label><p>One</p><p>Two</p></main></page-frame>';
  const [frame] = document.body.children as unknown as [HTMLElement];
  const sent = document.body.innerHTML;
  const observer = new MutationObserver(() => undefined);
  observer.observe(document.body, ALL);
  change(frame);
  const records = observer.takeRecords();
  observer.disconnect();
  return { frame, sent, found: document.body.innerHTML, records };
}

/** Adds elements beside fields, as password managers do. One is moved and replaced. */
function addSigns(frame: HTMLElement): void {
  for (const field of frame.querySelectorAll('input')) {
    const sign = document.createElement('div');
    field.after(sign);
    sign.append('a sign');
    field.before(sign);
    sign.replaceChildren(document.createElement('img'));
  }
  frame.querySelectorAll('p')[0]?.remove();
  frame.querySelector('h1')?.append(frame.querySelectorAll('p')[0] ?? '');
  const words = frame.querySelector('em')?.firstChild as Text;
  words.data = 'out';
  words.data = 'off';
}

/**
 * Changes texts as Chrome's translator does, but so that jsdom notices it: `translate` changes texts that are not in
 * the document.
 */
function moveTexts(frame: HTMLElement): void {
  for (const place of frame.querySelectorAll('h1, em, p')) {
    for (const text of [...place.childNodes].filter((node) => node instanceof Text)) {
      const font = document.createElement('font');
      text.replaceWith(font);
      font.append(text);
      text.data = `«${text.data}»`;
    }
  }
}

test.each([
  ['a translator that moves the texts', moveTexts] as const,
  ['a translator that replaces the texts', () => translate('replaces')] as const,
  ['a password manager', addSigns] as const,
  [
    'one after the other',
    (frame: HTMLElement) => {
      moveTexts(frame);
      addSigns(frame);
      translate('replaces');
    },
  ] as const,
])('changes by others are undone and then repeated: %s', (_, change) => {
  const { sent, found, records } = changed(change);
  expect(found).not.toBe(sent);
  const redo = undoForeign(records);
  expect(document.body.innerHTML).toBe(sent);
  redo();
  expect(document.body.innerHTML).toBe(found);
});

test('an element that an extension inserted beside the page stays there', () => {
  const { found, records } = changed((frame) => frame.before(document.createElement('iframe')));
  undoForeign(records);
  expect(document.body.innerHTML).toBe(found);
});

test('a change is repeated only if its place in the page still exists', () => {
  const { frame, records } = changed(addSigns);
  const redo = undoForeign(records);
  frame.querySelector('label')?.replaceChildren('Email');
  redo();
  expect(frame.querySelector('label')?.innerHTML).toBe('Email<div><img></div>');
});
