import { acquisitionOf, cleanWords } from '../acquisition.ts';
import { type Channel, type ChannelWish, chooseChannel } from '../channel-choice.ts';
import { type FileReading, NO_VENDOR_PEAK, type TraceRefusal } from '../file-reading.ts';
import type { TraceWarning, VendorPeak } from '../types.ts';
import { type DetectorUnit, detectorUnit, MAU, signalUnit, unitUnknown } from '../units.ts';
import { wavelengthOfChannel } from '../wavelength.ts';
import {
  at,
  cut,
  decimal,
  type Line,
  linesOf,
  noTrace,
  readRows,
  type Separator,
  split,
} from './text-table.ts';

/** The lines below a heading in brackets, up to the next one. */
type Section = Line & { lines: Line[] };
/** The chromatogram of one detector in the file. */
type ListedChannel = Channel & { section: Section; rows: Line[]; said: Map<string, string> };

const CHROMATOGRAM = /^(?:LC |GC )?Chromatogram ?\((.{1,80})\)$|^(PDA) Multi Chromatogram ?\((.{1,80})\)$/;
const MOST_VENDOR_PEAKS = 1000;
const MOST_METADATA = 5000;
const MOST_SECTIONS = 1000;

/** Whether a text is Shimadzu's ASCII export from LabSolutions or its predecessor. */
export function isLabSolutionsText(text: string): boolean {
  return /^\[(?:Header|(?:LC |GC |PDA Multi )?Chromatogram ?\(.{1,80}\))\]\s*$/m.test(text);
}

/**
 * Reads one detector of a LabSolutions text, with the table of peaks. Its numbers are counts, and the file says how
 * large one is. Never throws.
 */
export function readLabSolutions(text: string, wish: ChannelWish): FileReading {
  const lines = linesOf(text);
  if (!Array.isArray(lines)) return lines;
  const sections = sectionsOf(lines);
  if (!Array.isArray(sections)) return sections;
  const second = sections.filter((section) => section.text === 'Header')[1];
  if (second) return at(second, 'a second run begins here; export each run to a file of its own');
  const channels = channelsOf(sections);
  const [first, ...others] = channels;
  if (!first)
    return noTrace('this LabSolutions file has no section of an LC chromatogram; export it with one');
  const twice = channels.find(({ name }, place) => channels.findIndex((one) => one.name === name) < place);
  if (twice) return at(twice.section, `a second channel is named "${cut(twice.name)}"`);
  const { chosen, names, warnings } = chooseChannel([first, ...others], wish);
  const unit = unitOf(chosen, warnings);
  if ('ok' in unit) return unit;
  const stated = Number(chosen.said.get('# of Points') ?? Number.NaN);
  if (stated >= 0 && stated !== chosen.rows.length) {
    const held = `"${cut(chosen.name)}" should have ${stated} points but holds ${chosen.rows.length}`;
    return at(chosen.section, `${held}; the file may be cut`);
  }
  const separator = separatorOf(lines);
  const columns = { time: 0, signal: 1, count: 2 };
  const reading = readRows(
    chosen.rows,
    { separator, columns, perTime: 1, unit, thousands: wish.thousands },
    warnings,
  );
  if (!reading.ok) return reading;
  if (countOf(chosen).unit === '') {
    const words = `The file names no unit of “${chosen.name}”`;
    reading.warnings.push(unitUnknown(words, reading.trace.signal_mau));
  }
  const metadata = sections
    .filter(({ text }) => !/Chromatogram|Trace|Table|Results|3D/.test(text))
    .flatMap((section) => section.lines.slice(0, MOST_METADATA).map((line) => pairOf(line, separator)));
  const said = acquisitionOf(metadata);
  return {
    ...reading,
    format: 'labsolutions',
    unit: unit.unit,
    wavelengthNm: chosen.nm,
    channel: cleanWords(chosen.name),
    channels: names,
    acquisition: said.acquisition,
    instrument: null,
    vendorPeaks: vendorPeaksOf(tableOf(sections, chosen, channels), separator, countOf(chosen)),
    warnings: [...reading.warnings, ...said.warnings],
  };
}

function sectionsOf(lines: Line[]): Section[] | TraceRefusal {
  const sections: Section[] = [];
  for (const line of lines) {
    const heading = /^\[(.{1,120})\]$/.exec(line.text)?.[1];
    if (heading === undefined) sections.at(-1)?.lines.push(line);
    else if (sections.length === MOST_SECTIONS) {
      return at(line, `more than ${MOST_SECTIONS.toLocaleString('en')} sections`);
    } else sections.push({ number: line.number, text: heading, lines: [] });
  }
  return sections;
}

