import { NetCDFReader, type Variable } from 'netcdfjs';
import { cleanWords, timeIn } from '../acquisition.ts';
import {
  type Acquisition,
  type FileReading,
  type InstrumentTable,
  NO_VENDOR_PEAK,
  refuseFile,
  type TraceRefusal,
} from '../file-reading.ts';
import { judgeSeries, tooManyPoints } from '../judge-trace.ts';
import { MOST_PEAKS, rounded } from '../peak-limits.ts';
import { TRACE_LIMITS } from '../trace-limits.ts';
import type { TraceWarning, VendorPeak } from '../types.ts';
import { inUnit, signalUnit, unitUnknown } from '../units.ts';
import { wavelengthIn } from '../wavelength.ts';
import { areasCount } from './area-unit.ts';
import { checkHeader } from './netcdf-header.ts';

const TIME = 'injection_date_time_stamp';

/** The minutes of one `retention_unit`; seconds are the default. */
const TIME_UNITS: Record<string, number> = {
  s: 1 / 60,
  sec: 1 / 60,
  second: 1 / 60,
  seconds: 1 / 60,
  min: 1,
  minute: 1,
  minutes: 1,
};

/**
 * Reads a chromatogram from netCDF in the format ANDI/AIA (ASTM E1947). Times are even steps after a delay, or listed.
 * The instrument's peaks and baselines are read too. Never throws.
 */
export function readChromatogramNetcdf(bytes: Uint8Array): FileReading {
  try {
    checkHeader(bytes);
    return readFile(new NetCDFReader(bytes), bytes);
  } catch (error) {
    if (error instanceof RangeError) {
      return refuseFile(
        `The netCDF file is cut short: its ${bytes.length} bytes end in the middle of its header.`,
      );
    }
    return refuseFile('The netCDF file is damaged: its header makes no sense.');
  }
}

function readFile(file: NetCDFReader, bytes: Uint8Array): FileReading {
  // The package leaves out an empty list.
  const variables: Variable[] | undefined = file.variables;
  const named = (name: string) => variables?.find((variable) => variable.name === name);
  const ordinates = named('ordinate_values');
  if (!ordinates) return refuseFile('This netCDF file holds no chromatogram (no ordinate_values).');
  const points = valuesIn(file, ordinates);
  // In the file format netCDF, a value of two bytes is filled up to four.
  if (points > TRACE_LIMITS.maxPoints + 1) return refuseFile(tooManyPoints(points));
  for (const variable of variables ?? []) {
    const cut = cutShort(file, variable, bytes.length);
    if (cut) return cut;
  }
  const numbers = (name: string): number[] => {
    const variable = named(name);
    return variable ? numbersOf(file, variable) : [];
  };

  const timeName = wordsOf(file, 'retention_unit') || 'seconds';
  const perTime = TIME_UNITS[timeName.toLowerCase()];
  if (perTime === undefined) {
    return refuseFile(`The file counts time in "${timeName.slice(0, 40)}"; seconds or minutes are read.`);
  }
  const warnings: TraceWarning[] = [];
  const unitName = wordsOf(file, 'detector_unit');
  const unit = signalUnit(unitName === '' ? 'mAU' : unitName);
  if (!unit) {
    return refuseFile(
      `The detector's unit is "${unitName.slice(0, 40)}"; export absorbance, in mAU or AU, or the detector’s voltage.`,
    );
  }
  warnings.push(...unit.warnings);

  const scale = attributeOf(ordinates, 'scale_factor') ?? 1;
  const offset = attributeOf(ordinates, 'add_offset') ?? 0;
  const toUnit = (value: number) => inUnit(value * scale + offset, unit);
  const signal = numbersOf(file, ordinates).map(toUnit);
  if (unitName === '') warnings.push(unitUnknown('The file names no detector unit', signal));
  const times = timesOf(numbers, signal.length);
  if (!times) {
    return refuseFile(
      'The file says nothing of its times: no actual_sampling_interval and no raw_data_retention.',
    );
  }
  const minutes = times.map((time) => Math.round(time * perTime * 1e9) / 1e9);
  const reading = judgeSeries(minutes, signal, warnings);
  if (!reading.ok) return reading;
  reading.warnings.push(...timeIn(wordsOf(file, TIME), null).warnings);
  return {
    ...reading,
    format: 'netcdf',
    unit: unit.unit,
    wavelengthNm: wavelengthIn(wordsOf(file, 'detector_name')),
    channel: cleanWords(wordsOf(file, 'detector_name')),
    channels: [],
    acquisition: acquisitionOf((name) => wordsOf(file, name)),
    instrument: instrumentOf(numbers, perTime, (value) => inUnit(value, unit)),
    vendorPeaks: areasCount(
      unitName,
      { minutes, signal_mau: signal },
      unit,
      vendorPeaksOf(numbers, (name) => lettersOf(file, named(name), bytes), perTime),
    ),
  };
}

