import { inflateSync } from 'node:zlib';
import { readChromatogram } from '@vialproof/science/chromatography/readers/chromatogram-file';
import { CRAFTED } from '@vialproof/science/chromatography/readers/crafted-files.fixture';
import { walkXml } from '@vialproof/science/chromatography/readers/xml';
import { type Finding, milliseconds, ratio } from '../report.ts';

const MOST_MS = 2_000;
/** More than this, and the time would grow with the square of the length. */
const MOST_TIMES = 3;
const CELLS = 60_000;
const CELL = '<cvParam accession="MS:1000511" name="ms level" value="1"/>';

export const title = 'Readers of chromatograms: files made to block them';

/** Measures the processor time for files that the reader refuses, and for a document of one very long line. */
export async function run(): Promise<Finding[]> {
  const times = CRAFTED.map(([what, file]) => {
    const bytes = file();
    const taken = processorMs(() =>
      readChromatogram(bytes, (packed, most) => inflateSync(packed, { maxOutputLength: most })),
    );
    return { what, taken };
  }).toSorted((one, other) => other.taken - one.taken);
  const [slowest = { what: 'none', taken: 0 }] = times;
  const walked = (text: string) => processorMs(() => [...walkXml(text)].length);
  const lines = walked(`<mzML>${`${CELL}\n`.repeat(CELLS)}</mzML>`);
  const one = walked(`<mzML>${CELL.repeat(CELLS)}</mzML>`);
  return [
    {
      what: `the slowest of ${times.length} refused files (${slowest.what})`,
      measured: milliseconds(slowest.taken),
      target: `at most ${milliseconds(MOST_MS)}`,
      met: slowest.taken <= MOST_MS,
    },
    {
      what: 'a document of one line, compared with one of many lines',
      measured: `${ratio(one / lines)} times as long`,
      target: `at most ${MOST_TIMES}`,
      met: one <= MOST_TIMES * lines,
    },
  ];
}

function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
