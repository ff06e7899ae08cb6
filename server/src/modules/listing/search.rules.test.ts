import { fold } from '@vialproof/contract/fold';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COUNTED_CODES, containing, gramsOf, lines, type Matched, planSearch } from './search.rules.ts';

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

describe('the pieces of a term', () => {
  it('are the term when it is short, else its pieces of four', () => {
    expect(gramsOf('a')).toEqual(['a']);
    expect(gramsOf('ab')).toEqual(['ab']);
    expect(gramsOf('abcd')).toEqual(['abcd']);
    expect(gramsOf('abcdab')).toEqual(['abcd', 'bcda', 'cdab']);
    expect(gramsOf('𝒳𝒴𝒵𝒳𝒴')).toEqual(['𝒳𝒴𝒵𝒳', '𝒴𝒵𝒳𝒴']);
  });

  it('all stand in every text that contains the term', () => {
    const term = fc.string({ minLength: 1 });
    fc.assert(
      fc.property(fc.string(), term, fc.string(), (before, inner, after) => {
        const text = Array.from(before + inner + after).join('');
        expect(gramsOf(inner).every((gram) => text.includes(gram))).toBe(true);
      }),
    );
  });
});

it('takes wildcards of LIKE literally', () => {
  expect(containing('50%_a\\')).toBe('%50\\%\\_a\\\\%');
});

describe('the plan of a search', () => {
  const nothing: Matched = {
    rows: 1e6,
    subjects: 0,
    subjectTests: 0,
    makers: 0,
    makerTests: 0,
    probed: 0,
    coded: 0,
  };
  const first = { offset: 0, limit: 9 };
  const plan = (matched: Partial<Matched>, page = first) => planSearch({ ...nothing, ...matched }, page);

  it('asks nothing more where nothing was found', () => {
    expect(plan({})).toEqual({ plan: { way: 'none' }, total: { kind: 'exact', tests: 0 } });
  });

  it('gathers a rare word and walks for a frequent one; both totals are sums', () => {
    expect(plan({ makers: 2, makerTests: 40 })).toEqual({
      plan: { way: 'gather', reach: 9 },
      total: { kind: 'exact', tests: 40 },
    });
    expect(plan({ subjects: 30, subjectTests: 150_000 })).toEqual({
      plan: { way: 'walk' },
      total: { kind: 'exact', tests: 150_000 },
    });
  });

  it('adds codes to words, for they are counted without each other', () => {
    expect(plan({ subjects: 1, subjectTests: 7, coded: 3 }).total).toEqual({ kind: 'exact', tests: 10 });
  });

  it('counts what a test’s subject and its maker may both mean while it is little, else bounds it', () => {
    const both = { subjects: 3, makers: 2, makerTests: 100 };
    expect(plan({ ...both, subjectTests: 300 })).toEqual({
      plan: { way: 'gather', reach: 400 },
      total: { kind: 'counted' },
    });
    expect(plan({ ...both, subjectTests: 30_000 }).total).toEqual({ kind: 'at_least', tests: 30_000 });
  });

  it('bounds what is found by more codes than are counted', () => {
    expect(plan({ coded: COUNTED_CODES + 1 })).toEqual({
      plan: { way: 'walk' },
      total: { kind: 'at_least', tests: COUNTED_CODES },
    });
    expect(plan({ probed: 40 })).toEqual({ plan: { way: 'walk' }, total: { kind: 'sampled', tests: 0 } });
  });

  it('reads nothing for a page past the end', () => {
    expect(plan({ makers: 1, makerTests: 40 }, { offset: 45, limit: 9 }).plan).toEqual({ way: 'none' });
  });
});
