import { DECISION_WORDS, figureWithUncertainty, reportedWords } from './measurement-words.ts';
import { standingOf } from './overall-statement.ts';
import { type Bounds, boundsOf, isOfMass } from './rule-bounds.ts';
import type { Decision, Measurement } from './types.ts';

type Span = [from: number, to: number];

/** What to draw for a value beside its limits, 100 wide, and the same as text for screen readers. */
export type NumberLine = {
  /** The range in which values pass for certain, without the zone of doubt (guard band). */
  accepted: Span | null;
  /** The ranges in which values pass with a doubt. */
  bands: Span[];
  limits: number[];
  /** The interval from value − U to value + U. */
  interval: Span;
  value: number;
  standing: Decision;
  words: string;
};

/** The free space at both ends, as a share of the width. */
const MARGIN = 0.08;

/**
 * The number line (value, uncertainty and limits) that is drawn for a line of a result. Undefined for a mass, and
 * without an uncertainty or a numeric limit.
 */
export function numberLine(line: Measurement): NumberLine | undefined {
  const figure = figureWithUncertainty(line);
  const bounds = boundsOfValue(line);
  const U = line.uncertainty?.U;
  if (!figure || !bounds || U === undefined || line.qualifier) return undefined;
  const value = line.computed?.mean ?? Number(line.value);
  const [low, high] = bounds;
  const limits = bounds.filter(Number.isFinite);
  if (limits.length === 0 || !Number.isFinite(value)) return undefined;
  const isGuarded = line.decision_rule === 'guard_band';
  const shown = [value - U, value + U, ...limits, ...(isGuarded ? [low + U, high - U] : [])].filter(
    Number.isFinite,
  );
  const [from, to] = [Math.min(...shown), Math.max(...shown)];
  const room = (to - from) * MARGIN || 1;
  const place = (at: number) => {
    const share = (at - (from - room)) / (to - from + 2 * room);
    return Math.round(1000 * Math.min(1, Math.max(0, share))) / 10;
  };
  const span = (start: number, end: number): Span[] => (start < end ? [[place(start), place(end)]] : []);
  const band = isGuarded ? U : 0;
  return {
    accepted: span(low + band, high - band)[0] ?? null,
    bands: isGuarded
      ? [
          ...(Number.isFinite(low) ? span(low, Math.min(low + U, high)) : []),
          ...(Number.isFinite(high) ? span(Math.max(high - U, low), high) : []),
        ]
      : [],
    limits: limits.map(place),
    interval: [place(value - U), place(value + U)],
    value: place(value),
    standing: standingOf(line),
    words: [
      reportedWords(line),
      `limit ${line.limit}`,
      ...(isGuarded ? [`guard band ${figure.U} ${line.unit}`.trim()] : []),
      DECISION_WORDS[standingOf(line)].toLowerCase(),
    ].join('; '),
  };
}

/** The limits in the unit of the value; undefined for a mass, and without numbers. */
export function boundsOfValue({ rule, claim }: Measurement): Bounds | undefined {
  if (!rule || rule.kind === 'absent' || isOfMass(rule)) return undefined;
  const bounds = boundsOf(rule);
  if (rule.of === 'value') return bounds;
  return claim === undefined ? undefined : [(bounds[0] * claim) / 100, (bounds[1] * claim) / 100];
}
