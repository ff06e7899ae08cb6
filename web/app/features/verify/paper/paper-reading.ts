import { DECISION_WORDS } from '@vialproof/science/measurement/measurement-words';
import { type Credentials, credentialsIn } from '../certificate-code';
import type { Cell, Line } from './paper-lines';
import type { PdfText } from './pdf-text';

/** A text for comparison: upper and lower case, wide letters and spaces make no difference. */
export const plain = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

const near = (one: number, other: number) => Math.abs(one - other) < 2.5;
const overlaps = (one: Cell, other: Cell) => one.left < other.right + 1 && other.left < one.right + 1;

/** The text of a cell continues over at most this many lines. */
const MOST_LINES = 8;

/**
 * The text of a cell with the lines below that continue it. `start` is the left edge of its row: text at `start` begins
 * the next row, except in the first `named` lines, which are the name of the row.
 */
function wholeOf(lines: Line[], at: number, cell: Cell, start: number, named = 1): string {
  let text = cell.text;
  for (let next = at + 1; next <= at + MOST_LINES; next++) {
    const [before, line] = [lines[next - 1], lines[next]];
    if (!before || !line || line.page !== before.page || before.y - line.y > 1.8 * line.size) break;
    if (next >= at + named && line.cells.some(({ left }) => near(left, start))) break;
    const more = line.cells.find(({ left, right }) => near(left, cell.left) || near(right, cell.right));
    if (!more) break;
    text += ` ${more.text}`;
  }
  return text;
}

/**
 * The text after a label or below it. `label` must match the start of a cell; a label alone or before a colon is better
 * than one in a sentence. `looks` is the pattern of the text. Null without a match.
 */
