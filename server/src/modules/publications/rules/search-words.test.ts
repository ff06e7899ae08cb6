import { fold } from '@vialproof/science/text/fold';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { insideCodes, mayBeMeant, wordsOfSearch } from './search-words.ts';
import { codesOf, foldedTexts, wordsOfTexts } from './words.ts';

describe('texts are brought into a form for comparison', () => {
  it('the form for comparison has no capitals, no special letters, no control characters and no double spaces', () => {
    expect(fold('  BPC-157\u0000 \t 5 MG ')).toBe('bpc-157 5 mg');
    expect(fold('Ｓｅｍａ')).toBe('sema');
    expect(fold('10 µg')).toBe(fold('10 μg'));
  });

  it('the form for comparison stays the same when it is made again', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => fold(fold(text)) === fold(text)));
  });

  it('texts in the form for comparison have one line each, and each text appears once', () => {
    expect(foldedTexts(['Semaglutide', null, ' semaglutide', 'Semaglutide 5 mg', ''])).toEqual([
      'semaglutide',
      'semaglutide 5 mg',
    ]);
  });
});

/** Whether a LIKE pattern matches a text. Only % has a meaning. */
const isLike = (text: string, pattern: string) => {
  const parts = pattern.split('%').filter(Boolean);
  let from = 0;
  return parts.every((part) => {
    const at = text.indexOf(part, from);
    from = at + part.length;
    return at >= 0;
  });
};
const isFound = (search: string, ...names: string[]) =>
  wordsOfSearch(fold(search)).every(
    ({ inNames }) => inNames !== null && isLike(wordsOfTexts(names), inNames),
  );
const isCode = (search: string, task: number, batch: string | null) =>
  wordsOfSearch(fold(search)).every(({ inCodes }) =>
    inCodes.some((pattern) => isLike(codesOf(task, batch), pattern)),
  );

describe('a search for a product finds it, however the words are written', () => {
  it.each(['bpc157', 'bpc 157', 'BPC-157', 'bpc–157', '157', 'bpc157 5mg', '5 mg bpc'])(
    'the search finds BPC-157 5 mg by %s, with any separators',
    (search) => {
      expect(isFound(search, 'bpc-157', 'bpc-157 5 mg')).toBe(true);
    },
  );

  it.each(['57', '7 5', '5mg 6mg', 'mg5', 'bpc158'])(
    'the search does not find BPC-157 5 mg by %s',
    (search) => {
      expect(isFound(search, 'bpc-157 5 mg')).toBe(false);
    },
  );

  it('the search distinguishes 5 mg from 15 mg', () => {
    expect([
      isFound('5mg', 'sema 15 mg'),
      isFound('5 mg', 'sema 15 mg'),
      isFound('15mg', 'sema 15 mg'),
    ]).toEqual([false, false, true]);
  });

  it('the search finds parts of words, and short words of other scripts', () => {
    expect(isFound('glutide', 'semaglutide')).toBe(true);
    expect(isFound('肽', '司美格鲁肽 生物')).toBe(true);
    expect(isFound('פפטיד', 'פפטיד בע״מ')).toBe(true);
  });

  it('the search uses only a few words, each once', () => {
    expect(wordsOfSearch('% _ \\ 😀')).toEqual([]);
    expect(wordsOfSearch('a a-b ab').map(({ text }) => text)).toEqual(['a', 'ab']);
    expect(wordsOfSearch('a b c d e f g h i j k l m n o p q r s t u v w x y z')).toHaveLength(20);
  });

  it('the search reads a number after # only as a task number', () => {
    expect(wordsOfSearch('#10068 10068').map(({ isTask, text }) => [isTask, text])).toEqual([
      [true, '10068'],
      [false, '10068'],
    ]);
  });

  it.each([
    ['Task #10068', ['#10068']],
    ['task 10068', ['10068']],
    ['retatrutide batch DEMO-22', ['retatrutide', 'demo-22']],
    ['Lot: 4711', ['4711']],
    ['VP-10068-R1', ['vp-10068-r1']],
    ['task', ['task']],
    ['lot 7', ['lot', '7']],
    ['task force', ['task', 'force']],
    ['batch 肽', ['batch', '肽']],
  ])('the search ignores the label before a number: %s', (search, words) => {
    expect(wordsOfSearch(fold(search)).map(({ typed }) => typed)).toEqual(words);
  });

  it('the search reads a certificate number as the number of its task', () => {
    for (const number of ['vp-10068-r1', 'vp-10068', 'vp\u201110068\u2011r2'])
      expect(wordsOfSearch(number).map(({ isTask, text }) => [isTask, text])).toEqual([[true, '10068']]);
    for (const batch of ['vp100', 'vp-42-r1', 'vp10068x'])
      expect(wordsOfSearch(batch).map(({ isTask }) => isTask)).toEqual([false]);
  });

  it('a search for any text finds this text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        // The search works on texts in the form for comparison.
        const folded = fold(text);
        return isFound(folded, folded);
      }),
    );
  });
});

describe('a search finds task numbers and batch codes, also by a part of them', () => {
  it.each([
    ['lot247', true],
    ['LOT-24/7', true],
    ['lot', false],
    ['lot2', true],
    ['247', true],
    ['24', false],
    ['2470', false],
    ['10068', true],
    ['1006', true],
    ['100', false],
    ['#10068', true],
    ['#1006', false],
    ['VP-10068-R1', true],
  ])('task 10068 with batch LOT-24/7 is found by %s: %s', (search, is) => {
    expect(isCode(search, 10_068, 'LOT-24/7')).toBe(is);
  });

  it('the search finds a batch code by three or more digits in it', () => {
    const found = (search: string) => isCode(search, 1, 'LOT-2024A157');
    expect(['2024', '202', '20240', '157', '15', '57', '024'].map(found)).toEqual([
      true,
      false,
      false,
      true,
      false,
      false,
      false,
    ]);
  });

  it('the search finds a batch by a part of its code, even if this part contains % or _', () => {
    const isInside = (typed: string) =>
      isLike(codesOf(10_068, 'A%B_9'), insideCodes(typed).replaceAll('\\', ''));
    expect(insideCodes('50%_a\\')).toBe('%\n=%50\\%\\_a\\\\%');
    expect(['006', 'b_9', 'x'].map(isInside)).toEqual([true, true, false]);
  });
});

describe('the search corrects spelling mistakes', () => {
  it.each([
    ['semaglutde', true],
    ['semaglutidee', true],
    ['semaglutude', true],
    ['semagultide', true],
    ['emaglutide', true],
    ['semagluted', true],
    ['xemaglutidx', true],
    ['xemagltidx', false],
    ['tirzepatide', false],
  ])('the searched word %s may mean semaglutide: %s', (typed, is) => {
    expect(mayBeMeant(typed, 'semaglutide')).toBe(is);
  });

  it('the search corrects a short word with one wrong letter', () => {
    expect([mayBeMeant('nadd', 'nad'), mayBeMeant('nxx', 'nad')]).toEqual([true, false]);
  });

  it('the search never corrects a number', () => {
    expect(mayBeMeant('bcp157', 'bpc157')).toBe(true);
    expect(mayBeMeant('bpc158', 'bpc157')).toBe(false);
  });
});
