import { acquisitionOf, cleanWords } from '../acquisition.ts';
import type { ChannelWish } from '../channel-choice.ts';
import type { FileReading, TraceRefusal } from '../file-reading.ts';
import type { TraceWarning } from '../types.ts';
import { MAU, signalUnit, unitUnknown } from '../units.ts';
import { wavelengthOfChannel } from '../wavelength.ts';
import { at, cut, decimal, type Line, linesOf, noTrace, readRows, split } from './text-table.ts';

const DATA = /^(?:Chromatogram|Raw) Data:$/;
/** Maximum number of lines before the numbers. */
const MOST_METADATA = 500;
/** Longer than any row of three numbers. */
const LONGEST_ROW = 500;

/** Whether a text is Thermo's export of one channel from Chromeleon 7. */
export function isChromeleonText(text: string): boolean {
  return /^(Chromatogram Data Information|Injection Information):?\s*$/m.test(text.slice(0, 8192));
}

/**
 * Reads a Chromeleon text: time, step and value. The decimal sign depends on the computer that wrote the file. Never
 * throws.
 */
export function readChromeleon(text: string, wish: ChannelWish = {}): FileReading {
  const lines = linesOf(text);
  if (!Array.isArray(lines)) return lines;
  const data = lines.slice(0, MOST_METADATA).findIndex((line) => DATA.test(line.text));
  const heading = lines[data + 1];
  if (data < 0 || !heading)
    return noTrace('this Chromeleon file has no chromatogram data; export it with them');
  const pairs = lines.slice(0, data).map(({ text }) => pairOf(text));
  const said = new Map(pairs.map(([name, value]) => [name.replace(/:$/, ''), value]));
  const names = split(heading.text, '\t');
  const columns = {
    time: names.findIndex((name) => /^Time\b/.test(name)),
    signal: names.findIndex((name) => /^Value\b/.test(name)),
    count: names.length,
  };
  if (columns.time < 0 || columns.signal < 0) {
    return at(heading, 'the columns "Time" and "Value" are missing');
  }
  const rows = ungrouped(lines.slice(data + 2), columns);
  const cutShort = cutOff(rows, said.get('Data Points') ?? '', heading);
  if (cutShort) return cutShort;
  const warnings: TraceWarning[] = [];
  const unitName = said.get('Signal Unit') || (/\((.*)\)/.exec(names[columns.signal] ?? '')?.[1] ?? '');
  const unit = unitName === '' ? { ...MAU, warnings: [] } : signalUnit(unitName);
  if (!unit)
    return at(heading, `the signal counts ${cut(unitName)}; export absorbance or the detector’s voltage`);
  warnings.push(...unit.warnings);
  const perTime = /\((s|sec)\)/.test(names[columns.time] ?? '') ? 1 / 60 : 1;
  const reading = readRows(
    rows,
    { separator: '\t', columns, perTime, unit, thousands: wish.thousands },
    warnings,
  );
  if (!reading.ok) return reading;
  if (unitName === '') {
    reading.warnings.push(unitUnknown('The file names no unit of its signal', reading.trace.signal_mau));
  }
  const sequence = /([^/\\]+)\.seq\b/.exec(said.get('File Path') ?? '')?.[1] ?? '';
  const run = acquisitionOf([...pairs, ['Sample Name', said.get('Injection') ?? ''], ['Sequence', sequence]]);
  const channel = said.get('Channel') ?? '';
  return {
    ...reading,
    format: 'chromeleon',
    unit: unit.unit,
    wavelengthNm: wavelengthOfChannel(said.get('Signal Info') ?? '') ?? wavelengthOfChannel(channel),
    channel: cleanWords(channel),
    channels: [],
    acquisition: run.acquisition,
    instrument: null,
    vendorPeaks: null,
    warnings: [...reading.warnings, ...run.warnings],
  };
}

function pairOf(text: string): [name: string, value: string] {
  const [name = '', value = ''] = split(text, '\t');
  return [name, value];
}

/** The rows without thousands separators. The times show which sign is the decimal one. */
function ungrouped(rows: Line[], { time }: { time: number }): Line[] {
  const times = rows.map(({ text }) => /[.,]/.exec(split(text, '\t')[time] ?? '')?.[0]);
  const grouped =
    times.find(Boolean) === ','
      ? /(?<![\d.,])[1-9]\d{0,2}(?:\.\d{3})+(?=,\d)/g
      : /(?<![\d.,])[1-9]\d{0,2}(?:,\d{3})+(?=\.\d)/g;
  return rows.map((line) =>
    line.text.length > LONGEST_ROW
      ? line
      : { ...line, text: line.text.replace(grouped, (digits) => digits.replace(/[.,]/g, '')) },
  );
}

function cutOff(rows: Line[], points: string, heading: Line): TraceRefusal | undefined {
  // A number of four or more digits may have thousands separators.
  const stated = decimal(points.replace(/[.,\s]/g, ''));
  if (stated === null || stated === rows.length) return undefined;
  return at(heading, `the file should have ${stated} points but holds ${rows.length}; it may be cut`);
}
