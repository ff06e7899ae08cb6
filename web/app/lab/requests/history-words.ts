import type { HistoryEntry } from '@vialproof/contract/history';
import { type DetailLine, detailLines } from '../audit-words';

type Detail = HistoryEntry['detail'];
interface Change {
  path: string;
  from: unknown;
  to: unknown;
}

const words = (name: string) => {
  if (name === 'sha256') return 'SHA-256';
  if (name === 'purity_percent') return 'Purity, %';
  const said = name.replaceAll('_', ' ');
  return said.charAt(0).toUpperCase() + said.slice(1);
};

/** A value in plain words. An object becomes names and values. */
function plain(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(plain).join(', ') || 'none';
  if (typeof value !== 'object') return String(value);
  const parts = Object.entries(value).filter(([, part]) => part !== null && part !== '');
  return parts.map(([name, part]) => `${words(name).toLowerCase()} ${plain(part)}`).join('; ');
}

/** The path 'measurements.0.value' in words: 'Line 1, value'. */
function pathWords(path: string): string {
  const [, place, field] = /^measurements\.(\d+)(?:\.(.+))?$/.exec(path) ?? [];
  if (place === undefined) return words(path);
  const line = `Line ${Number(place) + 1}`;
  return field ? `${line}, ${words(field).toLowerCase()}` : line;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Limit {
  start_min: number;
  end_min: number;
}

const limitsOf = ({ limits }: Detail) => (Array.isArray(limits) ? (limits as Limit[]) : []);
const overlap = (one: Limit, other: Limit) =>
  Math.min(one.end_min, other.end_min) - Math.max(one.start_min, other.start_min);

function limitWords(limit: Limit | undefined): string {
  if (!limit) return 'none';
  const { start_min: start, end_min: end, ...more } = limit;
  const rest = Object.keys(more).length > 0 ? `; ${plain(more)}` : '';
  return `${start} to ${end} min${rest}`;
}

const changed = (name: string, from: string, value: string): DetailLine[] =>
  from === value ? [] : [{ name, from, value }];

/** The peaks that changed. Two peaks that mostly overlap are the same peak, even with different numbers. */
function peakLines(before: Detail, after: Detail): DetailLine[] {
  const left = [...limitsOf(after)];
  const kept = limitsOf(before).flatMap((was, place) => {
    const [best] = left.toSorted((one, other) => overlap(other, was) - overlap(one, was));
    const is = best && overlap(best, was) > 0 ? best : undefined;
    if (is) left.splice(left.indexOf(is), 1);
    return changed(`Peak ${place + 1}`, limitWords(was), limitWords(is));
  });
  return [...kept, ...left.map((is) => ({ name: 'New peak', from: 'none', value: limitWords(is) }))];
}

/** The changes of peaks and baseline, one per line. */
function integrationLines(before: Detail, after: Detail): DetailLine[] {
  const main = (detail: Detail) =>
    typeof detail.main_peak === 'number' ? limitWords(limitsOf(detail)[detail.main_peak]) : 'none';
  const others = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => name !== 'limits' && name !== 'main_peak',
  );
  const said = (value: unknown) => plain(value).replaceAll('_', ' ');
  return [
    ...peakLines(before, after),
    ...changed('Main peak', main(before), main(after)),
    ...others.flatMap((name) => changed(words(name), said(before[name]), said(after[name]))),
  ];
}

/** An object in words, one part per line: 'Chromatogram, SHA-256'. */
function partLines(name: string, value: unknown): DetailLine[] {
  if (!isRecord(value)) return [{ name: words(name), value: plain(value) }];
  return Object.entries(value).map(([part, of]) => ({
    name: `${words(name)}, ${words(part).replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())}`,
    value: plain(of),
  }));
}

/** The changes or the details of an entry, one per line. */
export function historyLines({ changes, before, after, sha256, ...others }: Detail): DetailLine[] {
  const lines: DetailLine[] = [];
  if (Array.isArray(changes)) {
    for (const { path, from, to } of changes as Change[]) {
      lines.push({ name: pathWords(path), from: plain(from), value: plain(to) });
    }
  }
  if (isRecord(before) && isRecord(after)) lines.push(...integrationLines(before, after));
  else if (before !== undefined) lines.push(...partLines('before', before));
  if (isRecord(sha256)) lines.push({ name: 'SHA-256', from: plain(sha256.from), value: plain(sha256.to) });
  else if (sha256 !== undefined) lines.push({ name: 'SHA-256', value: plain(sha256) });
  const isNested = (value: unknown) => isRecord(value) && !('from' in value);
  const nested = Object.entries(others).filter(([, value]) => isNested(value));
  const simple = Object.entries(others).filter(([, value]) => !isNested(value));
  lines.push(...nested.flatMap(([name, value]) => partLines(name, value)));
  return [...lines, ...detailLines(Object.fromEntries(simple))];
}
