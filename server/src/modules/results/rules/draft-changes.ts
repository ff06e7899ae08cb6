import { isDeepStrictEqual } from 'node:util';
import type { BenchRecord } from '@vialproof/contract/bench-record';
import type { Measurement } from '@vialproof/contract/results';

export type DraftContent = {
  title: string;
  summary: string;
  measurements: readonly Measurement[];
  record: BenchRecord | null;
};
/** A changed field with its old and new value. */
export type FieldChange = { path: string; from: unknown; to: unknown };

/** The changes of a save, field by field. */
export function changesBetween(before: DraftContent, after: DraftContent): FieldChange[] {
  const words = (['title', 'summary'] as const).flatMap((path) => change(path, before[path], after[path]));
  const count = Math.max(before.measurements.length, after.measurements.length);
  const lines = Array.from({ length: count }, (_, place) => {
    const path = `measurements.${place}`;
    const [was, is] = [before.measurements[place], after.measurements[place]];
    return was && is ? changesOfFields(path, was, is) : change(path, was ?? null, is ?? null);
  });
  return [...words, ...lines.flat(), ...changesOfFields('record', before.record ?? {}, after.record ?? {})];
}

function changesOfFields<Fields extends Measurement | BenchRecord>(
  path: string,
  was: Fields,
  is: Fields,
): FieldChange[] {
  const names = new Set([...Object.keys(was), ...Object.keys(is)]) as Set<keyof Fields & string>;
  return [...names].flatMap((name) => change(`${path}.${name}`, was[name] ?? null, is[name] ?? null));
}

const change = (path: string, from: unknown, to: unknown): FieldChange[] =>
  isDeepStrictEqual(from, to) ? [] : [{ path, from, to }];
