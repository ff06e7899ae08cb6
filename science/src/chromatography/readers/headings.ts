/** Headings of time columns. */
const TIMES = [
  ...['time', 'rt', 'retention', 'minute', 'minutes'],
  ...['Zeit', 'Retentionszeit', 'Laufzeit', 'Messzeit'],
  ...['temps', 'durée', 'rétention'],
  ...['tiempo', 'retención'],
  ...['tempo', 'ritenzione', 'retenção'],
  ...['tijd', 'retentietijd', 'looptijd'],
  ...['время', 'удерживания'],
  ...['时间', '保留时间', '時間', '保留時間', '滞留時間', '滯留時間'],
  ...['保持時間', '溶出時間', '測定時間', '経過時間', 'リテンションタイム', 'タイム'],
  ...['시간', '머무름', '머무름시간', '유지시간', '체류시간', '보유시간', '리텐션타임'],
];
/** Single letters that mean time, alone or beside a unit. */
const SYMBOLS = ['t', 'tr', 'rt', 'x'];
/** Units of time: how many minutes one is, and its names. */
const TIME_UNITS: [minutes: number, names: string[]][] = [
  [
    1,
    [
      ...['min', 'mins', 'minute', 'minutes', 'Minuten', 'minuto', 'minutos', 'minuti', 'minuut', 'minuten'],
      ...['мин', 'минута', 'минуты', 'минут', 'минутах', '分', '分钟', '分鐘', '분'],
    ],
  ],
  [
    1 / 60,
    [
      ...['s', 'sec', 'secs', 'second', 'seconds', 'Sek', 'Sekunde', 'Sekunden', 'seconde', 'secondes'],
      ...['seg', 'segundo', 'segundos', 'secondo', 'secondi', 'seconden', 'с', 'сек', 'секунда', 'секунды'],
      ...['секунд', 'секундах', '秒', '秒钟', '秒鐘', '초'],
    ],
  ],
  [
    1 / 60_000,
    [
      ...['ms', 'msec', 'msecs', 'millisec', 'millisecond', 'milliseconds', 'Millisekunden', 'millisecondes'],
      ...['milisegundos', 'milissegundos', 'millisecondi', 'milliseconden', 'мс', 'мсек', 'миллисекунды'],
      ...['毫秒', 'ミリ秒', '밀리초'],
    ],
  ],
  [
    60,
    [
      ...['h', 'hr', 'hrs', 'hour', 'hours', 'Stunde', 'Stunden', 'heure', 'heures', 'hora', 'horas', 'ora'],
      ...['ore', 'uur', 'uren', 'ч', 'час', 'часы', 'часов', '小时', '小時'],
    ],
  ],
];
const ABSORBANCES = [
  ...['absorbance', 'absorption', 'Absorbanz', 'Extinktion', 'absorbancia', 'assorbanza', 'absorvância'],
  ...['absorbância', 'absorptie', 'extinctie', 'поглощение', 'плотность', '吸光度', '吸收', '흡광도'],
];
const SIGNALS = [
  ...ABSORBANCES,
  ...['signal', 'intensity', 'response', 'detector', 'value', 'Intensität', 'Messwert', 'Wert'],
  ...['intensité', 'réponse', 'valeur', 'señal', 'intensidad', 'respuesta', 'valor', 'segnale', 'intensità'],
  ...[
    'risposta',
    'valore',
    'sinal',
    'intensidade',
    'resposta',
    'signaal',
    'intensiteit',
    'respons',
    'waarde',
  ],
  ...['сигнал', 'интенсивность', 'отклик', 'значение', '信号', '信號', '强度', '強度', '响应', '響應'],
  ...['シグナル', 'レスポンス', '応答', '신호', '시그널', '강도', '세기', '응답'],
];
/** Headings of columns with row or step numbers. */
const COUNTS = [
  ...['no', 'nr', 'index', 'idx', 'point', 'points', 'scan', 'step', 'row', 'unnamed'],
  ...['Punkt', 'punto', 'ponto', 'numero', 'número', 'nummer', 'номер', '序号', '序號', '番号', '번호'],
];
/** Headings of columns with masses. */
const MASSES = [
  ...['m', 'z', 'mz', 'mass', 'to', 'charge', 'da', 'amu', 'Masse', 'masse', 'masa', 'massa', 'масса'],
  ...['质荷比', '質荷比', '质量', '質量', '질량'],
];
/** What the first column of a table can be besides time. */
const OTHER_AXES: [axis: string, names: string[]][] = [
  [
    'wavelength',
    [
      ...[
        'nm',
        'нм',
        'wavelength',
        'wavelengths',
        'lambda',
        'λ',
        'Wellenlänge',
        'onde',
        'onda',
        'golflengte',
      ],
      ...['волны', '波长', '波長', '파장', 'wavenumber'],
    ],
  ],
  ['volume', ['volume', 'volumes', 'Volumen', 'объём', '体积', '體積', '容量', '容積', '부피', '용량']],
  ['temperature', ['temperature', 'Temperatur', 'température', 'temperatura', 'temperatuur', 'температура']],
];
/** A heading with a unit of volume; 'ml/min' and 'mg/ml' are not volumes. */
const IN_MILLILITRES = /^\W*(?:x|v|v_?r)?[\s_/([]*(?:m[lL]|мл|CV)[)\]]?$/;