/** The facts about the run in the standard's attributes. */
function acquisitionOf(words: (name: string) => string): Acquisition {
  const said = (name: string) => cleanWords(words(name));
  return {
    sampleName: said('sample_name'),
    sampleId: said('sample_id'),
    ...timeIn(words(TIME), null).time,
    instrument: said('detector_name'),
    method: said('detection_method_name'),
    operator: said('operator_name'),
    batch: said('experiment_title'),
  };
}

function cutShort(file: NetCDFReader, variable: Variable, size: number): TraceRefusal | undefined {
  const { length, recordStep = 0 } = file.recordDimension;
  const end = variable.record
    ? variable.offset + Math.max(0, length - 1) * recordStep + (length > 0 ? variable.size : 0)
    : variable.offset + variable.size;
  if (end <= size) return undefined;
  return refuseFile(
    `The netCDF file is cut short: ${variable.name.slice(0, 40)} should reach byte ${end}, the file ends at byte ${size}.`,
  );
}

const BYTES_OF: Record<string, number> = { short: 2, int: 4, float: 4, double: 8 };

/** How many numbers a variable has; 0 for texts. */
function valuesIn({ recordDimension }: NetCDFReader, { type, size, record }: Variable): number {
  const bytes = BYTES_OF[type];
  if (bytes === undefined) return 0;
  return record ? recordDimension.length * Math.max(1, size / bytes) : size / bytes;
}

/** The numbers of a variable; empty if they are too many for a chromatogram. */
function numbersOf(file: NetCDFReader, variable: Variable): number[] {
  const stated = valuesIn(file, variable);
  if (stated === 0 || stated > TRACE_LIMITS.maxPoints + 1) return [];
  const values = file
    .getDataVariable(variable)
    .map((value) => Number(Array.isArray(value) ? value[0] : value));
  if (variable.record) return values;
  const count = variable.dimensions.reduce((product, id) => product * (file.dimensions[id]?.size ?? 0), 1);
  return values.slice(0, count);
}

function timesOf(numbers: (name: string) => number[], count: number): number[] | undefined {
  const measured = numbers('raw_data_retention');
  if (measured.length > 0 && measured.length === count) return measured;
  const [interval = Number.NaN] = numbers('actual_sampling_interval');
  if (!(interval > 0)) return undefined;
  const [delay = 0] = numbers('actual_delay_time');
  return Array.from({ length: count }, (_, index) => delay + index * interval);
}

