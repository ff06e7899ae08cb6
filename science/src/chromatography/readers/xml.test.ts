import { describe, expect, it } from 'vitest';
import { walkXml } from './xml.ts';

describe('the XML reader reads a document without line ends', () => {
  // How long this takes is measured by `npm run bench -- readers`.
  it('the reader reads a document of one very long line', () => {
    const cell = '<cvParam accession="MS:1000511" name="ms level" value="1"/>';
    const count = 60_000;
    expect([...walkXml(`<mzML>${cell.repeat(count)}</mzML>`)].length).toBe(2 * count + 2);
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
