import type { Measurement } from '@vialproof/contract/results';
import type { Decision } from '@vialproof/contract/uncertainty';
import {
  DECISION_WORDS,
  figureWithUncertainty,
  overrideNote,
  traceNote,
  valueNotes,
} from '@vialproof/science/measurement/measurement-words';
import { numberLine } from '@vialproof/science/measurement/number-line';
import { standingOf } from '@vialproof/science/measurement/overall-statement';
import { plainDecimals } from '@vialproof/science/measurement/plain-decimals';
import { recordedNotes } from '@vialproof/science/measurement/recorded-notes';
import { numberLineFile } from './number-line.ts';

/** The printed words of one line of a result. */
export type LineWords = {
  analyte: string;
  method: string;
  value: string;
  unit: string;
  limit: string;
  verdict: string;
  tone: 'plain' | 'good' | 'bad' | 'between';
  /** How the value was found, and why a person set another verdict than the rule. */
  notes: string[];
  /** The picture of value, uncertainty and limits, with its description. */
  numberLine: { file: string; alt: string } | null;
};

const TONES: Record<Decision, LineWords['tone']> = {
  pass: 'good',
  conditional_pass: 'between',
  conditional_fail: 'between',
  fail: 'bad',
  undecidable: 'between',
  not_judged: 'plain',
};
/** The words of each line of a result; each states its day if the days differ. */
export function lineWords(lines: readonly Measurement[]): LineWords[] {
  const isOneDay = new Set(lines.map(({ measured_on }) => measured_on)).size <= 1;
  return lines.map((line, place) => {
    const known = figureWithUncertainty(line);
    const figure = known
      ? `${known.value} ± ${known.U}`
      : typeof line.value === 'number'
        ? plainDecimals(line.value)
        : line.value;
    const standing = standingOf(line);
    const drawn = numberLine(line) ?? null;
    return {
      analyte: line.analyte,
      method: line.method,
      value: figure,
      unit: known ? `${line.unit} (k = 2)`.trim() : /\d/.test(figure) ? line.unit : '',
      limit: line.limit === '' ? 'none' : line.limit,
      verdict: DECISION_WORDS[standing],
      tone: TONES[standing],
      notes: notesOf(line, isOneDay),
      numberLine: drawn && { file: numberLineFile(place), alt: drawn.words },
    };
  });
}

function notesOf(line: Measurement, isOneDay: boolean): string[] {
  const { measured_on: _, ...dayless } = line;
  const notes = [...valueNotes(line), ...recordedNotes(isOneDay ? dayless : line)].join('; ');
  return [
    ...(notes === '' ? [] : [`${notes.charAt(0).toUpperCase()}${notes.slice(1)}.`]),
    ...[traceNote(line) ?? [], overrideNote(line) ?? []].flat(),
  ];
}
