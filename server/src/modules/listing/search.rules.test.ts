import { fold } from '@vialproof/contract/fold';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { containing, gramsOf, lines, meantBy, nearOf, shortened, startsOf, wordsOf } from './search.rules.ts';

describe('folding', () => {
  it('takes away case, compatibility forms, control characters and doubled space', () => {
    expect(fold('  BPC-157\u0000 \t 5 MG ')).toBe('bpc-157 5 mg');
    expect(fold('Ｓｅｍａ')).toBe('sema');
    expect(fold('10 µg')).toBe(fold('10 μg'));
  });

  it('is the same done twice, whatever the text', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => fold(fold(text)) === fold(text)));
  });

  it('keeps several texts apart by lines, each once', () => {
    expect(lines(['Semaglutide', null, ' semaglutide', 'Semaglutide 5 mg', ''])).toBe(
      'semaglutide\nsemaglutide 5 mg',
    );
  });
});

/** As LIKE matches a pattern whose only wildcard is %. */
const isLike = (text: string, pattern: string) =>
  pattern.startsWith('%') && text.includes(pattern.slice(1, -1));
const isFound = (search: string, words: string) =>
  wordsOf(fold(search)).every(({ pattern }) => isLike(startsOf(words), pattern));

describe('the words of a search', () => {
  it.each(['bpc157', 'bpc 157', 'BPC-157', 'bpc–157', '157', 'bpc157 5mg', '5 mg bpc'])(
    'find BPC-157 5 mg by %s, whatever stands between them',
    (search) => {
      expect(isFound(search, 'bpc-157\nbpc-157 5 mg')).toBe(true);
    },
  );

  it.each(['57', '7 5', '5mg 6mg', 'mg5', 'bpc158'])('do not find it by %s', (search) => {
    expect(isFound(search, 'bpc-157 5 mg')).toBe(false);
  });

  it('tell 5 mg from 15 mg', () => {
    expect([
      isFound('5mg', 'sema 15 mg'),
      isFound('5 mg', 'sema 15 mg'),
      isFound('15mg', 'sema 15 mg'),
    ]).toEqual([false, false, true]);
  });

  it('find letters inside a word, and short words of other scripts', () => {
    expect(isFound('glutide', 'semaglutide')).toBe(true);
    expect(isFound('肽', '司美格鲁肽 生物')).toBe(true);
    expect(isFound('פפטיד', 'פפטיד בע״מ')).toBe(true);
  });

  it('are few, distinct and none where there is neither letter nor digit', () => {
    expect(wordsOf('% _ \\ 😀')).toEqual([]);
    expect(wordsOf('a a-b ab').map(({ text }) => text)).toEqual(['a', 'ab']);
    expect(wordsOf('a b c d e f g h i j k l m n o p q r s t u v w x y z')).toHaveLength(20);
  });

  it('take a number after # for a task and nothing else', () => {
    expect(wordsOf('#10068 10068').map(({ isTask, text }) => [isTask, text])).toEqual([
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
  ])('leave out what only names the number after it: %s', (search, words) => {
    expect(wordsOf(fold(search)).map(({ typed }) => typed)).toEqual(words);
  });

  it('take the number of a certificate for that task', () => {
    for (const number of ['vp-10068-r1', 'vp-10068', 'vp\u201110068\u2011r2'])
      expect(wordsOf(number).map(({ isTask, text }) => [isTask, text])).toEqual([[true, '10068']]);
    for (const batch of ['vp100', 'vp-42-r1', 'vp10068x'])
      expect(wordsOf(batch).map(({ isTask }) => isTask)).toEqual([false]);
  });

  it('of whatever text find that text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        // A letter may fold to another place in a sequence; what was folded once stays.
        const folded = fold(text);
        return isFound(folded, folded);
      }),
    );
  });
});

describe('a word one letter off', () => {
  it.each(['semaglutde', 'semaglutidee', 'semaglutude', 'semagultide', 'emaglutide'])(
    'finds semaglutide: %s',
    (typed) => {
      const near = new Set(nearOf('semaglutide 5 mg'));
      expect(shortened(typed).some((each) => near.has(each))).toBe(true);
      expect(meantBy(typed, 'semaglutide 5 mg')).toEqual(['semaglutide']);
    },
  );

  it.each(['semaglt', 'semagluted', 'xemaglutidx', 'tirzepatide'])('is not %s', (typed) => {
    expect(meantBy(typed, 'semaglutide 5 mg')).toEqual([]);
  });

  it('never takes one number for another', () => {
    expect(meantBy('bcp157', 'bpc-157')).toEqual(['bpc157']);
    expect(meantBy('bpc158', 'bpc-157')).toEqual([]);
  });

  it('shares a shortened form with every word that is one error away', () => {
    const letter = fc.constantFrom(...'abcde');
    const word = fc.array(letter, { minLength: 4, maxLength: 9 });
    const error = fc.record({ at: fc.nat(8), kind: fc.constantFrom('out', 'in', 'other', 'swap'), letter });
    fc.assert(
      fc.property(word, error, (letters, { at: place, kind, letter: other }) => {
        const at = place % letters.length;
        const typed = [...letters];
        if (kind === 'out') typed.splice(at, 1);
        else if (kind === 'in') typed.splice(at, 0, other);
        else if (kind === 'other') typed[at] = other;
        else
          typed.splice(
            Math.min(at, letters.length - 2),
            2,
            ...typed
              .slice(Math.min(at, letters.length - 2))
              .slice(0, 2)
              .reverse(),
          );
        const known = letters.join('');
        const near = new Set(nearOf(known));
        expect(shortened(typed.join('')).some((each) => near.has(each))).toBe(true);
        expect(meantBy(typed.join(''), known)).toEqual([known]);
      }),
    );
  });
});

describe('the pieces by which codes are asked', () => {
  it('are the word when it is short, else its pieces of four', () => {
    expect(gramsOf('a')).toEqual(['a']);
    expect(gramsOf('abcd')).toEqual(['abcd']);
    expect(gramsOf('abcdab')).toEqual(['abcd', 'bcda', 'cdab']);
    expect(gramsOf('𝒳𝒴𝒵𝒳𝒴')).toEqual(['𝒳𝒴𝒵𝒳', '𝒴𝒵𝒳𝒴']);
  });

  it('all stand in every text that contains the word', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), fc.string(), (before, inner, after) => {
        const text = Array.from(before + inner + after).join('');
        expect(gramsOf(inner).every((gram) => text.includes(gram))).toBe(true);
      }),
    );
  });
});

it('takes wildcards of LIKE literally', () => {
  expect(containing('50%_a\\')).toBe('%50\\%\\_a\\\\%');
});