/** The separator between columns; the user of LabSolutions can choose it. */
function separatorOf(lines: Line[]): Separator {
  const mark = lines
    .map(({ text }) => /^(?:R\.Time \(min\)|Application Name|Type)([\t;,])/.exec(text)?.[1])
    .find(Boolean);
  return mark === ';' || mark === ',' ? mark : '\t';
}

function pairOf(line: Line, separator: Separator): [name: string, value: string] {
  const [name = '', value = ''] = split(line.text, separator);
  return [name, value];
}

function channelsOf(sections: Section[]): ListedChannel[] {
  const separator = separatorOf(sections.flatMap(({ lines }) => lines.slice(0, 20)));
  return sections.flatMap((section) => {
    const [whole, detector, array, place] = CHROMATOGRAM.exec(section.text) ?? [];
    if (whole === undefined) return [];
    const name = detector ?? `${array}-${place}`;
    const heading = section.lines.findIndex(({ text }) => text.startsWith('R.Time'));
    const said = new Map(section.lines.slice(0, Math.max(0, heading)).map((line) => pairOf(line, separator)));
    const nm = wavelengthOfChannel(said.get('Wavelength(nm)') ?? '');
    const isUv = nm !== null || detectorUnit(said.get('Intensity Units') ?? '')?.unit === 'mAU';
    return [{ name, nm, isUv, section, said, rows: heading < 0 ? [] : section.lines.slice(heading + 1) }];
  });
}

/** The size and the unit of one count. */
function countOf({ said }: ListedChannel): { multiplier: number; unit: string } {
  return {
    multiplier: decimal(said.get('Intensity Multiplier') ?? '1') ?? Number.NaN,
    unit: said.get('Intensity Units') ?? '',
  };
}

function unitOf(channel: ListedChannel, warnings: TraceWarning[]): DetectorUnit | TraceRefusal {
  const { multiplier, unit: name } = countOf(channel);
  if (!(multiplier > 0 && multiplier <= 1e6)) {
    return at(channel.section, `the intensity multiplier of "${cut(channel.name)}" is no number above 0`);
  }
  if (name === '') return { ...MAU, perUnit: multiplier };
  const unit = signalUnit(name);
  if (!unit) {
    return at(
      channel.section,
      `"${cut(channel.name)}" counts ${cut(name)}; export absorbance or the detector’s voltage`,
    );
  }
  warnings.push(...unit.warnings);
  return { unit: unit.unit, perUnit: unit.perUnit * multiplier };
}

/** The peak table of a channel. */
function tableOf(sections: Section[], chosen: ListedChannel, channels: ListedChannel[]): Section | undefined {
  const table = (name: string) => sections.find(({ text }) => text === `Peak Table(${name})`);
  const detector = chosen.name.replace(/-Ch\d+$/, '');
  const isOnly = channels.filter(({ name }) => name.startsWith(`${detector}-Ch`)).length === 1;
  return table(chosen.name) ?? (isOnly ? table(detector) : undefined);
}

function vendorPeaksOf(
  table: Section | undefined,
  separator: Separator,
  count: { multiplier: number; unit: string },
): VendorPeak[] | null {
  const heading = table?.lines.findIndex(({ text }) => text.startsWith('Peak#')) ?? -1;
  const names = split(table?.lines[heading]?.text ?? '', separator);
  const isEmpty = table?.lines.some((line) => pairOf(line, separator).join() === '# of Peaks,0') ?? false;
  if (!table || heading < 0) return isEmpty ? [] : null;
  return table.lines.slice(heading + 1, heading + 1 + MOST_VENDOR_PEAKS).map((line) => {
    const fields = split(line.text, separator);
    const words = (name: string) => cleanWords(fields[names.indexOf(name)]);
    const number = (name: string) => decimal(words(name) ?? '');
    // The software writes 0 if it has not measured a value.
    const measure = (name: string) => number(name) || null;
    return {
      ...NO_VENDOR_PEAK,
      name: words('Name'),
      retention_min: number('R.Time'),
      start_min: number('I.Time'),
      end_min: number('F.Time'),
      area: number('Area'),
      area_unit: areaUnit(count),
      area_percent: number('Area%') ?? number('Area %'),
      height: number('Height'),
      marks: words('Mark')?.replace(/ /g, '') ?? null,
      tailing: measure('Tailing'),
      plates: measure('Plate #'),
      resolution: measure('Resolution'),
    };
  });
}

/** The unit of areas: counts × s, such as µV·s; null if the file states no unit. */
function areaUnit({ multiplier, unit }: { multiplier: number; unit: string }): string | null {
  if (unit === '') return null;
  if (multiplier === 1) return `${unit}·s`;
  return multiplier === 0.001 && unit.startsWith('m')
    ? `\u00b5${unit.slice(1)}·s`
    : `${multiplier} ${unit}·s`;
}
