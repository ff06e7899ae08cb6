import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPair } from './typed-pair.ts';

const KEY = 'D0KR-SKE1-YDK7';

describe('a pasted task number is recognised', () => {
  it.each([
    '10065',
    '#10065',
    'VP-10065',
    'Task #10065',
    'Task number 10065',
    'Task number: 10065',
    '１００６５',
    '10,065',
    '10 065',
    '10\u202f065',
    '10.065',
    '10065.',
    '“10065”',
    'vp-10065',
    'VP\u201110065',
    'certificate VP-10065 of yesterday',
    'certificate_VP-10065.pdf',
    'VP-10,065',
    "10'065",
    '10’065',
    '١٠٠٦٥',
    '10065 of 2026-11-26',
  ])('the pasted text “%s” is the task number 10065', (typed) => {
    expect(readPair(typed, KEY)).toEqual({ taskNumber: '10065', uniqueKey: KEY });
  });

  it.each([
    ...[
      'VP-10065-R2',
      'vp–10065–r2',
      'VP 10065 R2',
      'VP-10065\u200b-R2.',
      'VP - 10065 - R2',
      'VP_10065_R2.pdf',
    ],
    ...['10065-R2', 'VP-10,065-R2', 'VP﹘10065﹘R2'],
  ])('a task number and a revision number are found in the pasted text “%s”', (typed) => {
    expect(readPair(typed, KEY)).toEqual({ taskNumber: '10065', uniqueKey: KEY, revision: '2' });
  });

  it.each(['', 'ten thousand', '123', '12-34-56'])(
    'the text “%s” is not a task number and stays as the person typed it',
    (typed) => {
      expect(readPair(typed, KEY).taskNumber).toBe(typed);
    },
  );
});

describe('a pasted key is recognised', () => {
  it.each([
    'D0KR-SKE1-YDK7',
    'd0kr-ske1-ydk7',
    'D0KR SKE1 YDK7',
    'D0KR–SKE1—YDK7',
    'D0KR\u2011SKE1\u2010YDK7',
    'D0KR−SKE1−YDK7',
    'D0KR-\u00adSKE1-\u200bYDK7',
    'D0KR-SKE1-YDK7.',
    '"D0KR-SKE1-YDK7"',
    '‘D0KR-SKE1-YDK7’',
    'Ｄ０ＫＲ-ＳＫＥ１-ＹＤＫ７',
    'Unique key D0KR-SKE1-YDK7',
    'Unique key: D0KR-SKE1-YDK7,',
    'your code D0KR-SKE1-YDK7',
    'your code D0KR SKE1 YDK7',
    'D0KR-SKE1-YDK7 (private)',
    'D0KR-SKE1-YDK7 keep it',
    'D0KR-SKE1-YDK7 keep',
    'D0KR SKE1 YDK7 (private)',
    'D0KR - SKE1 - YDK7',
  ])('a key is found in the pasted text “%s”', (typed) => {
    expect(readPair('10065', typed).uniqueKey.replace(/-+/g, '-')).toBe(KEY);
  });

  it('a key without dashes keeps its twelve characters', () => {
    expect(readPair('10065', 'd0krske1ydk7').uniqueKey).toBe('D0KRSKE1YDK7');
  });

  it('a part of a longer word is not read as a key', () => {
    for (const typed of ['XD0KR-SKE1-YDK7', 'D0KR-SKE1-YDK7X', 'D0KRSKE1YDK7D', `${KEY}${KEY}`])
      expect(readPair('10065', typed).uniqueKey).toBe(typed);
    expect(readPair('10065', 'd0krske1ydk7 (private)').uniqueKey).toBe('D0KRSKE1YDK7');
  });

  it('an invalid key stays as the person typed it', () => {
    for (const typed of ['', 'D0KR', 'nothing']) expect(readPair('10065', typed).uniqueKey).toBe(typed);
  });
});

describe('the address in the QR code of a certificate gives its number, key and revision', () => {
  const address = `https://lab.example/verify#task=10065&key=${KEY}&revision=3&c=0123456789abcdef`;

  it('a person may paste the address into either field, and both fields get their number, key and revision', () => {
    const pair = { taskNumber: '10065', uniqueKey: KEY, revision: '3' };
    expect(readPair(address, '')).toEqual(pair);
    expect(readPair('', `Scan: ${address}`)).toEqual(pair);
    expect(readPair('99999', address)).toEqual(pair);
    const short = `https://lab.example/verify#task=10065&key=${KEY}`;
    for (const written of [
      `${short}.`,
      `<${short}>`,
      `(${short})`,
      `“${short}”`,
      short.replace('&', '&amp;'),
    ])
      expect(readPair(written, '-')).toEqual({ taskNumber: '10065', uniqueKey: KEY });
  });
});

it('a correct number and key are found in any text, and no text throws an error', () => {
  const alphabet = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'];
  const four = fc
    .array(fc.constantFrom(...alphabet), { minLength: 4, maxLength: 4 })
    .map((all) => all.join(''));
  const around = fc.constantFrom('', ' ', '"', '\u200b', '.', '\u00a0');
  fc.assert(
    fc.property(
      fc.integer({ min: 10_000, max: 999_999_999 }),
      fc.tuple(four, four, four),
      fc.constantFrom('-', ' ', '–', '\u2011', ''),
      around,
      around,
      (task, key, dash, before, after) => {
        const pair = readPair(`${before}${task}${after}`, `${before}${key.join(dash)}${after}`);
        expect(pair.taskNumber).toBe(String(task));
        expect(pair.uniqueKey.replace(/-/g, '')).toBe(key.join(''));
      },
    ),
  );
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary' }),
      (one, other) => void readPair(one, other),
    ),
  );
});