export function saidAfter(lines: Line[], label: RegExp, looks = /./): string | null {
  let loose: string | null = null;
  for (const [at, line] of lines.entries()) {
    for (const [place, cell] of line.cells.entries()) {
      const [found] = label.exec(cell.text) ?? [];
      if (found === undefined) continue;
      const rest = cell.text.slice(found.length);
      const said = rest.replace(/^\s*[:=#]?\s*/, '');
      if (said !== '' && /^\s*[:=]/.test(rest)) return said;
      if (said !== '') {
        if (said.length <= 60) loose ??= said;
        continue;
      }
      const next = line.cells[place + 1];
      if (next && looks.test(next.text)) return wholeOf(lines, at, next, cell.left);
      const below = lines[at + 1]?.cells.find(({ left }) => near(left, cell.left));
      if (below && looks.test(below.text)) return below.text;
    }
  }
  return loose;
}

interface Columns {
  result: Cell;
  limit: Cell | undefined;
  verdict: Cell | undefined;
}

/** The columns of the table around this line, from the nearest head above it. */
function columnsAbove(lines: Line[], at: number): Columns | null {
  for (let before = at - 1; before >= 0 && lines[before]?.page === lines[at]?.page; before--) {
    const cells = lines[before]?.cells ?? [];
    const named = (name: RegExp) => cells.find(({ text }) => name.test(text));
    const result = named(/^(?:results?|values?|found|measured)$/i);
    if (!result || cells.length < 3) continue;
    return {
      result,
      limit: named(/^(?:limits?|spec(?:ification)?s?\.?|acceptance criteria)$/i),
      verdict: named(/^(?:verdict|conclusion|pass\/fail)$/i),
    };
  }
  return null;
}

/** The words of all verdicts. Longer ones come first, because some end with the words of another. */
const verdictWords = Object.values(DECISION_WORDS).toSorted((one, other) => other.length - one.length);

/** The cells of a line of the table. A long limit may touch its verdict, so such a text is split into two cells. */
function cellsUnder(cells: Cell[], { limit, verdict }: Columns): Cell[] {
  if (!limit || !verdict) return cells;
  return cells.flatMap((cell) => {
    if (!overlaps(cell, limit) || cell.right < verdict.left) return [cell];
    const word = verdictWords.find((each) => plain(cell.text).endsWith(` ${plain(each)}`));
    if (word === undefined) return [cell];
    return [
      { ...cell, text: cell.text.slice(0, -word.length).trim(), right: verdict.left - 2 },
      { ...cell, text: cell.text.slice(-word.length), left: verdict.left },
    ];
  });
}

/** A line of a results table on a paper. Null means that the paper has no such column. */
export interface PaperRow {
  value: string;
  limit: string | null;
  verdict: string | null;
}

/** The pattern of a number with its qualifier and unit. */
const figure = /(?:[<>≤≥~]\s*)?[-−]?\d[\d.,]*(?:\s*±\s*\d[\d.,]*)?(?:\s*(?:%|[\p{L}µ]+(?:\/[\p{L}µ]+)?))?/u;

/** The value in a row of a table without head: the first text with a number that is neither method nor limit. */
function valueBeside(rest: string[], skip: string[]): string | null {
  const cells = rest.filter((text) => !skip.includes(plain(text)));
  if (cells.length > 1 || rest.length > 1) return cells.find((text) => /\d/.test(text)) ?? cells[0] ?? null;
  const [only] = cells;
  if (only === undefined) return null;
  let bare = plain(only);
  for (const each of skip) if (each !== '') bare = bare.replace(each, ' ');
  return figure.exec(bare)?.[0].trim() ?? null;
}

function rowAt(
  lines: Line[],
  at: number,
  place: number,
  { label, name, skip }: { label: string; name: string; skip: string[] },
): PaperRow | null {
  const line = lines[at];
  const cell = line?.cells[place];
  if (!line || !cell) return null;
  const columns = columnsAbove(lines, at);
  const others = line.cells.slice(place + 1);
  if (columns && others.length > 0) {
    const inTable = cellsUnder(others, columns);
    const named = linesOfName(lines, at, cell, name) ?? 1;
    const under = (column: Cell | undefined) => {
      const found = column && inTable.find((each) => overlaps(each, column));
      return found ? wholeOf(lines, at, found, cell.left, named) : null;
    };
    const value = under(columns.result);
    if (value !== null) return { value, limit: under(columns.limit), verdict: under(columns.verdict) };
  }
  const behind = cell.text
    .slice(label.length)
    .replace(/^[^\d<>≤≥~-]*:\s*/, '')
    .trim();
  const rest = [...(behind === '' ? [] : [behind]), ...others.map(({ text }) => text)];
  const below =
    rest.length === 0 ? lines[at + 1]?.cells.find(({ left }) => near(left, cell.left)) : undefined;
  const value = valueBeside(below ? [below.text] : rest, skip);
  return value === null ? null : { value, limit: null, verdict: null };
}

/** How many lines the name takes that begins in this cell. Null if it is another name. */
function linesOfName(lines: Line[], at: number, cell: Cell, name: string): number | null {
  let text = plain(cell.text);
  if (text === name) return 1;
  for (let next = at + 1; text.length >= 4 && name.startsWith(text) && next <= at + MOST_LINES; next++) {
    const more = lines[next]?.cells.find(({ left }) => near(left, cell.left));
    if (!more) return null;
    const spaced = `${text} ${plain(more.text)}`;
    text = name.startsWith(spaced) ? spaced : text + plain(more.text);
    if (text === name) return next - at + 1;
  }
  return null;
}

/** The names that other laboratories use for the two most common lines. */
const otherNames: [RegExp, RegExp][] = [
  [/purity/i, /^(?:\p{L}+[ -])?purity(?![\p{L}-])[^.]{0,30}/iu],
  [
    /^(?:amount|content)/i,
    /^(?:amount|(?:net )?(?:peptide )?content|quantity|assay)(?![\p{L}-])[^.\d]{0,30}/iu,
  ],
];

/**
 * The row of the paper for a line of the record: with the same name, or a name that begins with it, or another usual
 * name. `before`: how many earlier lines of the record have this name.
 */
export function rowOf(
  lines: Line[],
  { analyte, method, limit }: { analyte: string; method: string; limit: string },
  before = 0,
): PaperRow | null {
  const [name, skip] = [plain(analyte), [plain(method), plain(limit)]];
  const other = otherNames.find(([is]) => is.test(analyte))?.[1];
  const rules: ((cell: Cell, at: number) => string | null)[] = [
    (cell, at) => (linesOfName(lines, at, cell, name) === null ? null : cell.text),
    (cell) =>
      plain(cell.text).startsWith(name) && /^\s*[:(\d<>≤≥~]/.test(cell.text.slice(analyte.length))
        ? cell.text.slice(0, analyte.length)
        : null,
    (cell) => (cell.text.length < 90 ? (other?.exec(cell.text)?.[0] ?? null) : null),
  ];
  for (const rule of rules) {
    const rows = lines.flatMap((line, at) =>
      line.cells.flatMap((cell, place) => {
        const label = rule(cell, at);
        return label === null ? [] : (rowAt(lines, at, place, { label, name, skip }) ?? []);
      }),
    );
    const found = rows[before] ?? rows.at(-1);
    if (found) return found;
  }
  return null;
}

/**
 * Rows of the paper that the record does not have: they have a verdict at the end, and a name that is not in `known`.
 */
export function rowsBeside(lines: Line[], known: string[]): { name: string; value: string }[] {
  const [names, words] = [known.map(plain), verdictWords.map(plain)];
  return lines.flatMap((line, at) => {
    const [first, ...others] = line.cells;
    const columns = columnsAbove(lines, at);
    const inTable = columns ? cellsUnder(others, columns) : [];
    const under = (column: Cell | undefined) => column && inTable.find((each) => overlaps(each, column));
    const [value, verdict] = [under(columns?.result), under(columns?.verdict)];
    if (!first || !value || !verdict || !words.includes(plain(verdict.text))) return [];
    const name = plain(first.text);
    // Only the first line of a long name is compared with the known names.
    if (names.some((each) => each.startsWith(name) || name.startsWith(each))) return [];
    return [{ name: first.text, value: value.text }];
  });
}

const keyOnPaper = /\b[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}\b/i;

/** The certificate that a paper names: by a /verify link, its number, or its labels. */
export function namedBy({ links }: PdfText, lines: Line[]): Partial<Credentials> {
  const text = lines.map(({ cells }) => cells.map((cell) => cell.text).join(' ')).join('\n');
  const addresses = [...links, ...(text.match(/https?:\/\/\S+#\S+/g) ?? [])];
  for (const each of addresses) {
    const named = /\/verify\/?#/i.test(each) ? credentialsIn(each.slice(each.indexOf('#'))) : null;
    if (named) return named;
  }
  const number = /\bVP-(\d{1,15})-R(\d{1,4})\b/i.exec(text);
  const task = number?.[1] ?? saidAfter(lines, /^task(?:\s*(?:number|no\.?))?(?!\p{L})/iu)?.match(/\d+/)?.[0];
  const key = keyOnPaper.exec(text)?.[0];
  return {
    ...(task ? { taskNumber: task } : {}),
    ...(key ? { uniqueKey: key } : {}),
    ...(number ? { revision: Number(number[2]) } : {}),
  };
}
