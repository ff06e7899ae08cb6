import { describe, expect, it } from 'vitest';
import { readChromatogram } from './chromatogram-file.ts';

const noInflate = () => {
  throw new Error('nothing is packed here');
};
const COUNT = 120;
const height = (place: number) => (0.5 + 80 * Math.exp(-(((place - 60) / 6) ** 2))).toFixed(3);
/** A table with these headings and a row each 0.05 minutes; `per` time units are one minute. */
function table(headings: string[], per = 1, before: (place: number) => string[] = () => []) {
  const rows = Array.from({ length: COUNT }, (_, place) =>
    [...before(place), String(Number((place * 0.05 * per).toFixed(6))), height(place)].join('\t'),
  );
  return new TextEncoder().encode([headings.join('\t'), ...rows].join('\n'));
}
function read(bytes: Uint8Array) {
  const reading = readChromatogram(bytes, noInflate);
  if (!reading.ok) throw new Error(reading.message);
  return reading;
}
const message = (bytes: Uint8Array) => {
  const reading = readChromatogram(bytes, noInflate);
  return reading.ok ? 'read' : reading.message;
};
const counted = (place: number) => [String(place)];

describe('the reader knows the headings of time columns', () => {
  const MINUTES = [
    ...['Time', 'time_min', 'Time (min)', 'Time [min]', 'Time/min', 'TimeMin', 'R.Time (min)', 'R.T.', 'RT'],
    ...[
      'retention_time',
      'RetentionTime',
      'Retention (min)',
      'RET TIME, min',
      't',
      't/min',
      'tR',
      'x',
      'min',
    ],
    ...['Zeit', 'Retentionszeit [min]', 'Zeit in Minuten', 'Laufzeit (min)'],
    ...['temps', 'Temps de rétention (min)', 'temps_min', 'Durée (min)'],
    ...['tiempo', 'Tiempo de retención (min)', 'Tiempo/minutos'],
    ...['Tempo (min)', 'Tempo di ritenzione', 'tempo_minuti', 'Tempo de retenção (min)', 'Tempo/minutos'],
    ...['Tijd', 'Retentietijd (min)', 'tijd_minuten'],
    ...['Время', 'Время удерживания, мин', 'время_мин', 'Время (минуты)'],
    ...[
      '时间',
      '保留时间（分钟）',
      '保留時間 (分鐘)',
      '时间/min',
      '時間（分）',
      '保持時間 [分]',
      'リテンションタイム(分)',
    ],
    ...['시간', '머무름 시간 (분)', '머무름시간(min)', '유지시간_min'],
  ];
  const SECONDS = [
    ...[
      'time_s',
      'time_sec',
      'Time_seconds',
      'timeSec',
      'RT_sec',
      'Time (s)',
      'Time/s',
      'RT [s]',
      't (s)',
      'sec',
    ],
    ...['Zeit (s)', 'Zeit_Sek', 'Zeit in Sekunden', 'Temps (s)', 'temps_secondes', 'Tiempo (seg)'],
    ...['tiempo_segundos', 'Tempo (secondi)', 'tempo_s', 'Tempo/segundos', 'Tijd (s)', 'tijd_seconden'],
    ...['Время, с', 'время_сек', 'Время (секунды)', '时间（秒）', '時間/s', '保持時間 (秒)', '시간(초)'],
  ];
  const MILLISECONDS = [
    ...['time_ms', 'Time/ms', 'timeMs', 'Time (msec)', 'RT(milliseconds)', 'ms', 'Zeit (Millisekunden)'],
    ...['temps_ms', 'Tiempo (milisegundos)', 'Tempo [millisecondi]', 'Tijd (milliseconden)', 'Время, мс'],
    ...['时间（毫秒）', '時間(ミリ秒)', '시간(밀리초)'],
  ];

  it.each([
    ...MINUTES.map((heading) => [heading, 1] as const),
    ...SECONDS.map((heading) => [heading, 60] as const),
    ...MILLISECONDS.map((heading) => [heading, 60_000] as const),
    ...['time_h', 'Zeit (Stunden)', 'Время, ч', '时间（小时）'].map((heading) => [heading, 1 / 60] as const),
  ])(
    'a time under the heading “%s” is in units of %d minutes, with or without a column of row numbers',
    (heading, per) => {
      for (const bytes of [
        table([heading, 'Signal (mAU)'], per),
        table(['#', heading, 'Signal (mAU)'], per, counted),
      ]) {
        const { trace, warnings, unit } = read(bytes);
        expect(trace.minutes[60]).toBeCloseTo(3, 6);
        expect(trace.signal_mau[60]).toBe(80.5);
        expect(unit).toBe('mAU');
        expect(warnings.map(({ code }) => code)).toEqual(per === 1 ? [] : ['unit_converted']);
      }
    },
  );

  it('a heading of times counts only if it stands directly above both columns', () => {
    const rows = new TextDecoder().decode(table([''])).trim();
    for (const line of [
      'Acquisition time: 30 s',
      'Time: 30 s\tOperator',
      'Injection volume\t10',
      'Wavelength\t214 nm',
    ]) {
      expect(read(new TextEncoder().encode(`${line}\n${rows}`)).trace.minutes[60]).toBe(3);
    }
  });
});

