import { expect, it } from 'vitest';
import { readScan } from './scan';

it.each([
  ['10023', '10023'],
  ['  10023\n', '10023'],
  ['#10023', '10023'],
  ['Task #10023', '10023'],
  ['https://lab.test/verify#task=10023&key=ABCD-EFGH-JKMN', '10023'],
])('the scan field finds a task number in %j', (text, task) => {
  expect(readScan(text)).toBe(task);
});

it.each(['', 'BPC-157', 'Q-77', '10023 and more', 'task=', '1234567890123456'])(
  'the scan field takes %j as a search text',
  (text) => {
    expect(readScan(text)).toBeNull();
  },
);
