const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MOST_CHARACTERS = 200;
const CLOCK = /(?<!\d)(\d{1,2}):(\d\d)(?::(\d\d))?(?:[.,]\d+)?\s*([AP])?\.?(?:M\b)?/i;
const ZONE = /(Z|[+-]\d\d(?::?\d\d)?)\s*$/;
const NUMBERED = /(?<!\d)(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?!\d)/;

/** Whether the dates of a file have the day before the month; null where no date of it tells. */
export function isDayFirst(text: string): boolean | null {
  const dates = [...text.matchAll(new RegExp(NUMBERED, 'g'))];
  const isDay = dates.some(([, first]) => Number(first) > 12);
  const isMonth = dates.some(([, , second]) => Number(second) > 12);
  return isDay === isMonth ? null : isDay;
}

/**
 * A time as instruments write it, in ISO 8601: local, without a zone, where they name none. Null for what is no time, and
 * for a date of which nobody can tell which number is the month.
 */
export function runTime(text: string, dayFirst: boolean | null): string | null {
  const words = text.slice(0, MOST_CHARACTERS);
  const packed = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\s*([+-]\d{4})?$/.exec(words.trim());
  if (packed) {
    const [year, month, day, hour, minute, second] = packed.slice(1, 7).map(Number);
    return written([year, month, day], [hour, minute, second], packed[7] ?? '');
  }
  const clock = CLOCK.exec(words);
  if (!clock) return null;
  const [, hours, minutes, seconds = '0', half] = clock;
  const date = dateIn(words.slice(0, clock.index), half ? (dayFirst ?? false) : dayFirst);
  if (!date) return null;
  const hour = half ? (Number(hours) % 12) + (half.toUpperCase() === 'P' ? 12 : 0) : Number(hours);
  const isIso = /^\d{4}-\d\d-\d\d/.test(words.trim());
  const zone = isIso ? (ZONE.exec(words)?.[1] ?? '') : '';
  return written(date, [hour, Number(minutes), Number(seconds)], zone);
}

type Three = readonly (number | undefined)[];

/** Year, month and day. */
function dateIn(words: string, dayFirst: boolean | null): Three | null {
  const iso = /(\d{4})[-/.](\d\d?)[-/.](\d\d?)/.exec(words);
  if (iso) return iso.slice(1).map(Number);
  const dotted = /(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})/.exec(words);
  if (dotted) return [Number(dotted[3]), Number(dotted[2]), Number(dotted[1])];
  const named =
    /(\d{1,2})[-. ]([a-z]{3})[a-z]*\.?[-., ]+(\d{4}|\d\d)(?!\d)/i.exec(words) ??
    /()([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})/i.exec(words);
  const month = MONTHS.indexOf((named?.[2] ?? '').toLowerCase()) + 1;
  if (named && month > 0) {
    const [day, year] = named[4] ? [named[3], named[4]] : [named[1], named[3]];
    return [Number(year) < 100 ? 2000 + Number(year) : Number(year), month, Number(day)];
  }
  const [, first = '', second = '', year = ''] = NUMBERED.exec(words) ?? [];
  if (year === '') return null;
  const [one, other] = [Number(first), Number(second)];
  const isDay = one === other || one > 12 ? true : other > 12 ? false : dayFirst;
  if (isDay === null) return null;
  return isDay ? [Number(year), other, one] : [Number(year), one, other];
}

function written([year, month, day]: Three, [hour, minute, second]: Three, zone: string): string | null {
  const two = (number = 0) => String(number).padStart(2, '0');
  const local = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}`;
  const at = Date.parse(`${local}Z`);
  // 31 April becomes 1 May.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 19) !== local) return null;
  const spelled = /^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  return `${local}${spelled}`;
}
