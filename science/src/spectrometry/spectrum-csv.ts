import { refuseFile, type TraceRefusal } from '../chromatography/file-reading.ts';
import { at, cut, decimal, linesOf, type Separator, split } from '../chromatography/readers/text-table.ts';
import { TRACE_LIMITS } from '../chromatography/trace-limits.ts';
import type { Points } from './read-spectrum.ts';

/** Maximum number of text lines before the numbers. */
const MOST_HEADING = 50;
const MZ = /^["\s]*(m\/z|mz|m z|mass|m\/z[\s,(].*|mass[\s(].*)["\s]*$/i;
const HEIGHT = /intens|height|abund|counts|signal|rel/i;

/**
 * Reads m/z and intensity from lines of numbers. A comma is the decimal sign unless it separates the columns. More than
 * two columns need a heading.
 */
export function readSpectrumCsv(text: string): Points | TraceRefusal {
  const lines = linesOf(text);
  if (!Array.isArray(lines)) return refuseFile('The file has more lines than a spectrum has points.');
  const first = lines
    .slice(0, MOST_HEADING)
    .findIndex(
      ({ text: line }) => columnsOf(line).fields.filter((field) => decimal(field) !== null).length >= 2,
    );
  const begin = lines[first];
  if (!begin)
    return refuseFile('This is no spectrum: there are no two columns of numbers, m/z and intensity.');
  const { separator, fields } = columnsOf(begin.text);
  const heading = lines.slice(0, first).map((line) => split(line.text, separator));
  const named = heading.findLast((words) => words.some((word) => MZ.test(word)));
  const mzAt = named?.findIndex((word) => MZ.test(word)) ?? 0;
  const heightAt = named?.findIndex((word, place) => place !== mzAt && HEIGHT.test(word)) ?? 1;
  if (heightAt === -1) return refuseFile('The heading names no column of intensities.');
  if (!named && fields.length > 2) {
    return at(
      begin,
      `${fields.length} columns without a heading; keep m/z and intensity, or name the columns`,
    );
  }
  const points: Points = { mz: [], heights: [] };
  for (const line of lines.slice(first)) {
    const row = split(line.text, separator);
    const [mz, height] = [decimal(row[mzAt] ?? ''), decimal(row[heightAt] ?? '')];
    if (mz === null) return at(line, `“${cut(row[mzAt] ?? '')}” is no m/z`);
    if (height === null) return at(line, `“${cut(row[heightAt] ?? '')}” is no intensity`);
    if (points.mz.length === TRACE_LIMITS.maxPoints)
      return refuseFile('The spectrum has more than 200,000 points.');
    points.mz.push(mz);
    points.heights.push(height);
  }
  return points;
}

function columnsOf(text: string): { separator: Separator; fields: string[] } {
  const separator = ['\t', ';'].find((mark) => text.includes(mark)) as '\t' | ';' | undefined;
  if (separator) return { separator, fields: split(text, separator) };
  // Spaces separate the columns of '1419,5 200', so its comma is a decimal sign.
  const blanks = split(text, null);
  if (blanks.length >= 2 && blanks.every((field) => decimal(field) !== null))
    return { separator: null, fields: blanks };
  return { separator: ',', fields: split(text, ',') };
}
