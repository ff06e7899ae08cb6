import { type Channel, type ChannelWish, chooseChannel } from '../channel-choice.ts';
import type { TraceRefusal } from '../file-reading.ts';
import { unitInHeading } from '../units.ts';
import { wavelengthOfChannel } from '../wavelength.ts';
import type { Body, Column, Columns, Heading } from './columns.ts';
import { at, isNumber } from './text-table.ts';

/** Minutes in one of the unit that the heading of a column of times names. */
const TIME_UNITS: [heading: RegExp, minutes: number][] = [
  [/\bmsec\b|[([]ms[)\]]|^ms$|millisec/i, 1 / 60_000],
  [/\bsec(ond)?s?\b|[([]s[)\]]|^s$/i, 1 / 60],
  [/\bhours?\b|[([]hr?s?[)\]]/i, 60],
];
const OF_TIMES = /\btime\b|\bminutes?\b|^\W*r\.?t\b|\bx\b|^\W*(min|s|sec|ms)\W*$/i;
const OF_NO_SIGNAL =
  /^\W*(#|no\.?|nr\.?|index|point|scan|step)\b|pressure|temperature|\bflow\b|gradient|\bfraction/i;

export const formerMinutesIn = (time: string) => TIME_UNITS.find(([pattern]) => pattern.test(time))?.[1] ?? 1;

/**
 * The columns as results up to integration method 4 were read, so that those can be computed again from their files: an
 * index could be the signal, and the heading 'time_s' counted minutes. Refuses what was refused, in fewer words.
 */
export function formerColumnsIn(
  { rows, fields }: Body,
  { line, names }: Heading,
  wish: ChannelWish,
): Columns | TraceRefusal {
  const column = (place: number): Column => {
    const name = names[place] ?? '';
    const nm = wavelengthOfChannel(name);
    return { place, name, nm, isUv: nm !== null || /AU$/.test(unitInHeading(name)?.name ?? '') };
  };
  if (fields.length === 2) {
    const [time = ''] = names;
    const signal = column(1);
    return {
      time,
      timePlace: 0,
      perTime: formerMinutesIn(time),
      signal,
      isOnly: true,
      channels: [],
      warnings: [],
    };
  }
  if (names.length !== fields.length) {
    return at(rows[0] ?? line, 'no heading stands over each column');
  }
  const numbers = fields.flatMap((field, place) => (isNumber(field) ? [column(place)] : []));
  const used = numbers.filter(({ name }) => !OF_NO_SIGNAL.test(name));
  const times = used.filter(({ name }) => OF_TIMES.test(name));
  const [first, ...others] = used.filter(
    ({ name }: Channel) => !OF_TIMES.test(name) && unitInHeading(name)?.isSignal !== false,
  );
  if (times.length === 0 || !first) return at(line, 'no heading names a column of times and one of signals');
  const { chosen, names: channels, warnings } = chooseChannel([first, ...others], wish);
  const time = times.findLast(({ place }) => place < chosen.place) ?? times[0];
  return {
    time: time?.name ?? '',
    timePlace: time?.place ?? 0,
    perTime: formerMinutesIn(time?.name ?? ''),
    signal: chosen,
    isOnly: others.length === 0,
    channels,
    warnings,
  };
}
