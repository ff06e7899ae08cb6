const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MOST_CHARACTERS = 200;

/** The words for AM and PM in the languages of Windows. They stand before or after the time. */
const MORNING = [
  'a.m.',
  'a. m.',
  'am',
  'a',
  '上午',
  '午前',
  '오전',
  'πμ',
  'π.μ.',
  'ص',
  'de.',
  'sa',
  'ก่อนเที่ยง',
];
const AFTERNOON = [
  'p.m.',
  'p. m.',
  'pm',
  'p',
  '下午',
  '午後',
  '오후',
  'μμ',
  'μ.μ.',
  'م',
  'du.',
  'ch',
  'หลังเที่ยง',
];
const oneOf = (signs: string[]) =>
  signs
    .toSorted((one, other) => other.length - one.length)
    .map((sign) => sign.replaceAll('.', '\\.'))
    .join('|');
/** Words for AM and PM that may come before the time. */
const BEFORE = oneOf(
  [...MORNING, ...AFTERNOON].filter((sign) => /[\p{sc=Han}\p{sc=Hangul}\p{sc=Thai}]/u.test(sign)),
);
const BEHIND = oneOf([...MORNING, ...AFTERNOON]);
const CLOCK = new RegExp(
  `(?:(${BEFORE})\\s*)?(?<!\\d)(\\d{1,2}):(\\d\\d)(?::(\\d\\d))?(?:[.,]\\d+)?(?:\\s*(${BEHIND})(?!\\p{L}))?`,
  'iu',
);
const ZONE = /(Z|[+-]\d\d(?::?\d\d)?)\s*$/;
const NUMBERED = /(?<!\d)(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?!\d)/;
/** Years of the Buddhist calendar are this much larger. */
const BUDDHIST_YEARS = 543;
const FIRST_BUDDHIST_YEAR = 2400;

/** Whether the day comes first in the dates of a file. Null if every date can be read in both ways. */
export function isDayFirst(text: string): boolean | null {
  const dates = [...text.matchAll(new RegExp(NUMBERED, 'g'))];
  const isDay = dates.some(([, first]) => Number(first) > 12);
  const isMonth = dates.some(([, , second]) => Number(second) > 12);
  return isDay === isMonth ? null : isDay;
}

/** A time of an instrument in ISO 8601. Null for other texts, and for dates with two meanings. */
export function runTime(text: string, dayFirst: boolean | null): string | null {
  const readings = runTimes(text, dayFirst);
  return readings.length === 1 ? (readings[0] ?? null) : null;
}

/** All times that a text can mean: none, one, or two for a date with two meanings. Neither AM nor PM decides. */
export function runTimes(text: string, dayFirst: boolean | null): string[] {
  const words = text.slice(0, MOST_CHARACTERS);
  const packed = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\s*([+-]\d{4})?$/.exec(words.trim());
  if (packed) {
    const [year, month, day, hour, minute, second] = packed.slice(1, 7).map(Number);
    return written([year, month, day], [hour, minute, second], packed[7] ?? '');
  }
  const clock = CLOCK.exec(words);
  if (!clock) return [];
  const [, before, hours, minutes, seconds = '0', behind] = clock;
  const half = (before ?? behind)?.toLowerCase();
  // Some instruments write 17:48 PM for 17:48.
  const isWhole = half === undefined || Number(hours) > 12;
  const hour = isWhole ? Number(hours) : (Number(hours) % 12) + (AFTERNOON.includes(half) ? 12 : 0);
  const isIso = /^\d{4}-\d\d-\d\d/.test(words.trim());
  const zone = isIso ? (ZONE.exec(words)?.[1] ?? '') : '';
  const time = [hour, Number(minutes), Number(seconds)];
  const dates = datesAround(words, clock, dayFirst);
  return dates.flatMap((date) => written(date, time, zone));
}

/** The texts beside the time of day, which may contain the date. */
function datesAround(words: string, clock: RegExpExecArray, dayFirst: boolean | null): Three[] {
  const [before, behind] = [words.slice(0, clock.index), words.slice(clock.index + clock[0].length)];
  const dates = datesIn(before.trim() === '' ? behind : before, dayFirst);
  return dates.length > 0 ? dates : datesIn(`${before.trim()} ${behind.trim()}`, dayFirst);
}

/** Whether the text contains a date, in any order of day and month. */
export function holdsDate(words: string): boolean {
  const start = words.slice(0, MOST_CHARACTERS);
  const clock = CLOCK.exec(start);
  return datesIn(start, null).length > 0 || (clock !== null && datesAround(start, clock, null).length > 0);
}

/** Whether the text contains a time of day. */
export const holdsClock = (words: string): boolean => CLOCK.test(words.slice(0, MOST_CHARACTERS));

type Three = readonly (number | undefined)[];

/** The date in the text; two dates if it is ambiguous. */
function datesIn(words: string, dayFirst: boolean | null): Three[] {
  const iso = /(?<!\d)(\d{4})[-/.年](\d\d?)[-/.月](\d\d?)(?!\d)/.exec(words);
  if (iso) return [iso.slice(1).map(Number)];
  const dotted = /(?<!\d)(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)/.exec(words);
  if (dotted) return [[Number(dotted[3]), Number(dotted[2]), Number(dotted[1])]];
  const named =
    /(\d{1,2})[-. ]([a-z]{3})[a-z]*\.?[-., ]+(\d{4}|\d\d)(?!\d)/i.exec(words) ??
    /()([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})/i.exec(words);
  const month = MONTHS.indexOf((named?.[2] ?? '').toLowerCase()) + 1;
  if (named && month > 0) {
    const [day, year] = named[4] ? [named[3], named[4]] : [named[1], named[3]];
    return [[Number(year) < 100 ? 2000 + Number(year) : Number(year), month, Number(day)]];
  }
  const [, first = '', second = '', year = ''] = NUMBERED.exec(words) ?? [];
  if (year === '') return [];
  const [one, other] = [Number(first), Number(second)];
  const dayThenMonth: Three = [Number(year), other, one];
  const monthThenDay: Three = [Number(year), one, other];
  const isDay = one === other || one > 12 ? true : other > 12 ? false : dayFirst;
  if (isDay === null) return [dayThenMonth, monthThenDay];
  return [isDay ? dayThenMonth : monthThenDay];
}

/** The time in ISO 8601. Empty if the date or the time does not exist. */
function written([year = 0, month, day]: Three, [hour, minute, second]: Three, zone: string): string[] {
  const two = (number = 0) => String(number).padStart(2, '0');
  const ours = year >= FIRST_BUDDHIST_YEAR ? year - BUDDHIST_YEARS : year;
  const local = `${String(ours).padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}`;
  const at = Date.parse(`${local}Z`);
  // JavaScript would turn 31 April into 1 May.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 19) !== local) return [];
  const spelled = /^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  const time = `${local}${spelled}`;
  // An hour of a time zone may be too large, as in +50:00.
  return Number.isNaN(Date.parse(time)) ? [] : [time];
}
