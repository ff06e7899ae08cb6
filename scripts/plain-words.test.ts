import { expect, test } from 'vitest';
import { hardSubjects, hardWords } from './plain-words.ts';

const added = (file: string, ...lines: string[]) =>
  hardWords(['--- a/x', `+++ b/${file}`, '@@ -3,0 +8,2 @@', ...lines.map((line) => `+${line}`)].join('\n'));

test('the advice lists hard words in added comments, test names and documents, with file and line', () => {
  expect(added('a.ts', 'const a = 1;', '/** The row, or null when there is none. */')).toEqual([
    'a.ts:9 "is none"',
  ]);
  expect(added('a.ts', "  test('whoever asks waits', () => {")).toEqual(['a.ts:8 "whoever"']);
  expect(added('a.md', 'An admin is told.')).toEqual(['a.md:8 "is told"']);
});

test('the advice on plain words ignores code, unchanged files and comments without hard words', () => {
  expect(added('a.ts', "const words = 'Whoever reads this';", 'const at = "https://is none";')).toEqual([]);
  expect(added('a.json', 'whoever')).toEqual([]);
  expect(added('a.ts', '// The row, or null.')).toEqual([]);
});

test('the advice lists commit subjects that have more than 72 characters or state two things', () => {
  const good = `Fix ${'x'.repeat(68)}`;
  expect(hardSubjects([good, `${good}x`, 'Add one; remove two'])).toEqual([
    `${good}x`,
    'Add one; remove two',
  ]);
});
