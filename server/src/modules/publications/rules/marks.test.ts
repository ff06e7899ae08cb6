import { describe, expect, it } from 'vitest';
import { countedTest, idOf } from './counted-tests.fixture.ts';
import { isAddition, subjectsOf } from './marks.ts';

const pending = countedTest({ state: 'pending', values: [] });

describe('the server recognises changes that only add to the counts', () => {
  it.each([
    ['a received test', undefined, pending],
    ['a test that became public', undefined, countedTest()],
    ['a first result', pending, countedTest()],
    ['a first result with a new record for its batch', { ...pending, batch_id: null }, countedTest()],
    ['a later event of a test without a result', pending, { ...pending, at_ms: 2_000 }],
  ])('a change of a test that is %s only adds to the counts', (_, before, after) => {
    expect(isAddition(before, after)).toBe(true);
  });

  it.each([
    ['a withdrawal', countedTest(), { ...pending, retracted: 1 }],
    ['a test that no longer counts', countedTest(), undefined],
    ['a test that was made private', pending, countedTest({ state: 'withheld', values: [] })],
    ['an amendment', countedTest(), countedTest({ superseded: 1, at_ms: 2_000 })],
    ['another maker', pending, { ...pending, maker_id: idOf('m2') }],
    ['a first result under another name', pending, countedTest({ compound: 'TB-500' })],
    ['a result after a retraction', { ...pending, retracted: 1 }, countedTest({ retracted: 2 })],
  ])('a change of a test that is not %s can remove something from the counts', (_, before, after) => {
    expect(isAddition(before, after)).toBe(false);
  });

  it("a change concerns the pages of the test's old and new compound, maker and batch", () => {
    const subjects = subjectsOf([countedTest(), countedTest({ maker_id: idOf('m2'), batch_id: null })]);
    expect(subjects).toEqual([
      { kind: 'compound', id: 'c1' },
      { kind: 'maker', id: idOf('m1') },
      { kind: 'batch', id: idOf('b1') },
      { kind: 'maker', id: idOf('m2') },
    ]);
  });
});