describe('the reader knows the headings of signal columns', () => {
  it.each([
    ...[
      'signal_mAU',
      'Signal[mAU]',
      'signalMAU',
      'signalmAU',
      'absorbance_mau',
      'Absorbance/mAU',
      'SIGNAL (MAU)',
    ],
    ...['Absorbanz (mAU)', 'Extinktion/mAU', 'Absorption (mAE)', 'Absorbance (mUA)', 'Absorbancia [mUA]'],
    ...['Assorbanza (mUA)', 'Absorvância (mUA)', 'Absorptie_mAU', 'Extinctie (mAU)', 'Поглощение, мЕОП'],
    ...['吸光度mAU', '吸光度（mAU）', '信号/mAU', '흡광도(mAU)', '신호_mAU', 'シグナル[mAU]'],
  ])('the reader reads a signal under the heading “%s” in mAU', (heading) => {
    const { unit, warnings, trace } = read(table(['Time', heading]));
    expect([unit, warnings, trace.signal_mau[60]]).toEqual(['mAU', [], 80.5]);
  });

  it.each([
    ...['intensity_mV', 'intensityMv', 'Signal (mV)', 'SIGNAL (MV)', 'Intensität/mV', 'Intensité (mV)'],
    ...['Señal_mV', 'segnale (mV)', 'sinal_mv', 'signaal [mV]', 'Сигнал, мВ', '信号（mV）', '강도(mV)'],
  ])('the reader takes a signal under the heading “%s” for mV', (heading) => {
    const { unit, warnings, trace } = read(table(['Time', heading]));
    expect([unit, warnings, trace.signal_mau[60]]).toEqual(['mV', [], 80.5]);
  });

  it.each([
    ['absorbanceAU', 'mAU'],
    ['Absorption (AE)', 'mAU'],
    ['Сигнал, В', 'mV'],
  ])('the reader reads a signal under the heading “%s” in units of 1000 mAU or 1000 mV', (heading, unit) => {
    const reading = read(table(['Time', heading]));
    expect([reading.unit, reading.trace.signal_mau[60]]).toEqual([unit, 80_500]);
  });

  it('if a file has several signals, the reader prefers absorbance', () => {
    for (const heading of ['Absorbance', 'Extinktion', 'Поглощение', '吸光度', '흡광도', 'absorbancia']) {
      expect(read(table(['Reference', 'Time', heading], 1, counted)).channel).toBe(heading);
    }
  });
});

describe('the reader ignores columns without a name and columns of row numbers', () => {
  it.each(['', '#', 'Index', 'No.', 'Nr', 'Point', 'Unnamed: 0', 'row', '序号', '№'])(
    'the reader does not read a column under “%s” as a signal',
    (heading) => {
      const reading = read(table([heading, 'time', 'signal (mAU)'], 1, counted));
      expect(reading).toMatchObject({ channel: 'signal (mAU)', channels: [], warnings: [] });
    },
  );

  it('the reader ignores the column without a name if there is one heading fewer than columns', () => {
    const reading = read(table(['time', 'signal (mAU)'], 1, counted));
    expect(reading).toMatchObject({ channel: 'signal (mAU)', channels: [], warnings: [] });
    expect(message(table(['time', 'signal'], 1, (place) => [String(7 * place)]))).toMatch(
      '3 columns without a heading for each',
    );
  });

  it('the reader does not read a column of row numbers as the times', () => {
    const semicolons = new TextDecoder().decode(table(['', 'signal'], 20)).replaceAll('\t', ';');
    expect(message(new TextEncoder().encode(`;${semicolons.trimStart().replace(/^;/, '')}`))).toBe(
      'Line 2: the first column counts rows and has no heading; export it with a heading that names the time.',
    );
    expect(message(table(['Scan', 'signal']))).toMatch(/^Line 1: the heading "Scan" counts rows, not time;/);
    expect(read(table(['Scan time', 'signal'])).trace.minutes[60]).toBe(3);
  });
});

describe('the reader refuses a table whose first column is not time', () => {
  it.each([
    ['m/z', 'm/z'],
    ['mz', 'm/z'],
    ['Mass', 'm/z'],
    ['质荷比', 'm/z'],
    ['Wavelength (nm)', 'wavelength'],
    ['nm', 'wavelength'],
    ['Wellenlänge', 'wavelength'],
    ["Longueur d'onde (nm)", 'wavelength'],
    ['Длина волны, нм', 'wavelength'],
    ['波長', 'wavelength'],
    ['ml', 'volume'],
    ['Volume (mL)', 'volume'],
    ['Retention volume/ml', 'volume'],
    ['Volumen_ml', 'volume'],
    ['Объём, мл', 'volume'],
    ['体积', 'volume'],
    ['Temperature (°C)', 'temperature'],
  ])('the reader refuses a table whose first heading is “%s”, and names this heading', (heading, axis) => {
    for (const headings of [
      [heading, 'Intensity'],
      [heading, 'A', 'Intensity'],
    ]) {
      const bytes = table(headings, 60, headings.length === 3 ? (place) => [String(place * 2)] : undefined);
      expect(message(bytes)).toBe(
        `Line 1: the heading "${heading}" counts ${axis}, not time; export the chromatogram with a column of times in minutes or seconds.`,
      );
    }
  });

  it('the heading of a signal may contain the name of an axis, and the column is still a signal', () => {
    for (const heading of ['UV 214 nm', 'EIC m/z 500.3', 'Wavelength 214 nm', 'Conc (mg/ml)']) {
      expect(read(table(['Time (min)', heading])).channel).toBe(heading);
    }
  });
});