/** A text for comparison: without accents, in one case, with one form for letters that look alike. */
const folded = (word: string) =>
  word
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase();
const setOf = (words: string[]) => new Set(words.map(folded));

const times = setOf(TIMES);
const symbols = setOf(SYMBOLS);
const counts = setOf(COUNTS);
const absorbances = setOf(ABSORBANCES);
const masses = setOf(MASSES);
const axes = OTHER_AXES.map(([axis, names]) => [axis, setOf(names)] as const);
const minutesPer = new Map(
  TIME_UNITS.flatMap(([minutes, names]) => names.map((name) => [folded(name), minutes] as const)),
);
const isKnown = (word: string) => times.has(word) || symbols.has(word) || minutesPer.has(word);

/** The words of a heading; 'timeSec' becomes two words. */
function wordsOf(heading: string): string[] {
  return heading
    .normalize('NFKC')
    .replace(/\bR\.\s?T\b/i, 'rt')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .flatMap((chunk) => {
      const word = folded(chunk);
      if (isKnown(word)) return [word];
      return chunk.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{L})(?=\p{N})/u).map(folded);
    });
}

/** Whether a column of this heading holds the times. */
export function isTime(heading: string): boolean {
  const words = wordsOf(heading);
  if (words.length === 0 || otherAxis(heading) !== undefined) return false;
  return (
    words.some((word) => times.has(word)) ||
    // A single capital T means temperature, or transmission.
    (heading.trim() !== 'T' && words.every((word) => symbols.has(word) || minutesPer.has(word))) ||
    /\bx\b/i.test(heading)
  );
}

/** How many minutes one unit of a time column is; 1 if its heading has no unit. */
export function minutesIn(heading: string): number {
  const unit = wordsOf(heading).findLast((word) => minutesPer.has(word));
  return minutesPer.get(unit ?? '') ?? 1;
}

/** The quantity in the first column if it is not the time, such as a volume. */
export function otherAxis(heading: string): string | undefined {
  const words = wordsOf(heading);
  if (IN_MILLILITRES.test(heading.trim())) return 'volume';
  // A heading with a number is a signal at this wavelength or mass.
  if (/\d/.test(heading)) return undefined;
  if (words.length > 0 && words.every((word) => masses.has(word))) return 'm/z';
  return axes.find(([, names]) => words.some((word) => names.has(word)))?.[0];
}

/** Whether a column holds row numbers. */
export function isCount(heading: string): boolean {
  if (/^\W*(?:[#№]|n|id)\W*$/i.test(heading)) return true;
  const first = /[\p{L}\p{M}]+/u.exec(heading)?.[0] ?? '';
  return counts.has(folded(first)) && !wordsOf(heading).some((word) => times.has(word));
}

export const isAbsorbance = (heading: string) => wordsOf(heading).some((word) => absorbances.has(word));

const SIGNAL_WORD = new RegExp(`^(?:${SIGNALS.join('|')})`, 'iu');
/** The heading without the word 'signal': 'mAU' from 'signalmAU'. */
export const withoutSignalWord = (heading: string) =>
  heading.normalize('NFKC').trim().replace(SIGNAL_WORD, '');
