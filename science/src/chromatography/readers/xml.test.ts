import { describe, expect, it } from 'vitest';
import { walkXml } from './xml.ts';

function walked(text: string): { events: number; seconds: number } {
  const began = process.cpuUsage().user;
  let events = 0;
  for (const _ of walkXml(text)) events += 1;
  return { events, seconds: (process.cpuUsage().user - began) / 1e6 };
}

describe('the XML reader reads a document without line ends', () => {
  it('the reader is as fast for a document without line ends as for one with line ends', () => {
    const cell = '<cvParam accession="MS:1000511" name="ms level" value="1"/>';
    const count = 60_000;
    const lines = walked(`<mzML>${`${cell}\n`.repeat(count)}</mzML>`);
    const one = walked(`<mzML>${cell.repeat(count)}</mzML>`);
    expect(one.events).toBe(2 * count + 2);
    expect(one.seconds).toBeLessThan(3 * lines.seconds + 0.5);
  });

  it('the reader counts lines from 1, with and without line ends', () => {
    const starts = [...walkXml('<a>\n<b/>x\ny<c/>\n\n<d/></a>')].filter((event) => event.kind === 'start');
    expect(starts.map(({ name, line }) => [name, line])).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
      ['d', 5],
    ]);
  });
});
