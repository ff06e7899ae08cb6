import type { HistoryEntry } from '@vialproof/contract/history';
import { type DetailLine, detailLines } from '../audit-words';

type Detail = HistoryEntry['detail'];
interface Change {
  path: string;
  from: unknown;
  to: unknown;
}

const words = (name: string) => {
  const said = name.replaceAll('_', ' ');
  return said.charAt(0).toUpperCase() + said.slice(1);
};

/** A value in plain words: what is made of several parts says each with its name. */
function plain(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(plain).join(', ') || 'none';
  if (typeof value !== 'object') return String(value);
  const parts = Object.entries(value).filter(([, part]) => part !== null && part !== '');
  return parts.map(([name, part]) => `${words(name).toLowerCase()} ${plain(part)}`).join('; ');
}

/** 'measurements.0.value' as people say it: 'Line 1, value'. */
function pathWords(path: string): string {
  const [, place, field] = /^measurements\.(\d+)(?:\.(.+))?$/.exec(path) ?? [];
  if (place === undefined) return words(path);
  const line = `Line ${Number(place) + 1}`;
  return field ? `${line}, ${words(field).toLowerCase()}` : line;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** How the peaks were set before and after, a line for each thing that is not the same. */
function integrationLines(before: Detail, after: Detail): DetailLine[] {
  const [was, is] = [flat(before), flat(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((name) => {
    const [from = 'none', value = 'none'] = [was[name], is[name]];
    return from === value ? [] : [{ name, from, value }];
  });
}

function flat({ limits, main_peak: main, ...others }: Detail): Record<string, string> {
  const all: Record<string, string> = {};
  for (const [place, limit] of (Array.isArray(limits) ? limits : []).entries()) {
    if (!isRecord(limit)) continue;
    const { start_min: start, end_min: end, ...more } = limit;
    const rest = Object.keys(more).length > 0 ? `; ${plain(more)}` : '';
    all[`Peak ${place + 1}`] = `${start} to ${end} min${rest}`;
  }
  if (main !== undefined) all['Main peak'] = typeof main === 'number' ? String(main + 1) : 'none';
  for (const [name, value] of Object.entries(others)) all[words(name)] = plain(value).replaceAll('_', ' ');
  return all;
}

/** What an entry changed or was done with, a line each. */
export function historyLines({ changes, before, after, ...others }: Detail): DetailLine[] {
  const lines: DetailLine[] = [];
  if (Array.isArray(changes)) {
    for (const { path, from, to } of changes as Change[]) {
      lines.push({ name: pathWords(path), from: plain(from), value: plain(to) });
    }
  }
  if (isRecord(before) && isRecord(after)) lines.push(...integrationLines(before, after));
  else if (before !== undefined) lines.push({ name: 'Before', value: plain(before) });
  const rest = Object.entries(others).map(([name, value]): [string, unknown] => [
    name,
    isRecord(value) && !('from' in value) ? plain(value) : value,
  ]);
  return [...lines, ...detailLines(Object.fromEntries(rest))];
}

/** '2026-11-23 21:35:07 UTC'. */
export const exactly = (at: string) => `${at.slice(0, 19).replace('T', ' ')} UTC`;
