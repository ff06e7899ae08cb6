import { describe, expect, it } from 'vitest';
import { readEntry } from './words';

describe("entries of a parcel's scan field", () => {
  it.each([
    ['10023', { kind: 'vial', task: 10023 }],
    [' Task #10023 ', { kind: 'vial', task: 10023 }],
    ['https://lab.example/verify#task=10023&key=AAAA-BBBB-CCCC', { kind: 'vial', task: 10023 }],
    ['broken', { kind: 'refuse', rejection: 'broken' }],
    ['Unlabelled', { kind: 'refuse', rejection: 'unlabelled' }],
    [' insufficient', { kind: 'refuse', rejection: 'insufficient' }],
    ['ok', { kind: 'accept' }],
    // A refusal for another reason needs a text, which the scan field cannot take.
    ['other', { kind: 'unclear' }],
    ['5901234123457x', { kind: 'unclear' }],
    ['', { kind: 'unclear' }],
  ])('%s', (text, meant) => {
    expect(readEntry(text)).toEqual(meant);
  });
});