/** The instrument's peaks. Null without peaks, or if they cannot be drawn. */
function instrumentOf(
  numbers: (name: string) => number[],
  perTime: number,
  toUnit: (value: number) => number,
): InstrumentTable | null {
  const [starts, ends, areas] = [numbers('peak_start_time'), numbers('peak_end_time'), numbers('peak_area')];
  const lines = [
    'baseline_start_time',
    'baseline_start_value',
    'baseline_stop_time',
    'baseline_stop_value',
  ].map(numbers);
  const peaks = starts
    .map((start, index) => {
      const [t0 = Number.NaN, y0 = Number.NaN, t1 = Number.NaN, y1 = Number.NaN] = lines.map(
        (values) => values[index],
      );
      const end = ends[index] ?? Number.NaN;
      // Several peaks on one baseline may each give the ends of the whole line.
      const heightAt = (time: number) =>
        toUnit(t1 > t0 ? y0 + ((y1 - y0) * (time - t0)) / (t1 - t0) : Number.NaN);
      return {
        start: start * perTime,
        end: end * perTime,
        heights: [heightAt(start), heightAt(end)] as const,
        area: areas[index] ?? 0,
      };
    })
    .filter(
      ({ start, end, heights, area }) =>
        start >= 0 && end > start && area > 0 && heights.every(Number.isFinite),
    )
    .toSorted((one, other) => one.start - other.start);
  const limits = peaks.map(({ start, end }) => ({ start_min: rounded(start), end_min: rounded(end) }));
  const inOrder = limits.every((limit, index) => limit.start_min >= (limits[index - 1]?.end_min ?? 0));
  if (peaks.length === 0 || peaks.length > MOST_PEAKS || !inOrder) return null;
  return {
    limits,
    main_peak: peaks.reduce((best, peak, index) => (peak.area > (peaks[best]?.area ?? 0) ? index : best), 0),
    baseline: {
      minutes: peaks.flatMap(({ start, end }) => [start, end]),
      mau: peaks.flatMap(({ heights }) => [...heights]),
    },
  };
}

/** The instrument's peak table; null if missing. */
function vendorPeaksOf(
  numbers: (name: string) => number[],
  letters: (name: string) => string[],
  perTime: number,
): VendorPeak[] | null {
  const areas = numbers('peak_area').slice(0, MOST_PEAKS);
  if (areas.length === 0) return null;
  const column = (name: string) => {
    const values = numbers(name);
    return (place: number, factor = 1) => {
      const value = values[place] ?? Number.NaN;
      // In the instrument's table, −1 means that a value is missing.
      return Number.isFinite(value) && value !== -1 ? value * factor : null;
    };
  };
  const [tops, starts, ends, area] = [
    column('peak_retention_time'),
    column('peak_start_time'),
    column('peak_end_time'),
    column('peak_area'),
  ];
  const [percents, heights, plates] = [
    column('peak_area_percent'),
    column('peak_height'),
    column('peak_efficiency'),
  ];
  const [names, begins, stops] = [
    letters('peak_name'),
    letters('peak_start_detection_code'),
    letters('peak_stop_detection_code'),
  ];
  const byHand = numbers('manually_reintegrated_peaks');
  return areas.map((_, place) => ({
    ...NO_VENDOR_PEAK,
    name: cleanWords(names[place]),
    retention_min: tops(place, perTime),
    start_min: starts(place, perTime),
    end_min: ends(place, perTime),
    area: area(place),
    area_percent: percents(place),
    height: heights(place),
    marks: cleanWords(`${begins[place] ?? ''}${stops[place] ?? ''}${byHand[place] ? ' manual' : ''}`),
    plates: plates(place) || null,
  }));
}

/** The rows of a table of letters. */
function lettersOf(file: NetCDFReader, variable: Variable | undefined, bytes: Uint8Array): string[] {
  const [rows = 0, width = 0] = (variable?.dimensions ?? []).map((id) => file.dimensions[id]?.size ?? 0);
  if (variable?.type !== 'char' || variable.record || rows > MOST_PEAKS || width > 255) return [];
  return Array.from({ length: rows }, (_, row) => {
    const from = variable.offset + row * width;
    return String.fromCharCode(...bytes.subarray(from, from + width))
      .replace(/\0.*$/s, '')
      .trim();
  });
}

function wordsOf(file: NetCDFReader, attribute: string): string {
  return String(file.getAttribute(attribute) ?? '')
    .replace(/\0/g, '')
    .trim();
}

/** A number from the attributes of a variable. */
function attributeOf(variable: Variable, name: string): number | undefined {
  // The types of this package wrongly say that the list is empty.
  const attributes: { name: string; value: unknown }[] = variable.attributes;
  const value = attributes.find((attribute) => attribute.name === name)?.value;
  return typeof value === 'number' && Number.isFinite(value) && value !== 0 ? value : undefined;
}
