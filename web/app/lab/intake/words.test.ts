import { describe, expect, it } from 'vitest';
import { readEntry } from './words';

describe('staff scan or type the vials of a parcel', () => {
  it.each([
    ['10023', { kind: 'vial', task: 10023 }],
    [' Task #10023 ', { kind: 'vial', task: 10023 }],
    ['https://lab.example/verify#task=10023&key=AAAA-BBBB-CCCC', { kind: 'vial', task: 10023 }],
    ['broken', { kind: 'refuse', rejection: 'broken' }],
    ['Unlabelled', { kind: 'refuse', rejection: 'unlabelled' }],
    [' insufficient', { kind: 'refuse', rejection: 'insufficient' }],
    ['ok', { kind: 'accept' }],
    // A refusal for another reason needs a text, which a person cannot scan.
    ['other', { kind: 'unclear' }],
    ['5901234123457x', { kind: 'unclear' }],
    ['', { kind: 'unclear' }],
  ])('the scan field recognises the entry %s', (text, meant) => {
    expect(readEntry(text)).toEqual(meant);
  });
});
